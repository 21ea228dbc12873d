import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { AuditAttempt, AuditReason } from '@rollcall/shared/messages/host-audit.ts'
import type { SnmpError } from './errors.ts'

const userMax = 64
const missingMax = 8
const missingCharsMax = 128

const reasons: Record<SnmpError['kind'], AuditReason> = {
  'no-answer': 'no-answer',
  'port-closed': 'port-closed',
  unreachable: 'unreachable',
  'unknown-user': 'unknown-user',
  'wrong-digest': 'wrong-authentication',
  'decryption-error': 'wrong-privacy',
  'unsupported-security-level': 'unsupported-security-level',
  'not-in-time-window': 'not-in-time-window',
  'unknown-context': 'unknown-context',
  'not-authorized': 'not-authorized',
  'error-status': 'malformed-answer',
  malformed: 'malformed-answer',
}

/** Reasons whose message says more than the code. */
const withDetail: ReadonlySet<AuditReason> = new Set<AuditReason>(['unreachable', 'malformed-answer'])

/** Describes an attempt with a credential. It contains the user of SNMPv3, and no community. */
export function attemptWith(
  credential: SnmpCredential,
  port: number,
  result: Pick<AuditAttempt, 'reason'> & Partial<AuditAttempt>,
): AuditAttempt {
  const isV3 = credential.kind === 'snmp-v3'
  return {
    protocol: isV3 ? 'snmp-v3' : `snmp-${credential.version}`,
    port,
    ...(credential.id !== undefined && { credentialId: credential.id }),
    ...(isV3 && { user: cleanText(credential.user, userMax) }),
    ...result,
    ...(isV3 && hintFor(credential, result.reason)),
  }
}

/** Returns a cause that the agent does not distinguish from the reported one. */
function hintFor(
  { securityLevel, contextName }: Extract<SnmpCredential, { kind: 'snmp-v3' }>,
  reason: AuditReason,
): Pick<AuditAttempt, 'detail'> {
  if (reason === 'wrong-privacy' && contextName) return { detail: 'or an unknown context name' }
  if (reason === 'not-authorized' && securityLevel !== 'authPriv')
    return { detail: `the user may need a higher security level than ${securityLevel}` }
  return {}
}

/** Returns the reason of a failed request as fields of an attempt. */
export function reasonOf({ kind, message }: SnmpError): Pick<AuditAttempt, 'reason' | 'detail'> {
  const reason = reasons[kind]
  return withDetail.has(reason) ? { reason, detail: cleanText(message, missingCharsMax) } : { reason }
}

/** Returns the result of a device that was read, with the data that was cut. */
export function readResult(truncated: readonly string[]): Pick<AuditAttempt, 'reason' | 'missing'> {
  if (truncated.length === 0) return { reason: 'read' }
  return {
    reason: 'read-partly',
    missing: truncated.slice(0, missingMax).map((text) => cleanText(text, missingCharsMax)),
  }
}
