import { z } from 'zod'
import { scanOptionsSchema } from '../api/scan-options.ts'
import { directorySchema, regionSchema } from '../api/segment.ts'
import { deviceText, ipAddressSchema, timestampSchema } from '../inventory/primitives.ts'
import { targetAddressesMax } from '../targets/refused.ts'

export const taskKindSchema = z.enum(['scan', 'audit'])
export type TaskKind = z.infer<typeof taskKindSchema>

const regions = z.array(regionSchema).max(64)
const name = z.string().min(1).max(200)

/** What a service is to ask what there is, where it is not told addresses. */
const taskSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active-directory'), directory: directorySchema }),
  z.object({ kind: z.literal('aws'), account: name, regions }),
  z.object({ kind: z.literal('azure'), subscription: name, regions }),
  z.object({ kind: z.literal('google-cloud'), project: name, regions }),
])
export type TaskSource = z.infer<typeof taskSourceSchema>
export type CloudSource = Exclude<TaskSource, { kind: 'active-directory' }>

/** The work itself. `addresses` are canonical target expressions; the service parses them again. */
export const taskSchema = z.object({
  version: z.literal(1),
  taskId: z.uuid(),
  /** Delivered again, it is the same; sent anew after its message was lost, it is one more. Others' results do not count. */
  attempt: z.int().positive(),
  serviceId: z.uuid(),
  kind: taskKindSchema,
  issuedAt: timestampSchema,
  /** Not begun after this. What was begun before goes on. */
  expiresAt: timestampSchema,
  /** Empty where there is a source. */
  addresses: z.array(z.string().max(300)).max(100_000),
  source: taskSourceSchema.optional(),
  options: scanOptionsSchema,
  /** Whether hosts with an unknown SSH host key get neither a password nor a key login. */
  requireKnownHostKeys: z.boolean().optional(),
  /** Credentials (JSON array of credentialSchema), sealed to the service's curve key; base64. Absent when none. */
  sealedCredentials: z.string().max(2_000_000).optional(),
})
export type Task = z.infer<typeof taskSchema>

/** `rollcall.control.<serviceId>`, signed like a task. */
export const controlSchema = z.object({
  version: z.literal(1),
  kind: z.literal('cancel'),
  serviceId: z.uuid(),
  taskId: z.uuid(),
  issuedAt: timestampSchema,
})
export type Control = z.infer<typeof controlSchema>

/**
 * A JetStream publish can name any reply subject, so subject permissions alone do not keep one service out of
 * another's queue: a service runs only what the collector signed. `payload` and `signature` (Ed25519) are base64.
 */
export const signedSchema = z.object({ payload: z.string().max(8_000_000), signature: z.string().max(200) })

/** Of addresses, or of hosts among them: no task has more. */
export const addressCountSchema = z.int().nonnegative().max(Number(targetAddressesMax))

export const progressSchema = z.object({
  attempt: z.int().positive(),
  addressesTotal: addressCountSchema,
  addressesDone: addressCountSchema,
  /** All up to this one are done, IPv4 first and each family in its order; missing before the first of them. */
  addressesDoneTo: ipAddressSchema.optional(),
  hostsFound: addressCountSchema,
  audited: addressCountSchema,
  failed: addressCountSchema,
})
export type Progress = z.infer<typeof progressSchema>

export const taskOutcomeSchema = z.object({
  status: z.enum(['Success', 'Failed', 'Cancelled']),
  error: deviceText(1000).optional(),
})
