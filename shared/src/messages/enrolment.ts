import { z } from 'zod'
import { deviceLine, timestampSchema } from '../inventory/primitives.ts'

const text = deviceLine(256)
const secret = z.string().min(20).max(128)

/** One thing a service can or cannot do, and why not. */
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
})

/** POST /api/audit-service/join. Only public halves of the keys leave the service. */
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
 * The CA that the NATS servers are trusted by. null: servers of the user's own without a CA file, which have certificates
 * of a public CA. Absent: the collector's embedded server, with the collector's own CA.
 */
export const natsCaPemSchema = z.string().nullable().optional()

export const serviceJoinedSchema = z.object({
  auditServiceId: z.uuid(),
  siteId: z.uuid(),
  name: text,
  /** NATS user JWT, bound to `userPublicKey`. */
  userJwt: z.string(),
  natsServers: z.array(z.string()).min(1),
  natsCaPem: natsCaPemSchema,
  /** The collector's own CA. */
  caPem: z.string(),
  /** nkey that tasks are signed with. */
  taskSigningKey: z.string(),
  /** Curve nkey of the collector, the sender of sealed credentials. */
  collectorCurveKey: z.string(),
})
export type ServiceJoined = z.infer<typeof serviceJoinedSchema>

/**
 * POST /api/audit-service/renew: a service asks for a new NATS user JWT. `signature` (base64, Ed25519) is made over
 * `renewalStatement` with the key of its NATS user. A copy of the request gains nothing: the JWT is of no use without
 * that key.
 */
export const serviceRenewSchema = z.strictObject({
  auditServiceId: z.uuid(),
  issuedAt: timestampSchema,
  signature: z.base64().max(100),
})
export const renewalStatement = ({ auditServiceId, issuedAt }: { auditServiceId: string; issuedAt: string }) =>
  new TextEncoder().encode(`rollcall renew-audit-service ${auditServiceId} ${issuedAt}`)
export const serviceRenewedSchema = z.object({ userJwt: z.string() })

/** `rollcall.heartbeat.<serviceId>`, every ten seconds. */
export const heartbeatSchema = z.object({
  /** Of one process, made at its start. Older releases send none. */
  instanceId: z.uuid().optional(),
  version: text,
  hostname: text,
  capabilities: z.array(capabilitySchema).max(64),
  runningTasks: z.array(z.uuid()).max(256),
  spoolBytes: z.number().nonnegative(),
})
export type Heartbeat = z.infer<typeof heartbeatSchema>

/**
 * Request header of an agent's snapshot: the id of the snapshot that its state has as the one before. Two copies of the
 * state are found by it, as they go on from different ones.
 */
export const previousSnapshotHeader = 'Rollcall-Previous-Snapshot'
