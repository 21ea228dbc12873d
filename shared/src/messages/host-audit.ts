import { z } from 'zod'
import { printNames } from '../api/choices.ts'
import { deviceLine, timestampSchema } from '../inventory/primitives.ts'

/**
 * `audited`: read by SNMP or SSH. `notAudited`: no credential worked, no answer or not tried. `failed`: it started but did
 * not finish.
 */
export const auditStateSchema = z.enum(['audited', 'notAudited', 'failed'])
export type AuditState = z.infer<typeof auditStateSchema>

/**
 * Results of attempts to audit a host, with the state of a host whose telling result it is. The first of a host's
 * results in this order is its reason, so the more a result says about the host, the earlier it comes.
 */
export const auditReasons = {
  'sudo-missing': 'audited',
  'read-partly': 'audited',
  read: 'audited',
  'login-works': 'audited',
  'stopped-answering': 'failed',
  'connection-lost': 'failed',
  'time-limit': 'failed',
  'nothing-readable': 'failed',
  'result-too-large': 'failed',
  'host-key-changed': 'notAudited',
  'host-key-unknown': 'notAudited',
  'wrong-privacy': 'notAudited',
  'wrong-authentication': 'notAudited',
  'unsupported-security-level': 'notAudited',
  'not-in-time-window': 'notAudited',
  'unknown-context': 'notAudited',
  'not-authorized': 'notAudited',
  'no-shell': 'notAudited',
  'unsupported-system': 'notAudited',
  'more-authentication': 'notAudited',
  'password-expired': 'notAudited',
  'login-refused': 'notAudited',
  'unknown-user': 'notAudited',
  'wrong-community': 'notAudited',
  'refused-earlier': 'notAudited',
  'attempts-used-up': 'notAudited',
  'method-not-offered': 'notAudited',
  'no-common-algorithm': 'notAudited',
  'login-timeout': 'failed',
  'malformed-answer': 'failed',
  'credential-unreadable': 'failed',
  'probe-failed': 'failed',
  'http-login': 'notAudited',
  'no-credential': 'notAudited',
  'no-open-port': 'notAudited',
  'no-answer': 'notAudited',
  'no-snmp-v3': 'notAudited',
  'not-tried': 'notAudited',
  unreachable: 'notAudited',
  'port-closed': 'notAudited',
  'description-incomplete': 'notAudited',
  'ping-only': 'notAudited',
  'listed-only': 'notAudited',
  ignored: 'notAudited',
  cancelled: 'notAudited',
  'no-result': 'notAudited',
  'not-reported': 'notAudited',
} as const satisfies Record<string, AuditState>

export type AuditReason = keyof typeof auditReasons
export const auditReasonCodes = Object.keys(auditReasons) as [AuditReason, ...AuditReason[]]
export const auditReasonSchema = z.enum(auditReasonCodes)

const attemptProtocolSchema = z.enum(['snmp', 'snmp-v1', 'snmp-v2c', 'snmp-v3', 'ssh', 'http', 'tcp', ...printNames])
const port = z.int().min(1).max(65_535)
const attempts = z.int().min(0).max(10_000)

/** One attempt to audit a host: what was tried, and what came back. Contains no secret. */
export const auditAttemptSchema = z.object({
  protocol: attemptProtocolSchema,
  /** Absent if no single port was tried. */
  port: port.optional(),
  credentialId: deviceLine(64).optional(),
  /** User name of the credential. */
  user: deviceLine(64).optional(),
  reason: auditReasonSchema,
  /** Time at which the host's key was stored, for a changed key. */
  since: timestampSchema.optional(),
  /** Refused attempts of the day, and their limit. */
  used: attempts.optional(),
  limit: attempts.optional(),
  /** Closed ports, the first of them. */
  ports: z.array(port).max(16).optional(),
  /** Number of further such ports. */
  more: z.int().min(1).max(65_535).optional(),
  /** Data that could not be read. */
  missing: z.array(deviceLine(128)).max(8).optional(),
  /** Words of the host or of its system, untrusted. */
  detail: deviceLine(200).optional(),
})
export type AuditAttempt = z.infer<typeof auditAttemptSchema>

const auditAttemptsMax = 24

/** The outcome of one host's audit, as an Audit Service reports it. */
export const hostAuditSchema = z.object({
  reason: auditReasonSchema,
  attempts: z.array(auditAttemptSchema).max(auditAttemptsMax).default([]),
})
export type HostAudit = z.infer<typeof hostAuditSchema>

/**
 * Schema of a result's `audit`. A field that this release does not understand, such as a code of a later release, never
 * costs the host's observation. The host then counts like one of an Audit Service that reports no reasons.
 */
export const reportedAuditSchema = hostAuditSchema.optional().catch(undefined)

const rank = new Map(auditReasonCodes.map((code, index) => [code, index]))
const rankOf = ({ reason }: AuditAttempt): number => rank.get(reason) ?? rank.size

/** Returns the outcome of a host from its attempts, the most telling first. */
export function hostAuditOf(attempts: readonly AuditAttempt[], isAudited: boolean): HostAudit {
  const sorted = attempts.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, auditAttemptsMax)
  const fitting = sorted.find(({ reason }) => (auditReasons[reason] === 'audited') === isAudited)
  return { reason: fitting?.reason ?? (isAudited ? 'read' : 'not-tried'), attempts: sorted }
}

/** Returns true if the host was audited. */
export const isAudited = ({ reason }: Pick<HostAudit, 'reason'>): boolean => auditReasons[reason] === 'audited'

/** Results of hosts that nobody tried to read, or whose Audit Service does not say. */
const withoutAttempt: ReadonlySet<AuditReason> = new Set<AuditReason>([
  'ping-only',
  'listed-only',
  'ignored',
  'not-reported',
])

/** Returns true if a task tried to read the host and could not. */
export const isUnread = (audit: Pick<HostAudit, 'reason'>): boolean =>
  !isAudited(audit) && !withoutAttempt.has(audit.reason)

/** Returns the outcome of a host that was not tried. */
export const untried = (reason: AuditReason): HostAudit => ({ reason, attempts: [] })
