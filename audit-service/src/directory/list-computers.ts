import type { DirectoryAddress } from '@rollcall/shared/api/segment.ts'
import type { LdapCredential } from '@rollcall/shared/messages/credential.ts'
import { AndFilter, EqualityFilter, ExtensibleFilter, type Filter, FilterParser, NotFilter } from 'ldapts'
import { type Computer, computerAttributes, parseComputer } from './computer.ts'
import type { DirectoryTarget } from './connect.ts'
import { connectDirectory } from './connect.ts'
import { DirectoryError } from './fault.ts'
import { directoryFault, openSession } from './session.ts'

export type ComputerList = {
  computers: Computer[]
  /** True if there are more computers than were read. */
  cut: boolean
  /** Address of the connected server. */
  serverAddress: string
}

/** Entries per page: a domain controller returns at most 1,000. */
const pageSize = 500
const computersMax = 100_000
/** Some servers return fewer entries than requested; none needs this many pages. */
const pagesMax = 1_000
const listTimeoutMs = 10 * 60_000
const pageTimeLimitS = 60

/**
 * Lists the computers below the base DN whose accounts are not disabled. Throws `DirectoryError`, or if `signal`
 * aborts.
 */
export async function listComputers(
  directory: DirectoryTarget,
  { username, password }: LdapCredential,
  signal: AbortSignal,
): Promise<ComputerList> {
  const { url, baseDn } = directory
  const filter = filterOf(directory)
  const late = AbortSignal.timeout(listTimeoutMs)
  const ended = AbortSignal.any([signal, late])
  const socket = await connectDirectory(directory, ended)
  const serverAddress = socket.remoteAddress ?? ''
  const session = openSession(socket, ended)
  const computers: Computer[] = []
  try {
    await session.bind(username, password).catch((error: unknown) => {
      throw directoryFault(`the directory at ${url} refuses the sign-in of ${username}`, error)
    })
    const options = {
      filter,
      scope: 'sub' as const,
      attributes: [...computerAttributes],
      explicitBufferAttributes: ['objectGUID'],
      paged: { pageSize },
      timeLimit: pageTimeLimitS,
    }
    let pages = 0
    for await (const entries of session.pages(baseDn, options)) {
      if (pages === pagesMax || computers.length + entries.length > computersMax) {
        return { computers, cut: true, serverAddress }
      }
      pages += 1
      computers.push(...entries.flatMap((entry) => parseComputer(entry) ?? []))
    }
    return { computers, cut: false, serverAddress }
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) throw new DirectoryError(`the directory at ${url} did not list its computers within 10 minutes`)
    throw error instanceof DirectoryError
      ? error
      : directoryFault(`the directory at ${url} does not list the computers of ${baseDn}`, error)
  } finally {
    await session.close()
  }
}

/** ACCOUNTDISABLE of userAccountControl (MS-ADTS section 2.2.16), by LDAP_MATCHING_RULE_BIT_AND (3.1.1.3.4.4.1). */
const disabled = new ExtensibleFilter({
  matchType: 'userAccountControl',
  rule: '1.2.840.113556.1.4.803',
  value: '2',
})

/** Parses the user's filter separately, so that it can only narrow our own. */
function filterOf({ filter }: DirectoryAddress): Filter {
  const computers = [
    new EqualityFilter({ attribute: 'objectCategory', value: 'computer' }),
    new NotFilter({ filter: disabled }),
  ]
  if (filter === undefined || filter.trim() === '') return new AndFilter({ filters: computers })
  try {
    return new AndFilter({ filters: [...computers, FilterParser.parseString(filter.trim())] })
  } catch (error) {
    throw directoryFault("the segment's directory.filter is not a filter (RFC 4515)", error)
  }
}
