import { RecentlyUsed } from '../../../recently-used.ts'
import { packSection, type Section } from '../../../snapshots/sections.ts'
import type { Reading } from './read-snapshot.ts'

/** Hashes of sections; one takes about 150 bytes. */
const sectionsMax = 50_000

export type SectionPacker = (reading: Reading) => Promise<Reading>

/** Compresses sections that were not met before: of others it is likely that they are stored, as what they are for all. */
export function createSectionPacker(): SectionPacker {
  const met = new RecentlyUsed<true>(sectionsMax)
  const pack = async (section: Section): Promise<Section> => {
    if (met.get(section.hash)) return section
    met.set(section.hash, true)
    const { base, ...own } = await packSection(section)
    return base ? { ...own, base: await pack(base) } : own
  }
  return async (reading) => {
    const sections: Reading['sections'] = []
    for (const [name, section] of reading.sections)
      sections.push([name, 'json' in section ? await pack(section) : section])
    return { ...reading, sections }
  }
}
