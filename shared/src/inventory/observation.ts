import { z } from 'zod'
import { deviceTypeSchema, snapshotSourceSchema } from './device-type.ts'
import { hardwareSchema } from './hardware.ts'
import { identitySchema } from './identity.ts'
import { networkSchema } from './network.ts'
import { deviceLine, deviceText, timestampSchema } from './primitives.ts'
import { softwareSchema } from './software.ts'

const customValueSchema = z.union([deviceText(4096), z.number(), z.boolean()])

/** What a snapshot holds of a device: the four sections of the interface. An absent section was not looked at. */
export const snapshotDataSchema = z.object({
  hardware: hardwareSchema.optional(),
  software: z.array(softwareSchema).max(100_000).optional(),
  network: networkSchema.optional(),
  customFields: z.record(deviceLine(64), customValueSchema).optional(),
})
export type SnapshotData = z.infer<typeof snapshotDataSchema>

/** Why a value is what it is: the field (`system.model`) and the object or line that proves it. */
const evidenceSchema = z.object({
  field: deviceText(64),
  value: deviceText(512),
  source: deviceText(256),
})

/**
 * One look at one device by one origin, at one time: what every probe, agent and import produces, and all that
 * ingest takes. `id` is made by the origin (UUIDv7), so a second delivery changes nothing.
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
  /** `audit`: read from the inside (agent, SNMP, SSH). `discovery`: only seen from outside (ping, ports). */
  depth: z.enum(['audit', 'discovery']),
  evidence: z.array(evidenceSchema).max(256).default([]),
  /** Limits that were reached, in words: `ifTable: stopped after 20000 rows`. */
  truncated: z.array(deviceText(256)).max(64).default([]),
  /** Probes tried and how they ended, in order. */
  probes: z
    .array(
      z.object({
        probe: deviceText(32),
        outcome: z.enum(['ok', 'no-answer', 'refused', 'failed', 'unavailable']),
        detail: deviceText(512).optional(),
      }),
    )
    .max(64)
    .default([]),
})
export type Observation = z.infer<typeof observationSchema>
/** An observation as a probe writes it, before defaults. */
export type ObservationInput = z.input<typeof observationSchema>
