import { messageOf } from '@rollcall/shared/errors.ts'
import { type Host, LimitError, readValue, runText } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { HardwarePart, Volume } from '../parts.ts'
import { type OnCut, type Source, withTimeout } from '../source.ts'
import { linesOf } from '../text.ts'
import { upTo } from '../up-to.ts'
import {
  blockClass,
  combine,
  decodeUdev,
  type EncryptionOf,
  encryptionReader,
  nameOfNumber,
  udevProperties,
} from './block-devices.ts'
import { cryptKinds, isLocal, type Mount, parseMountinfo } from './mounts.ts'

const mountinfoPath = '/proc/self/mountinfo'
const mountinfoBytesMax = 8 * 1024 * 1024
const volumesMax = 4096
const sizeTimeoutMs = 5_000
const zfsLimits = { timeoutMs: 5_000, outputBytesMax: 4 * 1024 * 1024 }

/**
 * Lists mounted real file systems with their sizes, labels and encryption. The size of a network file system is not
 * queried, because a dead server would block the call.
 */
export const volumes: Source<HardwarePart> = {
  name: 'volumes',
  reads: ['volumes'],
  // A file system on a dying disk answers late.
  timeoutMs: 20_000,
  isAvailable: async (host) => (await host.listFolder('/proc/self')).includes('mountinfo'),
  collect: async (host, onCut) => {
    const mounts = parseMountinfo((await host.readFile(mountinfoPath, mountinfoBytesMax)) ?? '')
    const context: Context = {
      host,
      unanswered: [],
      encryptionOf: encryptionReader(host),
      btrfs: mounts.some(({ fileSystem }) => fileSystem === 'btrfs') ? await readBtrfs(host) : [],
      zfs: mounts.some(({ fileSystem }) => fileSystem === 'zfs') ? await readZfs(host, onCut) : new Map(),
    }
    const volumes = await mapBounded(upTo(mounts, volumesMax, 'file systems', onCut), 32, (mount) =>
      readVolume(context, mount),
    )
    const { unanswered } = context
    if (unanswered.length > 0) {
      onCut?.(
        `has no size of ${unanswered.length} file systems that do not answer: ${unanswered.slice(0, 4).join(', ')}`,
      )
    }
    return { volumes }
  },
}

type Context = {
  host: Host
  /** Mount points of file systems that do not answer. */
  unanswered: string[]
  encryptionOf: EncryptionOf
  btrfs: Btrfs[]
  /** `encryption` property of each dataset. */
  zfs: Map<string, string>
}

async function readVolume(context: Context, mount: Mount): Promise<Volume> {
  const { host } = context
  const name = await nameOfNumber(host, mount.number)
  const [size, details, device] = await Promise.all([
    isLocal(mount) ? readSize(context, mount) : undefined,
    readDetails(context, mount, name),
    deviceName(host, mount, name),
  ])
  return {
    mount: mount.mount,
    device,
    fileSystem: mount.fileSystem,
    ...size,
    // A ZFS dataset shares its pool: its size is the sum of what it uses and what all datasets leave.
    ...(mount.fileSystem === 'zfs' && { sizeBytes: undefined }),
    ...details,
  }
}

async function readSize(
  { host, unanswered }: Context,
  { mount }: Mount,
): Promise<Pick<Volume, 'sizeBytes' | 'freeBytes'>> {
  try {
    return (await withTimeout(host.fileSystemSize(mount), sizeTimeoutMs)) ?? {}
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    unanswered.push(mount)
    return {}
  }
}

/** Returns the device as a person knows it: `/dev/root` and `/dev/dm-0` have better names. */
async function deviceName(host: Host, { device }: Mount, name: string | undefined): Promise<string> {
  if (name === undefined || !/^\/dev\/(root|dm-\d+)$/.test(device)) return device
  const mapping = name.startsWith('dm-') ? await readValue(host, `${blockClass}/${name}/dm/name`) : undefined
  return mapping === undefined ? `/dev/${name}` : `/dev/mapper/${mapping}`
}

type Details = Pick<Volume, 'label' | 'encryption'>

async function readDetails(context: Context, mount: Mount, name: string | undefined): Promise<Details> {
  const { host, encryptionOf, zfs } = context
  if (cryptKinds.has(mount.fileSystem)) {
    return { encryption: { state: 'on', method: mount.fileSystem.replace('fuse.', '') } }
  }
  if (mount.fileSystem === 'zfs') {
    // The pool of a dataset without encryption may be on encrypted devices.
    const cipher = zfs.get(mount.device) ?? 'off'
    return cipher === 'off' || cipher === '-' ? {} : { encryption: { state: 'on', method: 'ZFS' } }
  }
  if (mount.fileSystem === 'btrfs') return await readBtrfsDetails(context, mount)
  if (name === undefined) return {}
  const [properties, encryption] = await Promise.all([udevProperties(host, `b${mount.number}`), encryptionOf(name)])
  const isPartlyEncrypted = encryption?.state === 'off' && (await hasEncryptedFolders(host, mount))
  return {
    label: decodeUdev(properties.get('ID_FS_LABEL_ENC')) ?? properties.get('ID_FS_LABEL'),
    encryption: isPartlyEncrypted ? undefined : encryption,
  }
}

const fscryptKinds = new Set(['ext4', 'f2fs', 'ubifs'])

/** Returns true if fscrypt encrypts folders of a file system: its metadata is at the root. */
const hasEncryptedFolders = async (host: Host, { fileSystem, mount }: Mount): Promise<boolean> =>
  fscryptKinds.has(fileSystem) && (await host.listFolder(`${mount === '/' ? '' : mount}/.fscrypt/policies`)).length > 0

/** A btrfs file system and the kernel names of its devices. */
type Btrfs = { id: string; devices: string[] }

async function readBtrfs(host: Host): Promise<Btrfs[]> {
  const ids = (await host.listFolder('/sys/fs/btrfs')).filter((name) => /^[0-9a-f-]{36}$/.test(name))
  return await mapBounded(ids, 8, async (id) => ({ id, devices: await host.listFolder(`/sys/fs/btrfs/${id}/devices`) }))
}

/** The mount table names one of the devices, with a device number of its own for the file system. */
async function readBtrfsDetails({ host, encryptionOf, btrfs }: Context, { device }: Mount): Promise<Details> {
  for (const { id, devices } of btrfs) {
    const paths = await Promise.all(devices.map((name) => pathOf(host, name, device)))
    if (!paths.includes(device)) continue
    const label = await readValue(host, `/sys/fs/btrfs/${id}/label`)
    return { label, encryption: combine(await Promise.all(devices.map(encryptionOf))) }
  }
  return {}
}

async function pathOf(host: Host, name: string, device: string): Promise<string> {
  if (!name.startsWith('dm-') || !device.startsWith('/dev/mapper/')) return `/dev/${name}`
  return `/dev/mapper/${await readValue(host, `${blockClass}/${name}/dm/name`)}`
}

async function readZfs(host: Host, onCut: OnCut | undefined): Promise<Map<string, string>> {
  if (!(await host.hasProgram('zfs'))) return new Map()
  try {
    const args = ['get', '-H', '-o', 'name,value', '-t', 'filesystem', 'encryption']
    const text = await runText(host, 'zfs', args, zfsLimits)
    return new Map(linesOf(text).map((line) => line.split('\t') as [string, string]))
  } catch (error) {
    onCut?.(`has no encryption of ZFS (${messageOf(error)})`)
    return new Map()
  }
}
