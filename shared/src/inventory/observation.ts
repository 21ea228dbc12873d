import { z } from 'zod'
import { deviceTypeSchema, snapshotSourceSchema } from './device-type.ts'
import { hardwareSchema } from './hardware.ts'
import { identitySchema } from './identity.ts'
import { networkSchema } from './network.ts'
import { deviceLine, deviceText, timestampSchema } from './primitives.ts'
import { softwareSchema } from './software.ts'

const customValueSchema = z.union([deviceText(4096), z.number(), z.boolean()])

/** The four sections of a device's data. A section that was not read is absent. */
export const snapshotDataSchema = z.object({
  hardware: hardwareSchema.optional(),
  software: z.array(softwareSchema).max(100_000).optional(),
  network: networkSchema.optional(),
  customFields: z.record(deviceLine(64), customValueSchema).optional(),
})
export type SnapshotData = z.infer<typeof snapshotDataSchema>

/** Evidence for a value: the field (`system.model`), and the object or line that proves it. */
const evidenceSchema = z.object({
  field: deviceText(64),
  value: deviceText(512),
  source: deviceText(256),
})

/**
 * One report about one device from one origin at one time. Probes, agents and imports produce it, and ingest accepts
 * nothing else. The origin creates `id` (UUIDv7), so a second delivery changes nothing.
 */
export const observationSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.uuid(),
  source: snapshotSourceSchema,
  observedAt: timestampSchema,
  type: deviceTypeSchema,
  name: deviceLine(256),
  dnsName: deviceLine(256).optional(),
  identity: identitySchema,
  ...snapshotDataSchema.shape,
  /** `audit`: read from the device itself (agent, SNMP, SSH). `discovery`: seen from outside only (ping, ports). */
  depth: z.enum(['audit', 'discovery']),
  evidence: z.array(evidenceSchema).max(256).default([]),
  /** Limits that cut the data, in words: `ifTable: stopped after 20000 rows`. */
  truncated: z.array(deviceText(256)).max(64).default([]),
  /**
   * Paths of the data that exists, and could not be read or only in part: `hardware.disks`, `hardware.memory.modules`. In
   * brackets, only the items of that package manager, runtime or hypervisor: `software[rpm]`,
   * `hardware.containers[docker]`. The collector keeps the device's earlier values of them.
   */
  incomplete: z.array(deviceText(64)).max(256).optional(),
  /** Probes in the order in which they ran, with their outcomes. */
  probes: z
    .array(
      z.object({
        probe: deviceText(32),
        outcome: z.enum(['ok', 'no-answer', 'refused', 'failed', 'unavailable']),
        detail: deviceText(512).optional(),
      }),
    )
    .max(128)
    .default([]),
})
export type Observation = z.infer<typeof observationSchema>
/** An observation as a probe writes it, before defaults are applied. */
export type ObservationInput = z.input<typeof observationSchema>
