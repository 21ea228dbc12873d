import { type Host, runText } from '../../platform/host.ts'
import type { HardwarePart, Volume } from '../parts.ts'
import type { Source } from '../source.ts'
import { byText, linesOf } from '../text.ts'

const mountinfoBytesMax = 8 * 1024 * 1024
const volumesMax = 4096

/**
 * Lists mounted real file systems with their sizes. The size of a network file system is not queried, because a dead
 * server would block the call.
 */
export const volumes: Source<HardwarePart> = {
  name: 'volumes',
  isAvailable: async (host) => (await host.readFile('/proc/self/mountinfo', mountinfoBytesMax)) !== undefined,
  collect: async (host) => {
    const mounts = parseMountinfo((await host.readFile('/proc/self/mountinfo', mountinfoBytesMax)) ?? '')
    const sizes = await readSizes(host, mounts.filter(isLocal))
    return { volumes: mounts.slice(0, volumesMax).map((mount) => ({ ...mount, ...sizes.get(mount.mount) })) }
  },
}

type Mount = { mount: string; device: string; fileSystem: string }

const networkKinds = new Set([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  'ceph',
  'glusterfs',
  'fuse.sshfs',
  '9p',
  'afs',
  'lustre',
])
/** File systems that store data but have no block device of their own name. */
const pooledKinds = new Set(['zfs', 'virtiofs', 'fuse.glusterfs', 'bcachefs'])

const isLocal = ({ fileSystem }: Mount): boolean => !networkKinds.has(fileSystem) && !fileSystem.startsWith('fuse.')

/**
 * Parses proc_pid_mountinfo(5). Each file system is returned once, at its shortest mount point, without bind mounts of
 * folders.
 */
export function parseMountinfo(text: string): Mount[] {
  const found = new Map<string, Mount>()
  for (const line of linesOf(text)) {
    const [left = '', right = ''] = line.split(' - ')
    const [, , deviceNumber = '', root = '', mountPoint = ''] = left.split(' ')
    const [fileSystem = '', source = ''] = right.split(' ')
    const mount = { mount: decodeOctal(mountPoint), device: decodeOctal(source), fileSystem }
    if (!isReal(mount, root)) continue
    const known = found.get(deviceNumber)
    if (!known || mount.mount.length < known.mount.length) found.set(deviceNumber, mount)
  }
  return [...found.values()].sort((left, right) => byText(left.mount, right.mount))
}

function isReal({ mount, device, fileSystem }: Mount, root: string): boolean {
  // Subvolumes of btrfs are mounted with a root of their own; a container's root is an overlay.
  if (root !== '/' && fileSystem !== 'btrfs') return false
  if (fileSystem === 'overlay') return mount === '/'
  if (fileSystem === 'squashfs' || fileSystem === 'devtmpfs') return false
  return device.startsWith('/dev/') || networkKinds.has(fileSystem) || pooledKinds.has(fileSystem)
}

/** Decodes space, tab, newline and backslash, which are written as octal numbers. */
const decodeOctal = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

type Size = Pick<Volume, 'sizeBytes' | 'freeBytes'>

async function readSizes(host: Host, mounts: Mount[]): Promise<Map<string, Size>> {
  const paths = mounts.map(({ mount }) => mount).filter((mount) => mount.startsWith('/') && !mount.includes('\n'))
  if (paths.length === 0 || !(await host.hasProgram('stat'))) return new Map()
  // `%S %b %a %n`: block size, blocks, blocks free for users (as df's "Available"), name. The same in busybox.
  return parseStat(await runText(host, 'stat', ['-f', '-c', '%S %b %a %n', ...paths]))
}

export function parseStat(text: string): Map<string, Size> {
  const sizes = new Map<string, Size>()
  for (const line of linesOf(text)) {
    const [, blockBytes, blocks, free, mount] = /^(\d+) (\d+) (\d+) (\/.*)$/.exec(line) ?? []
    if (mount === undefined) continue
    sizes.set(mount, { sizeBytes: Number(blockBytes) * Number(blocks), freeBytes: Number(blockBytes) * Number(free) })
  }
  return sizes
}
