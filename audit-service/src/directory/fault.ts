import { messageOf } from '@rollcall/shared/errors.ts'

/** What a person can do something about: the text goes into the task's error. */
export class DirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DirectoryError'
  }
}

const untrusted =
  "its certificate is not of a CA that is trusted here: put the CA's certificate into directory.caCertificate of the segment"
/** By the code of Node's TLS. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: is the clock of this machine right?',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: write the address with a name that is in it',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
}
/** By LDAP result code (RFC 4511 section 4.1.9). */
const resultTexts: Record<number, string> = {
  7: 'it does not take a bind with name and password',
  8: 'it asks for a stronger way to authenticate than name and password over TLS',
  10: 'it refers to another server, which is not followed: write the address of one that holds the domain',
  32: 'there is no such base DN',
  34: 'the base DN is not a distinguished name',
  49: 'name or password is wrong, or the account is locked, disabled or expired',
  50: 'the account may not read there',
}

/** Why Active Directory lets nobody in: a Windows error code (MS-ERREF section 2.2) in hexadecimal, behind `data`. */
const logonFaults: Record<string, string> = {
  '525': 'there is no such account',
  '52e': 'name or password is wrong',
  '530': 'the account may not sign in at this time',
  '531': 'the account may not sign in from here',
  '532': 'its password has expired',
  '533': 'the account is disabled',
  '701': 'the account has expired',
  '773': 'its password has to be changed first',
  '775': 'the account is locked',
}

/** A fault of the connection, of its certificate, or in the server's answer, in words. */
export function faultText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const logon = logonFaults[/\bdata ([0-9a-f]+),/.exec(messageOf(error))?.[1] ?? '']
  const known = typeof code === 'number' ? resultTexts[code] : certificateFaults[String(code)]
  return logon ?? known ?? messageOf(error)
}
