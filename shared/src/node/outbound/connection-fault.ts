import { OutboundRefused } from './outbound.ts'

/** Certificate faults by the code of Node's TLS. Node's own messages quote the certificate. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: is the clock of this machine right?',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: write the address with a name that is in it',
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
])

const networkFaults: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ECONNABORTED: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  EHOSTDOWN: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENETDOWN: 'the network cannot be reached',
  EADDRNOTAVAIL: 'the address cannot be reached from here',
  ETIMEDOUT: 'there was no answer in time',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name cannot be resolved now',
}

type ConnectionFault = { kind: 'refused' | 'untrusted' | 'tls' | 'network' | 'protocol'; text: string }

/**
 * Describes a failed call without text from the other end, which may be any server of the collector's network: the
 * person who set its address must not read its answers.
 */
export function connectionFault(error: unknown): ConnectionFault {
  if (error instanceof OutboundRefused) return { kind: 'refused', text: error.message }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return { kind: 'network', text: 'there was no answer in time' }
  }
  const code = codeOf(error)
  const suffix = code === undefined ? '' : ` (${code})`
  if (untrusted.has(code ?? '')) {
    return { kind: 'untrusted', text: `its certificate is not of a CA that is trusted here${suffix}` }
  }
  const certificate = certificateFaults[code ?? '']
  if (certificate) return { kind: 'tls', text: `${certificate}${suffix}` }
  const network = networkFaults[code ?? '']
  if (network) return { kind: 'network', text: `${network}${suffix}` }
  if (code?.startsWith('HPE_')) return { kind: 'protocol', text: 'the server does not speak HTTP' }
  if (code !== undefined && /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code)) {
    return { kind: 'tls', text: `no TLS connection could be made${suffix}` }
  }
  return { kind: 'network', text: `the connection failed${suffix}` }
}

/** Returns the code of Node or of the system; for several tried addresses that of the first failure. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause)
}
