import { isDeepStrictEqual } from 'node:util'
import type { DeviceRow } from '../../../device-records/load-devices.ts'
import { type DeviceChangeset, idsOf, isArchived, isDeleted } from '../../changeset/changeset.ts'
import { factsOfRow, factsOfSources } from '../../facts/fact-sources.ts'
import { deleteFacts, type FactsByPart, removeFacts, writeFacts } from '../../facts/write-facts.ts'
import { termsOfSections } from '../../search-terms/terms.ts'
import { writeTerms } from '../../search-terms/write-terms.ts'
import type { Projection } from '../projection.ts'

/** Writes the ports and signed-in users by which a search finds a device. */
export const searchTerms: Projection = {
  async apply(tx, changesets, { siteId, contents }) {
    const found = changesets.flatMap(({ row: { after }, hardware, network }) =>
      after ? termsOfSections(after, { hardware: hardware?.hash, network: network?.hash }, contents) : [],
    )
    await writeTerms(tx, siteId, found)
  },
}

/** Writes the facts of devices, by which queries find them. */
export const facts: Projection = {
  async apply(tx, changesets, { siteId, contents }) {
    const last = new Map(changesets.map((each) => [each.deviceId, each]))
    const deleted = idsOf([...last.values()], isDeleted)
    if (deleted.length > 0) await deleteFacts(tx, deleted)
    const archived = idsOf(changesets, isArchived)
    if (archived.length > 0) await removeFacts(tx, archived)
    const wanted = new Map<string, FactsByPart>()
    for (const [deviceId, ofDevice] of Map.groupBy(changesets, ({ deviceId }) => deviceId)) {
      const row = last.get(deviceId)?.row.after
      if (!row || row.isArchived) continue
      const changed = changedFacts(row, ofDevice, contents)
      if (changed) wanted.set(deviceId, changed)
    }
    if (wanted.size > 0) await writeFacts(tx, siteId, wanted)
  },
}

/** Facts of the parts that may have changed; undefined if none may have. */
function changedFacts(
  row: DeviceRow,
  changesets: readonly DeviceChangeset[],
  contents: ReadonlyMap<string, unknown>,
): FactsByPart | undefined {
  const sources = Object.assign({}, ...changesets.map(({ factSources = {} }) => factSources))
  const isOther = changesets.some(({ row: { before, after } }) => !before || (after && !hasSameFacts(before, after)))
  if (!isOther && Object.keys(sources).length === 0) return undefined
  return { ...(isOther && { device: factsOfRow(row) }), ...factsOfSources(sources, contents) }
}

/** Compares what the facts of a record come from. An archived device has no facts. */
const hasSameFacts = (before: DeviceRow, after: DeviceRow): boolean =>
  before.isArchived === after.isArchived &&
  before.type === after.type &&
  before.manufacturer === after.manufacturer &&
  before.model === after.model &&
  isDeepStrictEqual(before.customFields, after.customFields)
