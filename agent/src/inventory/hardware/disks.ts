import { type Host, readValues } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Disk, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseInteger } from '../text.ts'

const folder = '/sys/block'
const disksMax = 4096

/** Reads disks from /sys/block: only those backed by a device, so no loop, ram, zram, mapper or RAID devices. */
export const disks: Source<HardwarePart> = {
  name: 'disks',
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host) => {
    const names = (await host.listFolder(folder)).filter(isDiskName).slice(0, disksMax)
    const found = await mapBounded(names, 8, (name) => readDisk(host, name))
    return { disks: found.flatMap((attributes) => (attributes ? [parseDisk(attributes)] : [])) }
  },
}

/**
 * Returns false for floppy drives and the boot partitions of an eMMC, which are backed by a device but are no disks.
 */
export const isDiskName = (name: string): boolean =>
  !/^(loop|ram|zram|dm-|md|nbd|drbd|fd\d|mtdblock)/.test(name) && !/^mmcblk\d+(boot\d+|rpmb)$/.test(name)

type DiskAttributes = { name: string } & Partial<
  Record<'size' | 'rotational' | 'vendor' | 'model' | 'serial' | 'firmware', string | undefined>
>

const attributes = [
  'hidden',
  'size',
  'queue/rotational',
  'serial',
  'device/vendor',
  'device/model',
  'device/name',
  'device/serial',
  'device/firmware_rev',
  'device/rev',
] as const

async function readDisk(host: Host, name: string): Promise<DiskAttributes | undefined> {
  const at = `${folder}/${name}`
  const [device, values] = await Promise.all([host.listFolder(`${at}/device`), readValues(host, at, attributes)])
  // A hidden disk is a path of an NVMe multipath disk, which is listed on its own.
  if (device.length === 0 || values.hidden === '1') return undefined
  return {
    name,
    size: values.size,
    rotational: values['queue/rotational'],
    vendor: values['device/vendor'],
    model: values['device/model'] ?? values['device/name'],
    // virtio has the serial beside the queue, NVMe and MMC at the device.
    serial: values.serial ?? values['device/serial'],
    firmware: values['device/firmware_rev'] ?? values['device/rev'],
  }
}

function parseDisk(disk: DiskAttributes): Disk {
  const kind = diskKind(disk)
  const sectors = parseInteger(disk.size)
  return {
    name: disk.name,
    // virtio and MMC give a number here; `ATA` is the bus.
    manufacturer: disk.vendor === 'ATA' || disk.vendor?.startsWith('0x') ? undefined : disk.vendor,
    model: disk.model,
    serialNumber: disk.serial,
    firmware: disk.firmware?.startsWith('0x') ? undefined : disk.firmware,
    // The unit is 512 bytes for every sector size. An optical drive reports the size of the disc in it.
    sizeBytes: sectors === undefined || kind === 'optical' ? undefined : sectors * 512,
    kind,
  }
}

/** Matches the manufacturer or model of a virtual disk. */
export const virtualManufacturers = /^(QEMU|VMware|VBOX|Msft|Google|Amazon Elastic|Virtual|Nutanix)/i

function diskKind(disk: Pick<DiskAttributes, 'name' | 'vendor' | 'model' | 'rotational'>): Disk['kind'] {
  if (/^sr\d/.test(disk.name)) return 'optical'
  if (
    /^(vd|xvd)/.test(disk.name) ||
    virtualManufacturers.test(disk.vendor ?? '') ||
    virtualManufacturers.test(disk.model ?? '')
  ) {
    return 'virtual'
  }
  if (disk.rotational === '1') return 'hdd'
  return disk.rotational === '0' ? 'ssd' : 'unknown'
}
