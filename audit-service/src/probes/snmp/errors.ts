/** Failures of a request to an SNMP engine. */
type SnmpErrorKind =
  /** No answer in time, after all retries. */
  | 'no-answer'
  /** The host reports that nothing listens on the port. */
  | 'port-closed'
  /** The network reports that the host cannot be reached. */
  | 'unreachable'
  | 'unknown-user'
  | 'wrong-digest'
  | 'decryption-error'
  | 'unsupported-security-level'
  | 'not-in-time-window'
  | 'unknown-context'
  /** The engine answered, but denies the user or community access. */
  | 'not-authorized'
  /** An error status of RFC 3416 that belongs to no single object. */
  | 'error-status'
  /** The answer violates the protocol. */
  | 'malformed'

/** A failed request, with a message that names the remedy. */
export class SnmpError extends Error {
  readonly kind: SnmpErrorKind

  constructor(kind: SnmpErrorKind, message: string) {
    super(message)
    this.name = 'SnmpError'
    this.kind = kind
  }
}

const refusals: ReadonlySet<SnmpErrorKind> = new Set([
  'unknown-user',
  'wrong-digest',
  'decryption-error',
  'unsupported-security-level',
  'unknown-context',
  'not-authorized',
])

/** Returns true if an engine answered and refused the credentials: a retry is useless. */
export const isRefusal = (error: unknown): boolean => error instanceof SnmpError && refusals.has(error.kind)

/** Returns true if there was no answer: no agent, or one that drops the request. */
export const isSilence = (error: unknown): boolean => error instanceof SnmpError && error.kind === 'no-answer'
