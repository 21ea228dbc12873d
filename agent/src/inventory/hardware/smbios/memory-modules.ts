import type { MemoryModule } from '../../parts.ts'
import { withoutFillers } from '../fillers.ts'
import type { Structure } from './structures.ts'

/** Memory Device types, by number from 1 (DMTF DSP0134 3.8, section 7.18.2), in dmidecode's wording. */
const memoryTypes = [
  'Other',
  undefined,
  'DRAM',
  'EDRAM',
  'VRAM',
  'SRAM',
  'RAM',
  'ROM',
  'Flash',
  'EEPROM',
  'FEPROM',
  'EPROM',
  'CDRAM',
  '3DRAM',
  'SDRAM',
  'SGRAM',
  'RDRAM',
  'DDR',
  'DDR2',
  'DDR2 FB-DIMM',
  undefined,
  undefined,
  undefined,
  'DDR3',
  'FBD2',
  'DDR4',
  'LPDDR',
  'LPDDR2',
  'LPDDR3',
  'LPDDR4',
  'Logical non-volatile device',
  'HBM',
  'HBM2',
  'DDR5',
  'LPDDR5',
  'HBM3',
  'MRDIMM',
]

/** Uses of a memory array that is no main memory: video, flash, non-volatile, cache. */
const otherUses: readonly (number | undefined)[] = [4, 5, 6, 7]

/** Reads the filled slots (type 17) of main memory. An array (type 16) says what its slots are used for. */
export function memoryModulesOf(arrays: readonly Structure[], devices: readonly Structure[]): MemoryModule[] {
  const otherArrays = new Set(
    arrays.filter((array) => otherUses.includes(array.byte(0x05))).map(({ handle }) => handle),
  )
  return devices.filter((device) => !otherArrays.has(device.word(0x04) ?? -1)).flatMap(moduleOf)
}

function moduleOf(device: Structure): MemoryModule[] {
  const size = device.word(0x0c)
  // 0 is an empty slot.
  if (!size) return []
  return [
    withoutFillers({
      slot: device.text(0x10),
      sizeBytes: sizeOf(size, device.dword(0x1c)),
      type: memoryTypes[(device.byte(0x12) ?? 0) - 1],
      speedMhz: speedOf(device.word(0x20), device.dword(0x58)) ?? speedOf(device.word(0x15), device.dword(0x54)),
      manufacturer: device.text(0x17),
      partNumber: device.text(0x1a),
      serialNumber: device.text(0x18),
    }),
  ]
}

/** Returns the size in bytes. The top bit of `size` selects its unit; 32 GiB less 1 MiB stands for the larger field. */
function sizeOf(size: number, extendedMebibytes: number | undefined): number | undefined {
  if (size === 0xffff) return undefined
  if (size === 0x7fff) return ((extendedMebibytes ?? 0) & 0x7fffffff) * 2 ** 20 || undefined
  return (size & 0x7fff) * (size & 0x8000 ? 2 ** 10 : 2 ** 20)
}

/** Returns transfers per second in millions, which manufacturers call MHz. 65,535 stands for the larger field. */
function speedOf(speed: number | undefined, extended: number | undefined): number | undefined {
  return (speed === 0xffff ? (extended ?? 0) & 0x7fffffff : speed) || undefined
}
