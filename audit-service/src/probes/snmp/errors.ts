/** How a request to an SNMP engine can end without an answer that is of use. */
type SnmpErrorKind =
  /** Nothing came back in time, after all retries. */
  | 'no-answer'
  /** The network or the host says that nothing listens there. */
  | 'unreachable'
  | 'unknown-user'
  | 'wrong-digest'
  | 'decryption-error'
  | 'unsupported-security-level'
  | 'not-in-time-window'
  | 'unknown-context'
  /** The engine answered, but the user or community may not read. */
  | 'not-authorized'
  /** An error status of RFC 3416 that belongs to no single object. */
  | 'error-status'
  /** The answer breaks the protocol. */
  | 'malformed'

/** A request that failed, with a reason that tells a person what to change. */
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

/** True when an engine answered and refused the credentials: trying the same again is useless. */
export const isRefusal = (error: unknown): boolean => error instanceof SnmpError && refusals.has(error.kind)

/** True when nothing came back at all: the agent is not there, or drops what it does not like. */
export const isSilence = (error: unknown): boolean => error instanceof SnmpError && error.kind === 'no-answer'
