import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { hardwareSchema } from '../inventory/hardware.ts'
import { networkSchema } from '../inventory/network.ts'
import { observationSchema, snapshotDataSchema } from '../inventory/observation.ts'
import { idSchema, listOf, pageQuerySchema, timeQuerySchema, timeSchema } from './common.ts'
import { exampleData } from './example-device.ts'

const snapshotListItemSchema = z
  .object({
    id: idSchema,
    deviceId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    scheduleId: idSchema.nullable(),
    auditServiceId: idSchema.nullable(),
    agentId: idSchema.nullable(),
  })
  .meta({ id: 'SnapshotListItem' })
export const snapshotListSchema = listOf(snapshotListItemSchema).meta({ id: 'SnapshotList' })
export type SnapshotListItem = z.infer<typeof snapshotListItemSchema>

/** The four sections of a snapshot. All are present; a section that was not read is empty. */
export const snapshotContentSchema = snapshotDataSchema
  .required()
  .extend({
    hardware: hardwareSchema.partial().meta({ id: 'Hardware' }),
    network: networkSchema.partial().meta({ id: 'Network' }),
  })
  .meta({ id: 'SnapshotData', description: 'A section that was not read is empty', example: exampleData })
export type SnapshotContent = z.infer<typeof snapshotContentSchema>

/** A snapshot as shown by the Data button of the Audit tab and written by an offload. */
export const snapshotSchema = z
  .object({
    id: idSchema,
    deviceId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    data: snapshotContentSchema,
    notRead: z.array(z.enum(['hardware', 'software', 'network', 'customFields'])).meta({
      description:
        'Sections that this audit did not read. They are empty in `data`; another section that is empty there was read and has nothing',
      example: ['customFields'],
    }),
  })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof snapshotSchema>

const { type, name, dnsName, depth, evidence, probes, truncated } = observationSchema.shape

/** Explains the values of a snapshot and names missing data. */
export const snapshotReportSchema = z
  .object({
    id: idSchema,
    deviceId: idSchema,
    auditDate: timeSchema,
    source: snapshotSourceSchema,
    type,
    name: name.meta({ example: 'core-1' }),
    dnsName: dnsName.nullable().meta({ example: 'core-1.example.net' }),
    depth: depth.meta({ description: '`audit`: read from the device itself. `discovery`: only seen from outside' }),
    evidence: evidence.meta({
      description: 'Evidence for a value: the SNMP object, the line of a banner, the manufacturer of a MAC address',
      example: [{ field: 'system.model', value: 'EX-48', source: '1.3.6.1.2.1.47.1.1.1.1.13.1' }],
    }),
    probes: probes.meta({
      description: 'Probes in the order in which they ran, with their outcomes',
      example: [{ probe: 'snmp', outcome: 'refused', detail: 'an SNMP engine answers but accepts no credential' }],
    }),
    truncated: truncated.meta({
      description: 'Data that was cut at a limit, left out as invalid, or corrected because of a wrong clock, in words',
      example: [
        'ifTable: stopped after 20000 rows',
        'software[].installDate: 2 left out: before 1990 or in the future',
      ],
    }),
  })
  .meta({ id: 'SnapshotReport' })
export type SnapshotReport = z.infer<typeof snapshotReportSchema>

export const snapshotQuerySchema = pageQuerySchema.extend({
  from: timeQuerySchema.optional().meta({ description: 'Earliest auditDate' }),
  to: timeQuerySchema.optional().meta({ description: 'Latest auditDate' }),
  source: snapshotSourceSchema.optional(),
})
export type SnapshotQuery = z.infer<typeof snapshotQuerySchema>

const diffItemSchema = z
  .object({
    path: z.string().meta({
      description:
        'Path of the change: in hardware and network the field (`system.model`, `disks[sda].sizeBytes`, `interfaces[eth0]`), in software the name, in customFields the key',
      example: 'openssl',
    }),
    from: z
      .string()
      .nullable()
      .meta({ description: 'Value in the first snapshot; for software the version', example: '3.0.1' }),
    to: z.string().nullable().meta({ description: 'Value in the other snapshot', example: '3.0.2' }),
  })
  .meta({ id: 'SnapshotDiffItem' })
export type DiffItem = z.infer<typeof diffItemSchema>

const sectionDiffSchema = z
  .object({
    compared: z.boolean().meta({ description: 'false: one of the two snapshots did not audit this section' }),
    added: z.array(diffItemSchema).meta({ description: 'Items only in the other snapshot; `from` is null' }),
    removed: z.array(diffItemSchema).meta({ description: 'Items only in the first snapshot; `to` is null' }),
    changed: z.array(diffItemSchema),
  })
  .meta({ id: 'SnapshotSectionDiff' })
export type SectionDiff = z.infer<typeof sectionDiffSchema>

/** Changes from snapshot `id` to snapshot `otherId`. */
export const snapshotDiffSchema = z
  .object({
    id: idSchema,
    otherId: idSchema,
    hardware: sectionDiffSchema,
    software: sectionDiffSchema,
    network: sectionDiffSchema,
    customFields: sectionDiffSchema,
  })
  .meta({
    id: 'SnapshotDiff',
    example: {
      id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
      otherId: '019a8144-9be0-7c52-8f0d-6a2e1b3c4d5e',
      hardware: {
        compared: true,
        added: [{ path: 'disks[sdb]', from: null, to: 'Samsung 870 EVO' }],
        removed: [],
        changed: [{ path: 'firmware.version', from: '1.18.0', to: '1.21.0' }],
      },
      software: {
        compared: true,
        added: [{ path: 'git', from: null, to: '2.39.5' }],
        removed: [{ path: 'vim', from: '9.0.1378', to: null }],
        changed: [{ path: 'openssl', from: '3.0.16', to: '3.0.17' }],
      },
      network: {
        compared: true,
        added: [],
        removed: [],
        changed: [{ path: 'interfaces[eth0].addresses', from: '192.0.2.17/24', to: '192.0.2.18/24' }],
      },
      customFields: { compared: false, added: [], removed: [], changed: [] },
    },
  })
export type SnapshotDiff = z.infer<typeof snapshotDiffSchema>

export const diffParamsSchema = z.object({ id: idSchema, otherId: idSchema })
