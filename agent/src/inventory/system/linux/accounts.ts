import { isLoginShell } from '@rollcall/shared/inventory/login-shells.ts'
import { type Host, LimitError, RefusedError } from '../../../platform/host.ts'
import { cachedByFiles } from '../../cached-by-times.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Account, HardwarePart } from '../../parts.ts'
import { type PasswdEntry, readPasswd } from '../../passwd.ts'
import type { OnCut, Source } from '../../source.ts'
import { linesOf, timeOfSeconds } from '../../text.ts'
import { upTo } from '../../up-to.ts'
import { signInsOfDatabases } from './sign-in-databases.ts'
import { accountsWithKeys } from './ssh-keys.ts'
import { parseUtmp, type SignIn } from './utmp.ts'

const groupBytesMax = 4 * 1024 * 1024
const signInBytesMax = 16 * 1024 * 1024
const sessionBytesMax = 16 * 1024
const sessionsMax = 4_096
const secondsOfDay = 86_400
const administratorGroups = new Set(['sudo', 'wheel', 'admin', 'root'])

/** Lists the local accounts with a login shell. No password and no hash of one is read. */
export const accounts: Source<HardwarePart> = {
  name: 'accounts',
  reads: ['accounts'],
  isAvailable: async (host) => (await host.listFolder('/etc')).includes('passwd'),
  collect: async (host, onCut) => {
    const entries = (await readPasswd(host)).filter(({ shell }) => isLoginShell(shell))
    const [group, locks, signedIn, signIns] = await Promise.all([
      host.readFile('/etc/group', groupBytesMax),
      readLocks(host),
      signedInUsers(host, onCut),
      lastSignIns(host, entries, onCut),
    ])
    const administrators = parseAdministrators(group ?? '')
    const withKeys = await accountsWithKeys(host, entries)
    const isClosed = ({ hasPassword, isExpired }: Lock, name: string) =>
      isExpired || (hasPassword ? false : negated(withKeys.get(name)))
    return {
      accounts: entries.map((entry): Account => {
        const { name, uid, gid, fullName, home, shell } = entry
        const lock = locks?.get(name)
        return {
          name,
          fullName: fullName || undefined,
          id: `${uid}`,
          home: home || undefined,
          shell: shell || undefined,
          isAdministrator: uid === 0 || administrators.names.has(name) || administrators.ids.has(gid),
          isDisabled: lock && isClosed(lock, name),
          isSignedIn: signedIn.has(name),
          lastSignInAt: signIns.get(name),
        }
      }),
    }
  },
}

const negated = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value)

/** Returns the members of groups that may act as root, and the ids of these groups. */
function parseAdministrators(text: string): { names: Set<string>; ids: Set<number> } {
  const groups = linesOf(text).map((line) => line.split(':'))
  const found = groups.filter(([name = '']) => administratorGroups.has(name))
  return {
    names: new Set(found.flatMap(([, , , members = '']) => members.split(',').filter(Boolean))),
    ids: new Set(found.flatMap(([, , id = '']) => (/^\d+$/.test(id) ? [Number(id)] : []))),
  }
}

type Lock = { hasPassword: boolean; isExpired: boolean }

/** Prints of each account whether it has a password, and its day of expiry. The hash itself never leaves awk. */
const shadowFilter = '{ print $1 ":" ($2 == "" || substr($2, 1, 1) ~ /[!*]/ ? 0 : 1) ":" $8 }'

/** Returns undefined if this user may not read shadow(5). */
async function readLocks(host: Host): Promise<Map<string, Lock> | undefined> {
  if (!(await host.hasProgram('awk'))) return undefined
  const limits = { timeoutMs: 5_000, outputBytesMax: groupBytesMax }
  const files = [{ folder: '/etc', suffix: 'shadow' }]
  try {
    const text = await cachedByFiles(host, 'account-locks', { files }, async () => {
      const { code, stdout } = await host.run('awk', ['-F:', shadowFilter, '/etc/shadow'], { ...limits, asRoot: true })
      // What this run may not read, another one may: nothing is stored.
      if (code !== 0) throw new RefusedError('/etc/shadow cannot be read')
      return stdout
    })
    return parseLocks(text, Date.now() / 1000 / secondsOfDay)
  } catch (error) {
    if (error instanceof RefusedError) return undefined
    throw error
  }
}

export function parseLocks(text: string, today: number): Map<string, Lock> {
  const locks = linesOf(text).flatMap((line): [string, Lock][] => {
    const [, name, password, expiry = ''] = /^([^:]+):([01]):(\d*)$/.exec(line) ?? []
    return name === undefined
      ? []
      : [[name, { hasPassword: password === '1', isExpired: expiry !== '' && Number(expiry) <= today }]]
  })
  return new Map(locks)
}

/** Reads the sessions of systemd-logind, and utmp(5) of systems that still have it. */
async function signedInUsers(host: Host, onCut?: OnCut): Promise<Set<string>> {
  const reads = ['accounts.isSignedIn']
  const folder = '/run/systemd/sessions'
  const all = (await host.listFolder(folder)).filter((name) => /^\w+$/.test(name))
  const ids = upTo(all, sessionsMax, 'sessions', onCut, reads)
  const [sessions, utmp] = await Promise.all([
    mapBounded(ids, 16, (id) => host.readFile(`${folder}/${id}`, sessionBytesMax)),
    host.readBytes('/run/utmp', signInBytesMax),
  ])
  const users = sessions.flatMap((text = '') =>
    /^CLASS=user/m.test(text) && !/^STATE=closing$/m.test(text) ? (/^USER=(.+)$/m.exec(text)?.[1] ?? []) : [],
  )
  const signIns = signInsOf(utmp, '/run/utmp', reads, onCut)
  return new Set([...users, ...signIns.map(({ user }) => user)])
}

function signInsOf(bytes: Buffer | undefined, path: string, reads: readonly string[], onCut?: OnCut): SignIn[] {
  const signIns = bytes === undefined ? [] : parseUtmp(bytes)
  if (signIns === undefined) onCut?.(`cannot read ${path}: its layout is unknown`, reads)
  return signIns ?? []
}

/** Size of a record of lastlog(8): time, line, host. The file has one for each uid, and holes between them. */
const lastlogBytes = 4 + 32 + 256

async function lastSignIns(host: Host, entries: readonly PasswdEntry[], onCut?: OnCut): Promise<Map<string, string>> {
  const [wtmp, ofDatabases, ofLastlog] = await Promise.all([
    readUpTo(host, '/var/log/wtmp', onCut),
    signInsOfDatabases(host, onCut),
    // The file of a host with the uids of a domain has gigabytes of holes, so that only the records are read.
    mapBounded(entries, 4, async ({ name, uid }): Promise<SignIn[]> => {
      const time = await host.readRange('/var/log/lastlog', uid * lastlogBytes, 4)
      return time?.length === 4 ? [{ user: name, seconds: time.readUInt32LE() }] : []
    }),
  ])
  const latest = new Map<string, number>()
  const ofWtmp = signInsOf(wtmp, '/var/log/wtmp', ['accounts.lastSignInAt'], onCut)
  for (const { user, seconds } of [...ofLastlog.flat(), ...ofDatabases, ...ofWtmp]) {
    if (seconds > (latest.get(user) ?? 0)) latest.set(user, seconds)
  }
  const dated = [...latest].map(([user, seconds]) => [user, timeOfSeconds(`${seconds}`)] as const)
  return new Map(dated.flatMap(([user, time]) => (time === undefined ? [] : [[user, time]])))
}

/** A record of millions of sign-ins is not worth its time. */
async function readUpTo(host: Host, path: string, onCut?: OnCut): Promise<Buffer | undefined> {
  try {
    return await host.readBytes(path, signInBytesMax)
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    onCut?.(`has no earlier sign-ins: ${error.message}`, ['accounts.lastSignInAt'])
    return undefined
  }
}
