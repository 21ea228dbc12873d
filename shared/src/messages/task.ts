import { z } from 'zod'
import { scanOptionsSchema } from '../api/scan-options.ts'
import { directorySchema, regionSchema } from '../api/segment.ts'
import { deviceText, ipAddressSchema, timestampSchema } from '../inventory/primitives.ts'
import { targetAddressesMax } from '../targets/limits.ts'
import { credentialKindSchema } from './credential.ts'

export const taskKindSchema = z.enum(['scan', 'audit', 'credential-test'])
export type TaskKind = z.infer<typeof taskKindSchema>

const regions = z.array(regionSchema).max(64)
const name = z.string().min(1).max(200)

/** Source that lists the targets of a task, if the task has no addresses. */
const taskSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active-directory'), directory: directorySchema }),
  z.object({ kind: z.literal('aws'), account: name, regions }),
  z.object({ kind: z.literal('azure'), subscription: name, regions }),
  z.object({ kind: z.literal('google-cloud'), project: name, regions }),
])
export type TaskSource = z.infer<typeof taskSourceSchema>
export type CloudSource = Exclude<TaskSource, { kind: 'active-directory' }>

const unreadableCredentialSchema = z.object({ id: z.string().max(64), kind: credentialKindSchema })
export type UnreadableCredential = z.infer<typeof unreadableCredentialSchema>

/** The task itself. `addresses` are canonical target expressions; the service parses them again. */
export const taskSchema = z.object({
  version: z.literal(1),
  taskId: z.uuid(),
  /**
   * Number of the publication: equal in a redelivery, one higher if the task is published again after its message was
   * lost. Results of other attempts do not count.
   */
  attempt: z.int().positive(),
  serviceId: z.uuid(),
  kind: taskKindSchema,
  issuedAt: timestampSchema,
  /** A task is not started after this time. A task that has started goes on. */
  expiresAt: timestampSchema,
  /** Empty if the task has a source. */
  addresses: z.array(z.string().max(300)).max(100_000),
  source: taskSourceSchema.optional(),
  options: scanOptionsSchema,
  /** If true, hosts with an unknown SSH host key receive neither a password nor a key login. */
  requireKnownHostKeys: z.boolean().optional(),
  /**
   * Credentials (JSON array of credentialSchema), sealed to the service's curve key; base64. Absent if there are none.
   */
  sealedCredentials: z.string().max(2_000_000).optional(),
  /** Credentials of the segment that the collector cannot decrypt. */
  unreadableCredentials: z.array(unreadableCredentialSchema).max(1000).optional(),
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
 * Signed message. A JetStream publish can name any reply subject, so subject permissions alone cannot protect a
 * service's queue: a service runs only what the collector signed. `payload` and `signature` (Ed25519) are base64.
 */
export const signedSchema = z.object({ payload: z.string().max(8_000_000), signature: z.string().max(200) })

/** A number of addresses or hosts; no task has more. */
export const addressCountSchema = z.int().nonnegative().max(Number(targetAddressesMax))

export const progressSchema = z.object({
  attempt: z.int().positive(),
  addressesTotal: addressCountSchema,
  addressesDone: addressCountSchema,
  /**
   * The last finished address: all addresses up to it are done, IPv4 first and each family in ascending order. Absent
   * until the first is done.
   */
  addressesDoneTo: ipAddressSchema.optional(),
  hostsFound: addressCountSchema,
  audited: addressCountSchema,
  /** Absent from an Audit Service of an earlier release, whose `failed` may contain audited hosts. */
  notAudited: addressCountSchema.optional(),
  failed: addressCountSchema,
})
export type Progress = z.infer<typeof progressSchema>

export const taskOutcomeSchema = z.object({
  status: z.enum(['Success', 'Failed', 'Cancelled']),
  error: deviceText(1000).optional(),
})
