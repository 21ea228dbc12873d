import { z } from 'zod'
import { runText } from '../../platform/host.ts'
import type { Disk, HardwarePart, MemoryModule, Volume } from '../parts.ts'
import type { Source } from '../source.ts'
import { textOrNone } from '../text.ts'

const dataTypes = [
  'SPHardwareDataType',
  'SPMemoryDataType',
  'SPNVMeDataType',
  'SPSerialATADataType',
  'SPStorageDataType',
]

/**
 * Runs System Information of macOS 10.15 and newer for firmware, memory, disks and volumes, which the kernel does not
 * show.
 */
export const macosProfile: Source<HardwarePart> = {
  name: 'macos-profile',
  isAvailable: (host) => host.hasProgram('system_profiler'),
  collect: async (host) =>
    parseMacosProfile(await runText(host, 'system_profiler', ['-json', ...dataTypes], { timeoutMs: 28_000 })),
}

const text = z.string().transform(textOrNone).optional()
const bytes = z.number().nonnegative().optional()
const diskSchema = z.object({
  _name: z.string(),
  bsd_name: text,
  device_model: text,
  device_revision: text,
  device_serial: text,
  size_in_bytes: bytes,
  /** SATA only: `Rotational`, `Solid State`. */
  spsata_medium_type: text,
})
const controllersSchema = z.array(z.object({ _items: z.array(diskSchema).default([]) })).default([])
const moduleSchema = z.object({
  _name: text,
  dimm_manufacturer: text,
  dimm_part_number: text,
  dimm_serial_number: text,
  dimm_size: text,
  dimm_speed: text,
  dimm_type: text,
})
const outputSchema = z.object({
  SPHardwareDataType: z.array(z.object({ machine_name: text, boot_rom_version: text })).default([]),
  /** Slots below `_items`; a single entry without them if the memory is part of the chip. */
  SPMemoryDataType: z
    .array(moduleSchema.extend({ SPMemoryDataType: text, _items: z.array(moduleSchema).optional() }))
    .default([]),
  SPNVMeDataType: controllersSchema,
  SPSerialATADataType: controllersSchema,
  SPStorageDataType: z
    .array(
      z.object({
        bsd_name: text,
        file_system: text,
        mount_point: text,
        size_in_bytes: bytes,
        free_space_in_bytes: bytes,
      }),
    )
    .default([]),
})

export function parseMacosProfile(json: string): HardwarePart {
  const found = outputSchema.parse(JSON.parse(json))
  const [machine] = found.SPHardwareDataType
  return {
    system: { chassis: chassisOf(machine?.machine_name) },
    firmware: { vendor: 'Apple', version: machine?.boot_rom_version },
    memory: {
      modules: found.SPMemoryDataType.flatMap(({ SPMemoryDataType: size, _items, ...whole }) =>
        (_items ?? [{ ...whole, dimm_size: size }]).flatMap(moduleOf),
      ),
    },
    disks: [
      ...found.SPNVMeDataType.flatMap(({ _items }) => _items.map((disk) => diskOf(disk, 'ssd'))),
      ...found.SPSerialATADataType.flatMap(({ _items }) => _items.map((disk) => diskOf(disk, kindOf(disk)))),
    ],
    volumes: found.SPStorageDataType.flatMap(volumeOf),
  }
}

/** Translates Apple's product names to the chassis words of SMBIOS. */
function chassisOf(name = ''): string | undefined {
  if (name.startsWith('MacBook')) return 'Laptop'
  if (name.startsWith('iMac')) return 'All In One'
  if (name.startsWith('Mac Pro')) return 'Tower'
  return /^Mac (mini|Studio)/.test(name) ? 'Mini PC' : undefined
}

/** Returns an empty array for an empty slot. */
function moduleOf(module: z.infer<typeof moduleSchema>): MemoryModule[] {
  const [, number, unit] = /^(\d{1,6}) ([MGT]B)$/.exec(module.dimm_size ?? '') ?? []
  const factor = { MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 }[unit ?? '']
  if (factor === undefined) return []
  const speed = /^(\d{1,6}) MHz/.exec(module.dimm_speed ?? '')?.[1]
  return [
    {
      slot: module._name,
      sizeBytes: Number(number) * factor,
      type: module.dimm_type,
      speedMhz: speed === undefined ? undefined : Number(speed),
      manufacturer: module.dimm_manufacturer,
      partNumber: module.dimm_part_number,
      // Soldered memory has 0x00000000 or a dash.
      serialNumber: /^(-|0x0+)$/.test(module.dimm_serial_number ?? '') ? undefined : module.dimm_serial_number,
    },
  ]
}

const diskOf = (disk: z.infer<typeof diskSchema>, kind: Disk['kind']): Disk => ({
  name: disk.bsd_name ?? disk._name,
  model: disk.device_model ?? disk._name,
  serialNumber: disk.device_serial,
  firmware: disk.device_revision,
  sizeBytes: disk.size_in_bytes,
  kind,
})

function kindOf({ spsata_medium_type: medium }: z.infer<typeof diskSchema>): Disk['kind'] {
  if (medium === 'Rotational') return 'hdd'
  return medium === 'Solid State' ? 'ssd' : 'unknown'
}

type StoredVolume = z.infer<typeof outputSchema>['SPStorageDataType'][number]

/** Returns an empty array for a volume that is not mounted. */
const volumeOf = (volume: StoredVolume): Volume[] =>
  volume.mount_point === undefined
    ? []
    : [
        {
          mount: volume.mount_point,
          device: volume.bsd_name && `/dev/${volume.bsd_name}`,
          fileSystem: volume.file_system?.toLowerCase(),
          sizeBytes: volume.size_in_bytes,
          freeBytes: volume.free_space_in_bytes,
        },
      ]
