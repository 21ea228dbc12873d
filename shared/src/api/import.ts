import { z } from 'zod'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { snapshotDataSchema } from '../inventory/observation.ts'
import { ipAddressSchema, macAddressSchema, timestampSchema } from '../inventory/primitives.ts'
import { idSchema } from './common.ts'
import { lineSchema, nameSchema } from './line.ts'
import { strictly } from './strictly.ts'

const line = (max: number, example: string) => lineSchema(max).min(1, 'must not be empty').meta({ example })
const mac = macAddressSchema.meta({ type: 'string', example: '00:1b:21:3c:9d:f8' })
const ip = ipAddressSchema.meta({ type: 'string', example: '192.0.2.17' })

/** A device that a person enters by hand or by an import: its name and its identifiers. */
const writtenDeviceSchema = z
  .strictObject({
    name: nameSchema.meta({ example: 'pc-17' }),
    type: deviceTypeSchema.default('unknown'),
    dnsName: line(256, 'pc-17.example.org').optional(),
    manufacturer: line(256, 'Dell Inc.').optional(),
    model: line(256, 'OptiPlex 7090').optional(),
    serialNumber: line(256, '8XK2PL3').optional(),
    biosUuid: line(64, '4c4c4544-0034-3010-8048-b6c04f503732').optional(),
    machineId: line(64, '6f5b0a3f2ad64d6f8b0c5a3d1e2f4a5b').optional(),
    macAddresses: z.array(mac).max(4096).default([]),
    ipAddresses: z.array(ip).max(4096).default([]),
  })
  .meta({ id: 'WrittenDevice' })
export type WrittenDevice = z.infer<typeof writtenDeviceSchema>

const writtenDataSchema = strictly(snapshotDataSchema)
  .default({})
  .meta({
    id: 'WrittenData',
    description: 'An absent section was not audited',
    example: { software: [{ name: 'vim', version: '9.1' }] },
  })

export const createSnapshotSchema = z
  .strictObject({
    source: z.enum(['Import', 'Manual']),
    auditDate: timestampSchema.meta({ type: 'string', format: 'date-time', example: '2026-11-20T08:15:30Z' }),
    device: writtenDeviceSchema,
    data: writtenDataSchema,
  })
  .meta({ id: 'CreateSnapshot' })

export const createDeviceSchema = writtenDeviceSchema.extend({ data: writtenDataSchema }).meta({ id: 'CreateDevice' })
export type CreateDevice = z.infer<typeof createDeviceSchema>

/** One of the document formats; its fields tell which. */
export const importDocumentSchema = z
  .union([
    z.looseObject({ deviceid: z.string(), content: z.looseObject({}) }).meta({ title: 'GLPI inventory document' }),
    z
      .looseObject({ schemaVersion: z.literal(1), identity: z.looseObject({}) })
      .meta({ title: 'Observation, as rollcall snapshot and rollcall probe print it' }),
    z.looseObject({ auditDate: z.string(), data: z.looseObject({}) }).meta({ title: 'Snapshot, as it is downloaded' }),
  ])
  .meta({
    id: 'ImportDocument',
    example: {
      action: 'inventory',
      deviceid: 'pc-17-2026-11-20-08-15-30',
      itemtype: 'Computer',
      content: { versionclient: 'GLPI-Agent_v1.11', hardware: { name: 'pc-17' }, bios: { ssn: '8XK2PL3' } },
    },
  })

export const importResultSchema = z
  .object({
    deviceId: idSchema,
    snapshotId: idSchema,
    isNew: z.boolean().meta({ description: 'The import created the device' }),
    status: z.enum(['stored', 'duplicate']).meta({ description: 'duplicate: the same document was imported before' }),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof importResultSchema>
