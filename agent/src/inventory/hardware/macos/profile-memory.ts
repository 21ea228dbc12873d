import { type Entry, entriesIn, textIn } from '../../loose-values.ts'
import type { MemoryModule } from '../../parts.ts'

/** Slots are below `_items`. Memory that is part of the chip is a single entry without them. */
export const memoryModulesOf = (memory: readonly Entry[]): MemoryModule[] =>
  memory.flatMap((entry) =>
    Array.isArray(entry['_items'])
      ? entriesIn(entry, '_items').flatMap((slot) => moduleOf(slot, textIn(slot, 'dimm_size')))
      : moduleOf(entry, textIn(entry, 'SPMemoryDataType')),
  )

/** Returns an empty array for an empty slot. */
function moduleOf(slot: Entry, size: string | undefined): MemoryModule[] {
  const sizeBytes = sizeOf(size)
  if (sizeBytes === undefined) return []
  const speed = /^(\d{1,6}) MHz/.exec(textIn(slot, 'dimm_speed') ?? '')?.[1]
  const serialNumber = textIn(slot, 'dimm_serial_number')
  return [
    {
      slot: textIn(slot, '_name'),
      sizeBytes,
      type: textIn(slot, 'dimm_type'),
      speedMhz: speed === undefined ? undefined : Number(speed),
      manufacturer: textIn(slot, 'dimm_manufacturer'),
      partNumber: textIn(slot, 'dimm_part_number'),
      // Soldered memory has 0x00000000 or a dash.
      serialNumber: /^(-|0x0+)$/.test(serialNumber ?? '') ? undefined : serialNumber,
    },
  ]
}

/** Parses `16 GB`, as System Information writes sizes of memory. */
export function sizeOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(\d{1,6}) ([MGT]B)$/.exec(text ?? '') ?? []
  const factor = { MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 }[unit]
  return factor === undefined ? undefined : Number(number) * factor
}
