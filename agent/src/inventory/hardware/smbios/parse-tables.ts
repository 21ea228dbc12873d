import type { HardwarePart, SystemPart } from '../../parts.ts'
import type { OnCut } from '../../source.ts'
import { upTo } from '../../up-to.ts'
import { chassisName } from './chassis-types.ts'
import { memoryModulesOf } from './memory-modules.ts'
import { batteryOf, powerSupplyOf } from './power.ts'
import { processorOf } from './processor.ts'
import { readStructures, type SmbiosTables, type Structure } from './structures.ts'
import { tpmOf } from './tpm.ts'

/** Limits of the observation's schema; more power supplies than 256 are no real ones. */
const processorsMax = 1024
const modulesMax = 1024
const batteriesMax = 64
const powerSuppliesMax = 256

/** Values that SMBIOS tables hold. */
export const smbiosReads = [
  'system',
  'firmware',
  'board',
  'processors',
  'memory.modules',
  'batteries',
  'components',
  'security.tpm',
]

/** Firmware, system, board, chassis, processor, memory array and device, battery, power supply, TPM. */
const typesRead = [0, 1, 2, 3, 4, 16, 17, 22, 39, 43]

/**
 * Parses SMBIOS tables (DMTF DSP0134) of any platform. Faulty tables give the values that are readable, and `onCut`
 * reports what is missing. Throws an Error if no structure is readable. System, board and firmware keep placeholders of
 * the manufacturer, because the match of identities judges them.
 */
export function parseTables(tables: SmbiosTables, onCut?: OnCut): HardwarePart {
  const { structures, reportTexts } = readStructures(tables, onCut)
  const byType = Map.groupBy(structures, ({ type }) => type)
  if (!typesRead.some((type) => byType.has(type))) throw new Error('no structure of the SMBIOS table is readable')
  const all = (type: number): Structure[] => byType.get(type) ?? []

  const [[bios], [system], [board], [chassis]] = [all(0), all(1), all(2), all(3)]
  const processors = upTo(all(4).flatMap(processorOf), processorsMax, 'processors', onCut)
  const modules = upTo(memoryModulesOf(all(16), all(17)), modulesMax, 'memory modules', onCut)
  const batteries = upTo(all(22).flatMap(batteryOf), batteriesMax, 'batteries', onCut)
  const components = upTo(all(39).flatMap(powerSupplyOf), powerSuppliesMax, 'power supplies', onCut)
  const tpm = tpmOf(all(43)[0])
  const part: HardwarePart = {
    system: {
      manufacturer: system?.text(0x04),
      model: system?.text(0x05),
      serialNumber: system?.text(0x07),
      uuid: uuidOf(system, tables.version, onCut),
      assetTag: chassis?.text(0x08),
      chassis: chassisName(chassis?.byte(0x05)),
    },
    firmware: { vendor: bios?.text(0x04), version: bios?.text(0x05), date: bios?.text(0x08) },
    board: { manufacturer: board?.text(0x04), model: board?.text(0x05), serialNumber: board?.text(0x07) },
    ...(processors.length > 0 ? { processors } : {}),
    ...(modules.length > 0 ? { memory: { modules } } : {}),
    ...(batteries.length > 0 ? { batteries } : {}),
    ...(components.length > 0 ? { components } : {}),
    ...(tpm ? { security: { tpm } } : {}),
  }
  reportTexts()
  return part
}

/** Returns the UUID of the system; undefined if all its bits are equal, which stands for no UUID. */
function uuidOf(system: Structure | undefined, version: number | undefined, onCut?: OnCut): SystemPart['uuid'] {
  const bytes = system?.bytes(0x08, 16)
  if (!bytes || bytes.every((byte) => byte === 0) || bytes.every((byte) => byte === 0xff)) return undefined
  if (version === undefined) {
    onCut?.('lacks the UUID, whose byte order depends on the version: the entry point is unreadable')
    return undefined
  }
  const hex = (...indexes: number[]) => Buffer.from(indexes.map((index) => bytes[index] ?? 0)).toString('hex')
  // Since version 2.6, the first three fields are little-endian.
  const fields = version >= 0x0206 ? [hex(3, 2, 1, 0), hex(5, 4), hex(7, 6)] : [hex(0, 1, 2, 3), hex(4, 5), hex(6, 7)]
  return [...fields, hex(8, 9), hex(10, 11, 12, 13, 14, 15)].join('-')
}
