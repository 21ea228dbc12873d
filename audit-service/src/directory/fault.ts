import { codeOf, messageOf } from '@rollcall/shared/errors.ts'
import { connectionFault } from '@rollcall/shared/node/outbound/connection-fault.ts'

/** A failure that a person can fix: the text becomes the task's error. */
export class DirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DirectoryError'
  }
}

const untrusted =
  "its certificate is not issued by a trusted CA: put the CA's certificate into directory.caCertificate of the segment"
/** By LDAP result code (RFC 4511 section 4.1.9). */
const resultTexts: Record<number, string> = {
  7: 'it refuses a bind with name and password',
  8: 'it requires stronger authentication than name and password over TLS',
  10: 'it refers to another server, which is not followed: use the address of a server of the domain',
  32: 'the base DN does not exist',
  34: 'the base DN is not a distinguished name',
  49: 'name or password is wrong, or the account is locked, disabled or expired',
  50: 'the account may not read there',
}

/**
 * Reasons for a refused sign-in to Active Directory: a Windows error code (MS-ERREF, section 2.2) in hexadecimal, after
 * `data`.
 */
const logonFaults: Record<string, string> = {
  '525': 'the account does not exist',
  '52e': 'name or password is wrong',
  '530': 'the account may not sign in at this time',
  '531': 'the account may not sign in from here',
  '532': 'its password has expired',
  '533': 'the account is disabled',
  '701': 'the account has expired',
  '773': 'its password has to be changed first',
  '775': 'the account is locked',
}

/**
 * Describes a fault of the connection, of its certificate, or in the server's response in our own words. The server's
 * text is left out, because the address in the segment may be any server's.
 */
export function faultText(error: unknown): string {
  if (error instanceof DirectoryError) return error.message
  const code = codeOf(error)
  if (typeof code === 'number') {
    const logon = logonFaults[/\bdata ([0-9a-f]+),/.exec(messageOf(error))?.[1] ?? '']
    return logon ?? resultTexts[code] ?? `it answers with LDAP result ${code}`
  }
  const { kind, text } = connectionFault(error)
  return kind === 'untrusted' ? untrusted : text
}
