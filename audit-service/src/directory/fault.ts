import { messageOf } from '@rollcall/shared/errors.ts'
import { connectionFault } from '@rollcall/shared/node/outbound/connection-fault.ts'

/** What a person can do something about: the text goes into the task's error. */
export class DirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DirectoryError'
  }
}

const untrusted =
  "its certificate is not of a CA that is trusted here: put the CA's certificate into directory.caCertificate of the segment"
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

/**
 * Describes a fault of the connection, of its certificate, or in the server's answer in our own words. The server's text
 * stays out: the address in the segment may be any server's.
 */
export function faultText(error: unknown): string {
  if (error instanceof DirectoryError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'number') {
    const logon = logonFaults[/\bdata ([0-9a-f]+),/.exec(messageOf(error))?.[1] ?? '']
    return logon ?? resultTexts[code] ?? `it answers with LDAP result ${code}`
  }
  const { kind, text } = connectionFault(error)
  return kind === 'untrusted' ? untrusted : text
}
