import { type Host, LimitError, readValue, readValues } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Disk, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { byText, parseInteger, textOrNone } from '../text.ts'
import { upTo } from '../up-to.ts'
import { decodeUdev, isDiskName, udevProperties } from './block-devices.ts'

const folder = '/sys/block'
const disksMax = 4096

/**
 * Reads disks from /sys/block: only those backed by a device, so no loop, ram, zram, mapper or RAID devices. A disk with
 * several paths appears once.
 */
export const disks: Source<HardwarePart> = {
  name: 'disks',
  reads: ['disks'],
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host, onCut) => {
    const names = await diskNames(host)
    const busOf = scsiBusReader(host)
    const found = await mapBounded(upTo(names, disksMax, 'disks', onCut), 8, async (name) => {
      const attributes = await readDisk(host, name)
      return attributes && completeDisk(host, attributes, busOf)
    })
    return { disks: found.flatMap((disk) => disk ?? []) }
  },
}

/** Returns the names in /sys/block that may be disks; of the paths to a multipath disk only the first. */
export async function diskNames(host: Host): Promise<string[]> {
  const names = await host.listFolder(folder)
  const mappings = names.filter((name) => name.startsWith('dm-'))
  const otherPaths = await mapBounded(mappings, 16, async (name) => {
    const uuid = await readValue(host, `${folder}/${name}/dm/uuid`)
    return uuid?.startsWith('mpath-') ? (await host.listFolder(`${folder}/${name}/slaves`)).sort(byText).slice(1) : []
  })
  const hidden = new Set(otherPaths.flat())
  return names.filter((name) => isDiskName(name) && !hidden.has(name))
}

const attributes = [
  'hidden',
  'dev',
  'size',
  'queue/rotational',
  'serial',
  'device/vendor',
  'device/model',
  'device/name',
  'device/serial',
  'device/firmware_rev',
  'device/rev',
  'device/life_time',
  'device/pre_eol_info',
] as const
type Attributes = { name: string; device: string[] } & Partial<Record<(typeof attributes)[number], string>>

async function readDisk(host: Host, name: string): Promise<Attributes | undefined> {
  const at = `${folder}/${name}`
  const [device, values] = await Promise.all([host.listFolder(`${at}/device`), readValues(host, at, attributes)])
  // A hidden disk is a path of an NVMe multipath disk, which is listed on its own.
  return device.length === 0 || values.hidden === '1' ? undefined : { name, device, ...values }
}

/** Adds the values that are found by way of others. */
async function completeDisk(host: Host, disk: Attributes, busOf: BusOf): Promise<Disk> {
  const kind = diskKind(disk)
  const isScsi = /^s[dr]/.test(disk.name)
  const [properties, celsius, bus] = await Promise.all([
    isScsi ? readScsi(host, disk) : ({} as Partial<Disk>),
    // The temperature of a hard disk comes from smartctl alone, which lets a sleeping disk sleep.
    kind === 'hdd' ? undefined : readTemperature(host, disk),
    isScsi ? busOf(disk) : busOfName(disk.name),
  ])
  const sectors = parseInteger(disk.size)
  const vendor = disk['device/vendor']
  const health = { ...healthOfMmc(disk), ...(celsius !== undefined && { celsius }) }
  return {
    name: disk.name,
    // virtio and MMC give a number here; `ATA` is the bus.
    manufacturer: vendor === 'ATA' || vendor?.startsWith('0x') ? undefined : vendor,
    model: properties.model ?? disk['device/model'] ?? disk['device/name'],
    // virtio has the serial beside the queue, NVMe and MMC at the device.
    serialNumber: properties.serialNumber ?? disk.serial ?? disk['device/serial'],
    firmware: [properties.firmware, disk['device/firmware_rev'], disk['device/rev']].find(
      (text) => text !== undefined && !text.startsWith('0x'),
    ),
    // The unit is 512 bytes for every sector size. An optical drive reports the size of the disc in it.
    sizeBytes: sectors === undefined || kind === 'optical' ? undefined : sectors * 512,
    kind,
    bus,
    ...(Object.keys(health).length > 0 && { health }),
  }
}

export const virtualManufacturers = /^(QEMU|VMware|VBOX|Msft|Google|Amazon Elastic|Virtual|Nutanix)/i

function diskKind(disk: Attributes): Disk['kind'] {
  if (/^sr\d/.test(disk.name)) return 'optical'
  const names = [disk['device/vendor'], disk['device/model']]
  if (/^(vd|xvd)/.test(disk.name) || names.some((name) => virtualManufacturers.test(name ?? ''))) return 'virtual'
  if (disk['queue/rotational'] === '1') return 'hdd'
  return disk['queue/rotational'] === '0' ? 'ssd' : 'unknown'
}

const vpdBytesMax = 4096

/**
 * Reads the values that the SCSI attributes cut or omit: from the properties of udev, and the serial number from the
 * device's own page without udev.
 */
async function readScsi(host: Host, disk: Attributes): Promise<Partial<Disk>> {
  const [properties, page] = await Promise.all([
    udevProperties(host, `b${disk.dev ?? ''}`),
    readPage(host, `${folder}/${disk.name}/device/vpd_pg80`),
  ])
  // For SCSI disks ID_SERIAL_SHORT is a World Wide Name, not the number on the label.
  const serialNumber = properties.get('ID_SCSI_SERIAL') ?? page ?? properties.get('ID_SERIAL_SHORT')
  return {
    model: decodeUdev(properties.get('ID_MODEL_ENC')),
    serialNumber: textOrNone(serialNumber),
    firmware: textOrNone(properties.get('ID_REVISION')),
  }
}

/** Reads page 80h, Unit Serial Number (SPC-4, 7.8.15). */
async function readPage(host: Host, path: string): Promise<string | undefined> {
  try {
    const bytes = (await host.readBytes(path, vpdBytesMax)) ?? Buffer.alloc(0)
    if (bytes.length < 4 || bytes[1] !== 0x80) return undefined
    return textOrNone(bytes.toString('latin1', 4, 4 + bytes.readUInt16BE(2)).replace(/\0/g, ''))
  } catch (error) {
    if (error instanceof LimitError) return undefined
    throw error
  }
}

/** Reads the sensor of the driver, in thousandths of a degree. */
async function readTemperature(host: Host, { name, device }: Attributes): Promise<number | undefined> {
  const at = `${folder}/${name}/device`
  // SATA has a folder of sensors. NVMe has them at the controller, which an NVMe subsystem contains.
  const controller = device.find((entry) => /^nvme\d+$/.test(entry))
  const place = device.includes('hwmon') ? `${at}/hwmon` : controller === undefined ? at : `${at}/${controller}`
  const entries = place === at ? device : await host.listFolder(place)
  const sensor = entries.find((entry) => /^hwmon\d+$/.test(entry))
  const text = sensor && (await readValue(host, `${place}/${sensor}/temp1_input`))
  return text !== undefined && /^-?\d{1,7}$/.test(text) ? Math.round(Number(text) / 1000) : undefined
}

/** Reads the wear that an eMMC estimates in steps of 10 % (JESD84-B51, 7.4.39 and 7.4.40). */
function healthOfMmc(disk: Attributes): NonNullable<Disk['health']> {
  const steps = (disk['device/life_time'] ?? '').split(/\s+/).map(Number)
  const [wear, status] = [Math.max(...steps), Number(disk['device/pre_eol_info'])]
  return {
    ...(wear >= 1 && wear <= 11 && { wearPercent: Math.min(wear, 10) * 10 }),
    ...(status >= 1 && status <= 3 && { status: status === 1 ? 'ok' : status === 2 ? 'warning' : 'failing' }),
  }
}

const busOfName = (name: string): string | undefined =>
  [
    { pattern: /^nvme/, bus: 'nvme' },
    { pattern: /^mmcblk/, bus: 'mmc' },
    { pattern: /^vd/, bus: 'virtio' },
    { pattern: /^xvd/, bus: 'xen' },
    { pattern: /^hd/, bus: 'ide' },
  ].find(({ pattern }) => pattern.test(name))?.bus

type BusOf = (disk: Attributes) => Promise<string>

/** Buses by the name that the driver of the SCSI host gives. RAID controllers and hypervisors show SCSI disks. */
const scsiBuses: readonly [RegExp, string][] = [
  [/^(usb-storage|uas)$/, 'usb'],
  [/^(ahci|sata_|ata_|pata_|libata)/, 'sata'],
  [/^(mpt[23]?sas|mptsas|mvsas|isci|aic94xx|pm80xx|pm8001|hisi_sas|esas2r)/, 'sas'],
  [/^(iscsi|be2iscsi|bnx2i|qla4xxx|cxgb[34]i)/, 'iscsi'],
  [/^(qla2xxx|lpfc|bfa|fnic|fcoe|bnx2fc|qedf)/, 'fc'],
  [/^ufshcd/, 'ufs'],
  [/^sbp2?/, 'firewire'],
]

/** Returns a reader that reads the driver of each SCSI host once. */
function scsiBusReader(host: Host): BusOf {
  const drivers = new Map<string, Promise<string | undefined>>()
  return async (disk) => {
    // An adapter for SAS shows SATA disks with this vendor.
    if (disk['device/vendor'] === 'ATA') return 'sata'
    const addresses = await host.listFolder(`${folder}/${disk.name}/device/scsi_device`)
    const number = /^(\d+):/.exec(addresses[0] ?? '')?.[1]
    if (number === undefined) return 'scsi'
    const driver = drivers.get(number) ?? readValue(host, `/sys/class/scsi_host/host${number}/proc_name`)
    drivers.set(number, driver)
    const name = (await driver) ?? ''
    return scsiBuses.find(([pattern]) => pattern.test(name))?.[1] ?? 'scsi'
  }
}
