import type { Host } from '../platform/host.ts'
import { decodeOctal } from './hardware/mounts.ts'
import type { OnCut } from './source.ts'
import { linesOf } from './text.ts'
import { upTo } from './up-to.ts'

/** A line of /etc/passwd (passwd(5)). */
export type PasswdEntry = { name: string; uid: number; gid: number; fullName: string; home: string; shell: string }

/** Far more than the local accounts of any machine. */
const passwdBytesMax = 4 * 1024 * 1024
const mountsBytesMax = 8 * 1024 * 1024
const homesMax = 1_024
/** The uid of `nobody` and those above it belong to no person. */
const nobody = 65_534

export const readPasswd = async (host: Host): Promise<PasswdEntry[]> =>
  parsePasswd((await host.readFile('/etc/passwd', passwdBytesMax)) ?? '')

function parsePasswd(text: string): PasswdEntry[] {
  return linesOf(text).flatMap((line) => {
    const [name = '', , uid = '', gid = '', comment = '', home = '', shell = ''] = line.split(':')
    if (name === '' || !/^\d{1,10}$/.test(uid) || !/^\d{1,10}$/.test(gid)) return []
    const [fullName = ''] = comment.split(',')
    return { name, uid: Number(uid), gid: Number(gid), fullName, home, shell }
  })
}

/** First uid of people: UID_MIN of login.defs(5). */
async function firstUidOf(host: Host): Promise<number> {
  const text = (await host.readFile('/etc/login.defs', 256 * 1024)) ?? ''
  return Number(/^\s*UID_MIN\s+(\d{1,9})\s*$/m.exec(text)?.[1] ?? 1000)
}

/** True for root and for people. */
const isPersonOrRoot = (uid: number, firstUid: number): boolean =>
  uid === 0 || (uid >= firstUid && uid !== nobody && uid < 0xffff_fffe)

type Home = { home: string; uid: number }

/**
 * Returns the home folders of root and of people on local file systems. A home on a network or in FUSE is left out: its
 * server may be dead, and a read would hang.
 */
export async function localHomes(host: Host, onCut: OnCut | undefined): Promise<readonly Home[]> {
  const [entries, firstUid, isLocal] = await Promise.all([readPasswd(host), firstUidOf(host), localFolders(host)])
  const homes = entries.filter(
    ({ home, uid }) => /^\/[^/]/.test(home) && isPersonOrRoot(uid, firstUid) && isLocal(home),
  )
  const each = [...new Map(homes.map(({ home, uid }) => [home, { home, uid }])).values()]
  return upTo(each, homesMax, 'homes of users', onCut)
}

/** Returns a test that is true for a folder whose file system no server and no user's program answers for. */
export async function localFolders(host: Host): Promise<(path: string) => boolean> {
  const remote = remoteMounts((await host.readFile('/proc/self/mountinfo', mountsBytesMax)) ?? '')
  return (path) => !isBelow(path, remote)
}

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

/** Returns the mount points of proc_pid_mountinfo(5) that a server or a user's program answers for. */
function remoteMounts(text: string): string[] {
  return linesOf(text).flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ')
    const isRemote = /^(nfs|cifs|smb|fuse\.|ceph|9p|afs|autofs|lustre|gluster|virtiofs)/.test(right)
    const mount = left.split(' ')[4] ?? ''
    return isRemote && mount !== '/' ? decodeOctal(mount) : []
  })
}
