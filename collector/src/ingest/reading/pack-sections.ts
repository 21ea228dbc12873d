import { createLru } from '../../lib/cache.ts'
import { packSection, type Section } from '../../snapshots/sections/sections.ts'
import type { Jobs, Kind } from './jobs.ts'
import type { Reading } from './reading.ts'

/** Cached hashes of sections. One takes about 150 bytes. */
const sectionsMax = 50_000

type SectionPacker = (output: Output) => Promise<Output>
type Output = Jobs[Kind]['output']

/** Compresses sections that this cache lacks. The others are probably stored already. */
export function createSectionPacker(): SectionPacker {
  const met = createLru<true>(sectionsMax)
  const pack = async (section: Section): Promise<Section> => {
    if (met.get(section.hash)) return section
    met.set(section.hash, true)
    const { base, ...own } = await packSection(section)
    return base ? { ...own, base: await pack(base) } : own
  }
  const packReading = async (reading: Reading): Promise<Reading> => {
    const sections: Reading['sections'] = []
    for (const [name, section] of reading.sections)
      sections.push([name, 'json' in section ? await pack(section) : section])
    return { ...reading, sections }
  }
  return async (output) => {
    if ('sections' in output) return packReading(output)
    return 'reading' in output ? { ...output, reading: await packReading(output.reading) } : output
  }
}
