import type { Processor } from '../../parts.ts'
import { withoutFillers } from '../fillers.ts'
import type { Structure } from './structures.ts'

/** Reads a Processor Information structure (type 4). Returns an empty array for an empty socket. */
export function processorOf(structure: Structure): Processor[] {
  const status = structure.byte(0x18) ?? 0
  const isPopulated = (status & 0x40) !== 0
  // Types 1 to 3 are other, unknown and central processors, 4 to 6 those for mathematics, signals and video.
  if (!isPopulated || (structure.byte(0x05) ?? 0) > 3) return []
  return [
    withoutFillers({
      manufacturer: structure.text(0x07),
      model: structure.text(0x10)?.replace(/\s+/g, ' '),
      cores: countOf(structure.byte(0x23), structure.word(0x2a)),
      threads: countOf(structure.byte(0x25), structure.word(0x2e)),
      // The maximum is that of the board; the current one is the rated speed after a start.
      speedMhz: structure.word(0x16) || structure.word(0x14) || undefined,
    }),
  ]
}

/** Returns a count, of which 0 means unknown. 255 means that the field for larger ones has it (version 3.0). */
function countOf(small: number | undefined, large: number | undefined): number | undefined {
  const count = small === 0xff ? (large ?? small) : small
  return count === 0xffff ? undefined : count || undefined
}
