import { applyChangesets, sectionHashesIn } from '../../devices/changeset/apply.ts'
import { countingRules } from '../../identity/junk/counted-evidence.ts'
import { reclusterGroup } from '../../identity/recluster/recluster-group.ts'
import { reviseReviews } from '../../identity/reviews/close-resolved-reviews.ts'
import { findTwoMachines } from '../../identity/two-machines/find-two-machines.ts'
import { recordTwoMachines } from '../../identity/two-machines/record-two-machines.ts'
import { readUnreadPaths } from '../../snapshots/read/facts-of-snapshots.ts'
import {
  contentOf,
  insertSections,
  readSections,
  rowHashesOf,
  type SectionRow,
} from '../../snapshots/sections/sections.ts'
import type { SeqCaches } from '../../snapshots/write/insert-snapshots.ts'
import type { ProductCache } from '../../software/catalog/products.ts'
import type { Tx } from '../../store/store.ts'
import { advance } from '../match/advance.ts'
import { type Contents, comparedHashes, comparedSnapshots, describeChanges } from '../match/describe-changes.ts'
import { type Match, match, type NoMatch } from '../match/match.ts'
import { loadUnitOfWork } from '../match/unit-of-work.ts'
import type { UnchangedCache } from '../unchanged/cache.ts'
import { learnUnchanged } from '../unchanged/learn.ts'
import { storeUnchanged } from '../unchanged/store.ts'
import type { IngestOutcome } from './delivery.ts'
import { type Payloads, type Prepared, payloadRow } from './prepare.ts'

/** Data prepared before the transaction. */
type Material = {
  sections: readonly SectionRow[]
  payloads: Payloads
  products: ProductCache
  seqs: SeqCaches
  unchanged: UnchangedCache
}

/**
 * Stores a group of observations in one transaction, site by site: first unchanged snapshots, then the others in order.
 * The others are loaded once, matched in memory and written table by table, unless devices have to be reclustered on
 * the way. The outcomes hold once the transaction has committed. `changed` has the observations that changed their
 * device.
 */
export async function storeGroup(
  tx: Tx,
  group: readonly Prepared[],
  material: Material,
  now: string,
): Promise<{ outcomes: Map<Prepared, IngestOutcome>; changed: ReadonlySet<Prepared> }> {
  const { unchanged } = material
  const changed = new Set<Prepared>()
  await unchanged.begin(tx)
  const outcomes = new Map<Prepared, IngestOutcome>()
  for (const [siteId, items] of Map.groupBy(group, ({ delivery }) => delivery.siteId)) {
    const rules = unchanged.isOn() ? await countingRules(tx, siteId) : undefined
    const again = rules === undefined ? [] : await storeUnchanged(tx, siteId, items, { ...material, rules }, now)
    for (const each of again) outcomes.set(...each)
    const others = items.filter((item) => !outcomes.has(item))
    for (let index = 0; index < others.length; ) {
      const stored = await storePart(tx, siteId, others.slice(index), { ...material, rules, changed }, now)
      for (const [item, outcome] of stored) outcomes.set(item, outcome)
      index += stored.length
    }
    if (others.length > 0) await unchanged.end(tx)
  }
  const stored = group.flatMap((item) => {
    const outcome = outcomes.get(item)
    return outcome && outcome.status !== 'outdated' ? [{ delivery: item.delivery, outcome }] : []
  })
  for (const [onStored, ofOne] of Map.groupBy(stored, ({ delivery }) => delivery.onStored)) await onStored?.(tx, ofOne)
  return { outcomes, changed }
}

/** Observations matched before other work may get a turn: some milliseconds. */
const matchesPerTurn = 32

/**
 * Stores observations up to the first that makes reclustering necessary. The rest is matched after that, as if each had
 * arrived alone.
 */
async function storePart(
  tx: Tx,
  siteId: string,
  items: readonly Prepared[],
  material: Material & { rules: string | undefined; changed: Set<Prepared> },
  now: string,
): Promise<[Prepared, IngestOutcome][]> {
  const { work, observations } = await loadUnitOfWork(tx, siteId, items, now)
  const results: (Match | NoMatch)[] = []
  for (const [index, observation] of observations.entries()) {
    if (index % matchesPerTurn === 0) await tx.pause()
    const found = match(work, observation)
    advance(work, found)
    results.push(found)
    if ('needsReclustering' in found && found.needsReclustering) break
  }
  const matches = results.filter((found) => 'changeset' in found)
  const used = new Set(matches.flatMap(({ observation }) => [...observation.sections.values()].flatMap(rowHashesOf)))
  await insertSections(
    tx,
    material.sections.filter(({ hash }) => used.has(hash)),
    material.seqs.sections,
  )
  const contents = await readContents(tx, matches)
  const compared = matches.flatMap(comparedSnapshots).map(([, snapshotId]) => snapshotId)
  const unread = await readUnreadPaths(tx, [...new Set(compared)])
  const { changesets, modified } = await describeChanges(matches, { contents, unread }, work.isListenedTo, tx.pause)
  for (const { observation } of modified) material.changed.add(observation.item)
  const payloads = matches.flatMap(({ observation, state }) =>
    state ? payloadRow(material.payloads, observation.item, state.snapshotId) : [],
  )
  const { products, seqs } = material
  await applyChangesets(tx, changesets, { contents, products, seqs, payloads })
  const suspects = matches.flatMap((found) => found.suspects)
  const hosts = (await findTwoMachines(tx, siteId, suspects)).filter(({ relation }) => relation === 'two')
  const separable = new Set(hosts.map(({ deviceId }) => deviceId))
  const unclear = matches.filter(({ needsReclustering, device }) => needsReclustering || separable.has(device.row.id))
  const { deviceNow, changed } = await reclusterGroup(tx, {
    siteId,
    reported: new Map(unclear.map(({ device, observation }) => [device.row.id, observation.reported])),
    collisions: matches.flatMap(({ collisions }) => collisions),
    now,
  })
  const seenAnew = matches.filter(({ changeset, outcome }) => !outcome.isNew && hasNewSighting(changeset))
  const withNews = seenAnew.map(({ outcome, observation }) => deviceNow(outcome.deviceId, observation.sightingKey))
  await reviseReviews(tx, siteId, [...new Set(withNews)])
  const reclustered = [
    ...unclear.map(({ device, observation }) => deviceNow(device.row.id, observation.sightingKey)),
    ...changed,
  ]
  const remaining = suspects.map(({ deviceId, key }) => ({ deviceId: deviceNow(deviceId, key ?? ''), key }))
  await recordTwoMachines(tx, siteId, [...remaining, ...reclustered.map((deviceId) => ({ deviceId }))], now)
  const { unchanged, rules } = material
  if (rules !== undefined) await learnUnchanged(tx, work, matches, unchanged, rules)
  return results.map(({ observation: { item, sightingKey }, outcome }) => [
    item,
    { ...outcome, deviceId: deviceNow(outcome.deviceId, sightingKey) },
  ])
}

const hasNewSighting = ({ sightings }: Match['changeset']): boolean =>
  sightings !== undefined && 'inserted' in sightings && sightings.inserted.length > 0

/** Loads the sections that matches need: those of the group are at hand, others are read. */
async function readContents(tx: Tx, matches: readonly Match[]): Promise<Contents> {
  const hashes = matches.flatMap((found) => [...comparedHashes(found), ...sectionHashesIn(found.changeset)])
  const wanted = new Set(hashes)
  const contents = new Map<string, unknown>()
  for (const section of matches.flatMap(({ observation }) => [...observation.sections.values()])) {
    const content = wanted.has(section.hash) && !contents.has(section.hash) ? contentOf(section) : undefined
    if (content !== undefined) contents.set(section.hash, content)
  }
  const missing = [...wanted].filter((hash) => !contents.has(hash))
  for (const [hash, content] of await readSections(tx, missing)) contents.set(hash, content)
  return contents
}
