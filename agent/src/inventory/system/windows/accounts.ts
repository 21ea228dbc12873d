import type { WindowsApi } from '../../../platform/windows/api.ts'
import { decodeLocalUsers } from '../../../platform/windows/local-user.ts'
import { timeOfFiletime } from '../../../platform/windows/times.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'

const profiles = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList'
const accountsMax = 1024
/** SIDs of people: of a machine or domain, and of Entra ID. */
const personal = /^S-1-(5-21|12-1)-[\d-]+$/

type Account = NonNullable<HardwarePart['accounts']>[number]

/** Reads the accounts of this machine, and those of a domain that have a profile here. */
export const windowsAccounts = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-accounts',
  reads: ['accounts'],
  isAvailable: async () => true,
  collect: async (_host, onCut) => {
    const administrators = new Set(api.administratorSids())
    const signedIn = new Set(api.registry.keys('HKU').filter((sid) => isSignedIn(api, sid)))
    const withProfile = new Map(profilesOf(api).map((profile) => [profile.id, profile]))
    const users = api.localUsers().flatMap(decodeLocalUsers)
    // A domain controller has those of its whole domain: a look-up for each would take long.
    const local = upTo(users, accountsMax, 'accounts', onCut).map(({ name, fullName, isDisabled }): Account => {
      const id = api.accountSid(name)
      const profile = id === undefined ? undefined : withProfile.get(id)
      if (id !== undefined) withProfile.delete(id)
      return { ...profile, name, fullName: fullName || undefined, id, isDisabled }
    })
    const accounts = [...local, ...withProfile.values()]
    return {
      accounts: upTo(accounts, accountsMax, 'accounts and profiles', onCut).map((account) => ({
        ...account,
        isAdministrator: account.id === undefined ? undefined : administrators.has(account.id),
        isSignedIn: account.id !== undefined && signedIn.has(account.id),
      })),
    }
  },
})

/** Returns true for a user with a session: Windows makes this key at the sign-in and removes it at the sign-out. */
const isSignedIn = (api: WindowsApi, sid: string): boolean =>
  personal.test(sid) && api.registry.writtenAt(`HKU\\${sid}\\Volatile Environment`) !== undefined

/** Returns the profiles of people. The name is that of the folder: to ask a domain for it can take long. */
function profilesOf(api: WindowsApi): (Account & { id: string })[] {
  return api.registry
    .keys(profiles)
    .filter((sid) => personal.test(sid))
    .flatMap((id) => {
      const values = api.registry.values(`${profiles}\\${id}`)
      const home = values.text('ProfileImagePath')
      const name = home?.split('\\').at(-1)
      const [high, low] = ['High', 'Low'].map((part) => values.number(`LocalProfileLoadTime${part}`))
      const loadedAt =
        high === undefined || low === undefined ? undefined : timeOfFiletime((BigInt(high) << 32n) | BigInt(low))
      return name ? [{ id, name, home, lastSignInAt: loadedAt?.toISOString() }] : []
    })
}
