import { byText, linesOf } from '../text.ts'

/** A mounted file system; `number` is its device number, such as `253:0`. */
export type Mount = { mount: string; device: string; fileSystem: string; number: string }

/** File systems of another machine, or of the host of a virtual machine. */
const networkKinds = new Set([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  'ceph',
  'fuse.ceph',
  'glusterfs',
  'fuse.glusterfs',
  'fuse.sshfs',
  'fuse.rclone',
  'fuse.s3fs',
  'fuse.davfs',
  'fuse.vmhgfs-fuse',
  'vmhgfs',
  'vboxsf',
  '9p',
  'afs',
  'beegfs',
  'gpfs',
  'lustre',
])
/** Encrypted views of a folder. Their space is that of the file system below. */
export const cryptKinds = new Set(['ecryptfs', 'fuse.gocryptfs', 'fuse.encfs', 'fuse.cryfs'])
/** File systems that store data but have no block device of their own name. */
const pooledKinds = new Set(['zfs', 'virtiofs', 'bcachefs', 'ubifs'])
/** Images of programs and containers; one of them may be the root. */
const imageKinds = new Set(['overlay', 'squashfs', 'erofs'])

/** Returns true if the size belongs to this machine and can be queried without another one. */
export const isLocal = ({ fileSystem }: Mount): boolean =>
  !networkKinds.has(fileSystem) && !fileSystem.startsWith('fuse.') && !cryptKinds.has(fileSystem)

/**
 * Parses proc_pid_mountinfo(5). Each file system is returned once, at its shortest mount point, without bind mounts of
 * folders.
 */
export function parseMountinfo(text: string): Mount[] {
  const found = new Map<string, Mount>()
  for (const line of linesOf(text)) {
    const [left = '', right = ''] = line.split(' - ')
    const [, , number = '', root = '', mountPoint = ''] = left.split(' ')
    const [fileSystem = '', source = ''] = right.split(' ')
    const mount = { mount: decodeOctal(mountPoint), device: decodeOctal(source), fileSystem, number }
    if (!mount.mount.startsWith('/') || !isReal(mount, root)) continue
    // Two shares of a server can have the same number, and one share two of them.
    const key = networkKinds.has(fileSystem) ? mount.device : number
    const earlier = found.get(key)
    if (!earlier || isBefore(mount, earlier)) found.set(key, mount)
  }
  return [...found.values()].sort((left, right) => byText(left.mount, right.mount))
}

const isBefore = (one: Mount, other: Mount): boolean =>
  one.mount.length - other.mount.length < 0 ||
  (one.mount.length === other.mount.length && byText(one.mount, other.mount) < 0)

function isReal({ mount, device, fileSystem }: Mount, root: string): boolean {
  if (imageKinds.has(fileSystem)) return mount === '/'
  if (networkKinds.has(fileSystem)) return true
  // A folder as root is a bind mount, except a subvolume of btrfs and the deployment that an image-based system runs from.
  if (root !== '/' && fileSystem !== 'btrfs' && mount !== '/') return false
  if (fileSystem === 'devtmpfs') return false
  return device.startsWith('/dev/') || cryptKinds.has(fileSystem) || pooledKinds.has(fileSystem)
}

/** Decodes space, tab, newline and backslash, which are written as octal numbers. */
export const decodeOctal = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
