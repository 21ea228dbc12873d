import { type Host, readUpTo, readValue, readValues } from '../../platform/host.ts'
import { linesOf, parseInteger } from '../text.ts'

/** Every block device by its kernel name, partitions and stacked devices included. */
export const blockClass = '/sys/class/block'

/** Devices below one file system. */
const devicesMax = 4096
const udevBytesMax = 64 * 1024

/**
 * Returns false for devices that are no disks: loop devices, stacked ones, floppy drives, the boot partitions of an
 * eMMC, and the paths to an NVMe disk.
 */
export const isDiskName = (name: string): boolean =>
  !/^(loop|ram|zram|dm-|md|nbd|drbd|rbd|bcache|zd|fd\d|mtdblock)/.test(name) &&
  !/^(mmcblk\d+(boot\d+|rpmb)|nvme\d+c\d+n\d+)$/.test(name)

/** Protection of the data on a device: encrypted with a method, or readable by anyone with the disk. */
type Encryption = { state: 'on'; method: string } | { state: 'off' }

/** Returns the protection of a device, from the devices below it; undefined unless it is certain. */
export type EncryptionOf = (device: string) => Promise<Encryption | undefined>

/** Methods by the second word of a device mapper UUID, as cryptsetup writes it: `CRYPT-LUKS2-…`. */
const methods: Record<string, string> = {
  LUKS1: 'LUKS1',
  LUKS2: 'LUKS2',
  PLAIN: 'dm-crypt',
  LOOPAES: 'loop-AES',
  TCRYPT: 'VeraCrypt',
  BITLK: 'BitLocker',
  FVAULT2: 'FileVault',
}

/** Mapped devices that pass data on as it is: LVM, multipath, partitions, RAID of firmware, and checksums. */
const transparentMapping = /^(LVM-|mpath-|part\d+-|DMRAID-|CRYPT-(VERITY|INTEGRITY|SUBDEV)-|stratis-)/

type BlockDevice = {
  /** The disk of a partition, or the devices that a stacked device consists of. */
  below: string[]
  isDisk: boolean
  /** Method of a mapping that encrypts. */
  method?: string | undefined
  /** A mapping without a known UUID may be encryption by another program. */
  isOpaque: boolean
}

/** Returns a reader that reads each device once. */
export function encryptionReader(host: Host): EncryptionOf {
  const cached = new Map<string, Promise<BlockDevice>>()
  const deviceOf = (name: string) => {
    const device = cached.get(name) ?? readDevice(host, name)
    cached.set(name, device)
    return device
  }
  return async (name) => {
    const parts: (Encryption | undefined)[] = []
    const visited = new Set<string>()
    let waiting = [{ name, isCertain: true }]
    while (waiting.length > 0) {
      if (visited.size + waiting.length > devicesMax) return undefined
      for (const each of waiting) visited.add(each.name)
      const devices = await Promise.all(
        waiting.map(async ({ name, isCertain }) => ({ isCertain, ...(await deviceOf(name)) })),
      )
      waiting = []
      for (const { below, isDisk, method, isOpaque, isCertain } of devices) {
        if (method !== undefined) parts.push({ state: 'on', method })
        else if (below.length === 0) parts.push(isDisk && isCertain ? { state: 'off' } : undefined)
        else
          waiting.push(
            ...below.filter((name) => !visited.has(name)).map((name) => ({ name, isCertain: isCertain && !isOpaque })),
          )
      }
    }
    return combine(parts)
  }
}

async function readDevice(host: Host, name: string): Promise<BlockDevice> {
  if (!isKernelName(name)) return { below: [], isDisk: false, isOpaque: true }
  const at = `${blockClass}/${name}`
  const [values, slaves, device] = await Promise.all([
    readValues(host, at, ['dm/uuid', 'partition']),
    host.listFolder(`${at}/slaves`),
    host.listFolder(`${at}/device`),
  ])
  const mapping = values['dm/uuid'] ?? ''
  const disk = diskOfPartition(name, parseInteger(values.partition))
  return {
    below: disk === undefined ? slaves : [disk],
    isDisk: isDiskName(name) && device.length > 0,
    method: methods[/^CRYPT-([A-Z0-9]+)-/.exec(mapping)?.[1] ?? ''],
    isOpaque: name.startsWith('dm-') && !transparentMapping.test(mapping),
  }
}

/** Returns the protection of data that is spread over several devices: a single readable one reveals it. */
export function combine(parts: readonly (Encryption | undefined)[]): Encryption | undefined {
  if (parts.some((part) => part?.state === 'off')) return { state: 'off' }
  const names = new Set<string>()
  for (const part of parts) {
    if (part?.state !== 'on') return undefined
    names.add(part.method)
  }
  return names.size === 0 ? undefined : { state: 'on', method: [...names].sort().join(', ') }
}

const isKernelName = (name: string): boolean => /^[\w!.:-]{1,64}$/.test(name) && !name.startsWith('.')

/** Returns `sda` for `sda1`, `nvme0n1` for `nvme0n1p1`: the kernel writes `p` after a name that ends in a digit. */
function diskOfPartition(name: string, number: number | undefined): string | undefined {
  if (number === undefined || !name.endsWith(`${number}`)) return undefined
  const stem = name.slice(0, -`${number}`.length)
  const disk = /\dp$/.test(stem) ? stem.slice(0, -1) : stem
  return disk === '' || disk === name ? undefined : disk
}

/** Returns the kernel name of a device number such as `253:0`. */
export async function nameOfNumber(host: Host, number: string): Promise<string | undefined> {
  if (!/^\d{1,7}:\d{1,9}$/.test(number) || number.startsWith('0:')) return undefined
  const name = /^DEVNAME=(.+)$/m.exec((await readValue(host, `/sys/dev/block/${number}/uevent`)) ?? '')?.[1]
  return name !== undefined && isKernelName(name) ? name : undefined
}

/** Returns the properties that udev queried from a device with this number, or of this database name; empty without udev. */
export async function udevProperties(host: Host, id: string): Promise<Map<string, string>> {
  const text = (await readUpTo(host, `/run/udev/data/${id}`, udevBytesMax)) ?? ''
  return new Map(
    linesOf(text).flatMap((line): [string, string][] => {
      const [, name, value] = /^E:([^=]+)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Decodes bytes that udev wrote as `\x20`. */
export function decodeUdev(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const bytes = text
    .split(/(\\x[0-9a-fA-F]{2})/)
    .map((part) => (/^\\x[0-9a-fA-F]{2}$/.test(part) ? Buffer.from(part.slice(2), 'hex') : Buffer.from(part)))
  return Buffer.concat(bytes).toString('utf8').replace(/\0/g, '').trim() || undefined
}
