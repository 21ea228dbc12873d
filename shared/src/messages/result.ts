import { z } from 'zod'
import { ipAddressSchema, timestampSchema } from '../inventory/primitives.ts'
import { toldObservationSchema } from '../inventory/told-observation.ts'
import { sightingSchema, sightingsMax } from './sighting.ts'
import { addressCountSchema, progressSchema, taskOutcomeSchema } from './task.ts'

const base = {
  version: z.literal(1),
  /** Made by the service (UUIDv7); the Nats-Msg-Id, and what makes a second delivery change nothing. */
  id: z.uuid(),
  taskId: z.uuid(),
  attempt: z.int().positive(),
  at: timestampSchema,
}

/** What a service reports of a task on `rollcall.results.<serviceId>.<taskId>`, each spooled on disk before it is sent. */
export const resultSchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('started'), addressesTotal: addressCountSchema }),
  z.object({
    ...base,
    kind: z.literal('host'),
    /** Where it answered; of a machine that a cloud listed its id there, as private addresses are not its alone. */
    address: z.union([ipAddressSchema, z.string().regex(/^(aws|azure|google-cloud)\/[\w-]{1,128}$/)]),
    observation: toldObservationSchema,
    /** What the probes heard, as a gzip-compressed tar in base64; absent when nothing was kept. */
    raw: z.base64().max(6_000_000).optional(),
  }),
  z.object({ ...base, kind: z.literal('hosts'), hosts: z.array(sightingSchema).min(1).max(sightingsMax) }),
  z.object({ ...base, kind: z.literal('finished'), outcome: taskOutcomeSchema, progress: progressSchema }),
])
export type Result = z.infer<typeof resultSchema>
export type ResultInput = z.input<typeof resultSchema>
