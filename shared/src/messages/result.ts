import { z } from 'zod'
import { lenientObservationSchema } from '../inventory/lenient-observation.ts'
import { ipAddressSchema, timestampSchema } from '../inventory/primitives.ts'
import { hostAuditSchema, reportedAuditSchema } from './host-audit.ts'
import { sightingSchema, sightingsMax } from './sighting.ts'
import { addressCountSchema, progressSchema, taskOutcomeSchema } from './task.ts'

const base = {
  version: z.literal(1),
  /** Id created by the service (UUIDv7). It is the Nats-Msg-Id and makes a second delivery change nothing. */
  id: z.uuid(),
  taskId: z.uuid(),
  attempt: z.int().positive(),
  at: timestampSchema,
}

/** A result of a task, on `rollcall.results.<serviceId>.<taskId>`. Each is spooled on disk before it is sent. */
export const resultSchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('started'), addressesTotal: addressCountSchema }),
  z.object({
    ...base,
    kind: z.literal('host'),
    /** The address that answered, or the cloud's id of a listed machine, because private addresses are not unique. */
    address: z.union([ipAddressSchema, z.string().regex(/^(aws|azure|google-cloud)\/[\w-]{1,128}$/)]),
    observation: lenientObservationSchema,
    /** Absent from an Audit Service of an earlier release. */
    audit: reportedAuditSchema,
    /** Raw answers of the probes as a gzip-compressed tar in base64; absent if none were stored. */
    raw: z.base64().max(6_000_000).optional(),
  }),
  /** The result of a credential test. */
  z.object({ ...base, kind: z.literal('tested'), address: ipAddressSchema, audit: hostAuditSchema }),
  z.object({ ...base, kind: z.literal('hosts'), hosts: z.array(sightingSchema).min(1).max(sightingsMax) }),
  z.object({ ...base, kind: z.literal('finished'), outcome: taskOutcomeSchema, progress: progressSchema }),
])
export type Result = z.infer<typeof resultSchema>
export type ResultInput = z.input<typeof resultSchema>
