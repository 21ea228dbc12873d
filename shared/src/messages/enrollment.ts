import { z } from 'zod'
import { deviceLine, timestampSchema } from '../inventory/primitives.ts'
import { collectorUrlsSchema } from './agent-protocol.ts'
import { agentSettingsShape } from './agent-settings-shape.ts'
import { attachedNetworkSchema, attachedNetworksMax } from './attached-network.ts'

const text = deviceLine(256)
const secret = z.string().min(20).max(128)

/** A capability of a service, with the reason if it is not available. */
export const capabilitySchema = z.object({ name: deviceLine(32), available: z.boolean(), detail: text.optional() })
export type Capability = z.infer<typeof capabilitySchema>

/** POST /api/agent/join */
export const agentJoinSchema = z.strictObject({ secret, hostname: text, version: text, machineId: text.optional() })
export const agentJoinedSchema = z.object({
  agentId: z.uuid(),
  siteId: z.uuid(),
  /** Bearer token of this agent; stored only as a hash by the collector. */
  token: z.string(),
  caPem: z.string(),
  /** Absent in older releases. */
  collectorUrls: z.optional(collectorUrlsSchema),
  /** The first snapshot follows them too. */
  ...agentSettingsShape,
})

/** POST /api/audit-service/join. The private keys never leave the service. */
export const serviceJoinSchema = z.strictObject({
  secret,
  name: text.optional(),
  hostname: text,
  version: text,
  /** nkey of the NATS user (`U…`). */
  userPublicKey: z.string().regex(/^U[A-Z2-7]{55}$/, 'not an nkey of a user'),
  /** Curve nkey (`X…`) that credentials in tasks are sealed to. */
  curvePublicKey: z.string().regex(/^X[A-Z2-7]{55}$/, 'not a curve nkey'),
})
/**
 * The CA that signs the NATS servers' certificates. null: the user's own servers with certificates of a public CA.
 * Absent: the collector's embedded server, signed by the collector's own CA.
 */
export const natsCaPemSchema = z.string().nullable().optional()

export const serviceJoinedSchema = z.object({
  auditServiceId: z.uuid(),
  siteId: z.uuid(),
  name: text,
  /** NATS user JWT, bound to `userPublicKey`. */
  userJwt: z.string(),
  natsServers: z.array(z.string()).min(1),
  /** Absent in older releases. */
  collectorUrls: z.optional(collectorUrlsSchema),
  natsCaPem: natsCaPemSchema,
  /** The collector's own CA. */
  caPem: z.string(),
  /** nkey that verifies signed tasks. */
  taskSigningKey: z.string(),
  /** Curve nkey of the collector, the sender of sealed credentials. */
  collectorCurveKey: z.string(),
})
export type ServiceJoined = z.infer<typeof serviceJoinedSchema>

/**
 * POST /api/audit-service/renew: a service asks for a new NATS user JWT. `signature` (base64, Ed25519) signs
 * `renewalStatement` with the key of its NATS user. A copied request gains nothing, because the JWT is useless without
 * that key.
 */
export const serviceRenewSchema = z.strictObject({
  auditServiceId: z.uuid(),
  issuedAt: timestampSchema,
  signature: z.base64().max(100),
})
type Statement = { auditServiceId: string; issuedAt: string }
export const renewalStatement = ({ auditServiceId, issuedAt }: Statement) =>
  new TextEncoder().encode(`rollcall renew-audit-service ${auditServiceId} ${issuedAt}`)
export const serviceRenewedSchema = z.object({ userJwt: z.string() })

/** POST /api/audit-service/addresses: a service asks for the current addresses, signed like a renewal. */
export const addressStatement = ({ auditServiceId, issuedAt }: Statement) =>
  new TextEncoder().encode(`rollcall addresses-audit-service ${auditServiceId} ${issuedAt}`)
export const serviceAddressesSchema = z.object({
  collectorUrls: collectorUrlsSchema,
  natsServers: z.array(z.string()).min(1),
})

/**
 * WebSocket to NATS over the collector's HTTPS port. The request names its service like a renewal, as base64url JSON of
 * `serviceRenewSchema` in `Authorization: Rollcall <JSON>`, with a signature of `natsStatement`.
 */
export const natsPath = '/api/audit-service/nats'
export const natsScheme = 'Rollcall'
export const natsStatement = ({ auditServiceId, issuedAt }: Statement) =>
  new TextEncoder().encode(`rollcall connect-audit-service ${auditServiceId} ${issuedAt}`)

/** `rollcall.heartbeat.<serviceId>`, every ten seconds. */
export const heartbeatSchema = z.object({
  /** Id of the sending process, created at its start. Older releases send none. */
  instanceId: z.uuid().optional(),
  version: text,
  hostname: text,
  capabilities: z.array(capabilitySchema).max(64),
  /** Older releases send none. */
  networks: z.array(attachedNetworkSchema).max(attachedNetworksMax).optional(),
  runningTasks: z.array(z.uuid()).max(256),
  spoolBytes: z.number().nonnegative(),
  /** Size at which the service pauses its scans. Older releases send none. */
  spoolBytesMax: z.number().nonnegative().optional(),
})
export type Heartbeat = z.infer<typeof heartbeatSchema>
