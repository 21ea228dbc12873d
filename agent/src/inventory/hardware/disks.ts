import { type Host, readValue } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Source } from '../source.ts'
import { wholeNumber } from '../text.ts'
import type { Disk, HardwarePart } from './part.ts'

const folder = '/sys/block'
const disksMax = 4096

/** Disks from /sys/block: those with a device behind them, so no loop, ram, zram, mapper or RAID devices. */
export const disks: Source<HardwarePart> = {
  name: 'disks',
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host) => {
    const names = (await host.listFolder(folder)).filter(isDiskName).slice(0, disksMax)
    const found = await mapBounded(names, 8, (name) => readDisk(host, name))
    return { disks: found.flatMap((attributes) => (attributes ? [parseDisk(attributes)] : [])) }
  },
}

/** Floppy drives and the boot partitions of an eMMC have a device behind them too, but are no disks. */
export const isDiskName = (name: string): boolean =>
  !/^(loop|ram|zram|dm-|md|nbd|drbd|fd\d|mtdblock)/.test(name) && !/^mmcblk\d+(boot\d+|rpmb)$/.test(name)

type DiskAttributes = { name: string } & Partial<
  Record<'size' | 'rotational' | 'vendor' | 'model' | 'serial' | 'firmware', string | undefined>
>

async function readDisk(host: Host, name: string): Promise<DiskAttributes | undefined> {
  const at = `${folder}/${name}`
  if ((await host.listFolder(`${at}/device`)).length === 0) return undefined
  // One path of an NVMe multipath disk, which is listed on its own.
  if ((await readValue(host, `${at}/hidden`)) === '1') return undefined
  return {
    name,
    size: await readValue(host, `${at}/size`),
    rotational: await readValue(host, `${at}/queue/rotational`),
    vendor: await readValue(host, `${at}/device/vendor`),
    model: (await readValue(host, `${at}/device/model`)) ?? (await readValue(host, `${at}/device/name`)),
    // virtio has it beside the queue, NVMe and MMC at the device.
    serial: (await readValue(host, `${at}/serial`)) ?? (await readValue(host, `${at}/device/serial`)),
    firmware: (await readValue(host, `${at}/device/firmware_rev`)) ?? (await readValue(host, `${at}/device/rev`)),
  }
}

function parseDisk(disk: DiskAttributes): Disk {
  const kind = diskKind(disk)
  const sectors = wholeNumber(disk.size)
  return {
    name: disk.name,
    // virtio and MMC show a number here; `ATA` is the bus.
    manufacturer: disk.vendor === 'ATA' || disk.vendor?.startsWith('0x') ? undefined : disk.vendor,
    model: disk.model,
    serialNumber: disk.serial,
    firmware: disk.firmware?.startsWith('0x') ? undefined : disk.firmware,
    // The unit is 512 bytes whatever the sector size. An optical drive's is that of the disc in it.
    sizeBytes: sectors === undefined || kind === 'optical' ? undefined : sectors * 512,
    kind,
  }
}

const virtualMakers = /^(QEMU|VMware|VBOX|Msft|Google|Amazon Elastic|Virtual|Nutanix)/i

function diskKind(disk: Pick<DiskAttributes, 'name' | 'vendor' | 'model' | 'rotational'>): Disk['kind'] {
  if (/^sr\d/.test(disk.name)) return 'optical'
  if (/^(vd|xvd)/.test(disk.name) || virtualMakers.test(disk.vendor ?? '') || virtualMakers.test(disk.model ?? '')) {
    return 'virtual'
  }
  if (disk.rotational === '1') return 'hdd'
  return disk.rotational === '0' ? 'ssd' : 'unknown'
}
