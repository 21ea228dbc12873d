import { isLoginShell } from '@rollcall/shared/inventory/login-shells.ts'
import { type Host, runText } from '../../../platform/host.ts'
import { type Entry, isEntry, numberIn, textsIn } from '../../loose-values.ts'
import type { Account, HardwarePart } from '../../parts.ts'
import { parsePlist } from '../../plist/plist.ts'
import type { Source } from '../../source.ts'
import { linesOf } from '../../text.ts'

const attributes = ['RecordName', 'UniqueID', 'RealName', 'NFSHomeDirectory', 'UserShell', 'AuthenticationAuthority']

/** Lists the local accounts of people and root, from the directory service. */
export const macosAccounts: Source<HardwarePart> = {
  name: 'macos-accounts',
  reads: ['accounts'],
  isAvailable: (host) => host.hasProgram('dscl'),
  collect: async (host) => {
    const [users, administrators, signedIn] = await Promise.all([
      readDirectory(host, ['-readall', '/Users', ...attributes]),
      readDirectory(host, ['-read', '/Groups/admin', 'GroupMembership']),
      runText(host, 'who', []),
    ])
    return { accounts: parseAccounts(users, administrators, signedIn) }
  },
}

const readDirectory = async (host: Host, args: readonly string[]) =>
  parsePlist(Buffer.from(await runText(host, 'dscl', ['-plist', '.', ...args])))

export function parseAccounts(users: unknown, administrators: unknown, who: string): Account[] {
  if (!Array.isArray(users)) throw new Error('dscl printed no list of accounts')
  const admins = new Set(isEntry(administrators) ? standard(administrators, 'GroupMembership') : [])
  // The name ends at a space: `alice    console      Nov 22 09:11`
  const signedIn = new Set(linesOf(who).map((line) => line.split(' ')[0]))
  return users.filter(isEntry).flatMap((user) => {
    const [name] = standard(user, 'RecordName')
    const id = numberIn({ id: standard(user, 'UniqueID')[0] }, 'id')
    const [shell] = standard(user, 'UserShell')
    // Below 501 are the accounts of the system.
    const isPerson = id !== undefined && (id === 0 || id > 500)
    if (name === undefined || !isPerson || !isLoginShell(shell ?? '')) return []
    const authority = standard(user, 'AuthenticationAuthority')
    return {
      name,
      fullName: standard(user, 'RealName')[0],
      id: `${id}`,
      home: standard(user, 'NFSHomeDirectory')[0],
      shell,
      isAdministrator: id === 0 || admins.has(name),
      // Nobody can sign in to an account without a way to authenticate, as root is at first.
      isDisabled: authority.length === 0 || authority.some((text) => text.includes(';DisabledUser;')),
      isSignedIn: signedIn.has(name),
    }
  })
}

const standard = (record: Entry, name: string): string[] => textsIn(record, `dsAttrTypeStandard:${name}`)
