import { termsOfSections } from '../../search-terms/terms.ts'
import { writeTerms } from '../../search-terms/write-terms.ts'
import type { Projection } from '../projection.ts'

/** Writes the ports and signed-in users by which a search finds a device. */
export const searchTerms: Projection = {
  name: 'search terms',
  async apply(tx, changesets, { siteId, contents }) {
    const found = changesets.flatMap(({ row: { after }, hardware, network }) =>
      after ? termsOfSections(after, { hardware: hardware?.hash, network: network?.hash }, contents) : [],
    )
    await writeTerms(tx, siteId, found)
  },
}
