import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { type ChangeRow, recordChanges } from '../changes/record.ts'
import { judgeDevices } from '../compliance/judge.ts'
import { bringBack } from '../devices/archiving/bring-back.ts'
import { noteObserved } from '../devices/history/note-observed.ts'
import { takeOver } from '../devices/merging/departed.ts'
import { markModified, type OfDevice, writeChangedDevices, writeIdentifiers, writeStates } from '../devices/write.ts'
import { writeAnnounced } from '../devices/write-announced.ts'
import { hasListeners } from '../events/listeners.ts'
import { recordEvents } from '../events/record.ts'
import { countingRules } from '../identity/counting.ts'
import { recordTurns } from '../identity/record-turns.ts'
import { type Review, recordReviews } from '../identity/reviews.ts'
import { reclusterGroup } from '../identity/recluster-group.ts'
import { deleteSightings, insertSightings, touchSightings } from '../identity/sightings.ts'
import { queueForOffload } from '../offload/queue.ts'
import type { SoftwareChange } from '../reconciliation/diff-software.ts'
import { ownerOf, type StateSection } from '../reconciliation/standing.ts'
import { contentOf, insertSections, readSections, rowHashesOf, type SectionRow } from '../snapshots/sections.ts'
import { insertSnapshots, type KnownSeqs } from '../snapshots/write.ts'
import { replaceInstallations } from '../software/installations.ts'
import type { KnownProducts } from '../software/known-products.ts'
import { ensureProducts, type Product } from '../software/products.ts'
import type { Tx } from '../store/store.ts'
import { attachAutoTags } from './auto-tags.ts'
import { changeRows, comparedHashes, softwareChanges, toldOf } from './changes.ts'
import type { IngestOutcome } from './delivery.ts'
import { eventsOf } from './events.ts'
import { learnRepeats } from './learn-repeats.ts'
import { modifierOf, type Placement, place, type Unplaced } from './place.ts'
import type { Prepared } from './prepare.ts'
import type { Repeats } from './repeats.ts'
import { returnedIn } from './returned.ts'
import { type Payloads, rawRowOf, snapshotRowOf } from './snapshot-row.ts'
import { storeAgain } from './store-again.ts'
import { type Entry, loadWorld, type World } from './world.ts'

/** What was made ready before the transaction. */
type Material = {
  sections: readonly SectionRow[]
  payloads: Payloads
  products: KnownProducts
  seqs: KnownSeqs
  repeats: Repeats
}

/**
 * Stores a group of observations in one transaction, each site's as a whole: first those that agents say again, then the
 * others in their order: read once, decided in memory, written table by table, unless some have to be settled on the way.
 * The outcomes are true once the transaction has committed.
 */
export async function storeGroup(
  tx: Tx,
  group: readonly Prepared[],
  material: Material,
  now: string,
): Promise<Map<Prepared, IngestOutcome>> {
  const { repeats } = material
  await repeats.begin(tx)
  const outcomes = new Map<Prepared, IngestOutcome>()
  for (const [siteId, items] of Map.groupBy(group, ({ delivery }) => delivery.siteId)) {
    const rules = repeats.isOn() ? await countingRules(tx, siteId) : undefined
    const again = rules === undefined ? [] : await storeAgain(tx, siteId, items, { ...material, rules }, now)
    for (const each of again) outcomes.set(...each)
    const others = items.filter((item) => !outcomes.has(item))
    for (let place = 0; place < others.length; ) {
      const stored = await storePart(tx, siteId, others.slice(place), { ...material, rules }, now)
      for (const { item, outcome } of stored) outcomes.set(item, outcome)
      place += stored.length
    }
    if (others.length > 0) await repeats.end(tx)
  }
  const stored = group.flatMap((item) => {
    const outcome = outcomes.get(item)
    return outcome ? [{ delivery: item.delivery, outcome }] : []
  })
  for (const [tell, ofOne] of Map.groupBy(stored, ({ delivery }) => delivery.onStored)) await tell?.(tx, ofOne)
  return outcomes
}

/**
 * Stores observations up to the first after which devices have to be settled: what comes then is decided in the light
 * of that, as it is when it comes alone.
 */
async function storePart(
  tx: Tx,
  siteId: string,
  items: readonly Prepared[],
  material: Material & { rules: string | undefined },
  now: string,
): Promise<(Placement | Unplaced)[]> {
  const world = await loadWorld(tx, siteId, items, now)
  const results: (Placement | Unplaced)[] = []
  for (const item of items) {
    results.push(place(world, item))
    if (world.unsettled.size > 0) break
  }
  const placements = results.filter(isPlacement)
  const used = new Set(placements.flatMap(hashesOf))
  await insertSections(
    tx,
    material.sections.filter(({ hash }) => used.has(hash)),
    material.seqs.sections,
  )
  await writeWorld(tx, world, placements, material)
  const placeOf = await reclusterGroup(tx, {
    siteId,
    unsettled: world.unsettled,
    collisions: placements.flatMap(({ collisions }) => collisions),
    now,
  })
  await recordTurns(
    tx,
    siteId,
    world.turns.map((turns) => ({ ...turns, deviceId: placeOf(turns.deviceId, turns.key) })),
    now,
  )
  const { repeats, rules } = material
  if (rules !== undefined) await learnRepeats(tx, world, placements, repeats, rules)
  for (const { outcome, item } of results) outcome.deviceId = placeOf(outcome.deviceId, item.sightingKey)
  return results
}

const isPlacement = (result: Placement | Unplaced): result is Placement => 'entry' in result
const hashesOf = ({ item }: Placement) => [...item.sections.values()].flatMap(rowHashesOf)

async function writeWorld(
  tx: Tx,
  world: World,
  placements: readonly Placement[],
  { payloads, products, seqs }: Material,
): Promise<void> {
  const touched = [...new Set(placements.map(({ entry }) => entry))]
  await writeChangedDevices(
    tx,
    touched.map(({ rowBefore, row }) => ({ before: rowBefore, after: row })),
  )
  const entries = [...world.entries.values()]
  await writeIdentifiers(
    tx,
    world.siteId,
    entries.flatMap((entry) => ofDevice(entry, [...entry.writtenIdentifiers.values()])),
    entries.flatMap((entry) => ofDevice(entry, [...entry.removedIdentifiers.values()])),
  )
  // First: what was forgotten may have been said again since.
  await deleteSightings(
    tx,
    entries.flatMap((entry) => entry.forgottenSightings),
  )
  await insertSightings(
    tx,
    entries.flatMap((entry) => [...entry.newSightings.values()]),
  )
  await touchSightings(
    tx,
    entries.flatMap((entry) => [...entry.touchedSightings.values()]),
  )
  await takeOver(
    tx,
    touched.flatMap(({ row, departedId }) => (departedId === undefined ? [] : [{ departedId, deviceId: row.id }])),
  )
  const snapshots = placements.flatMap((found) => snapshotRowOf(world, found))
  await insertSnapshots(
    tx,
    snapshots,
    placements.flatMap((found) => rawRowOf(found, payloads)),
    seqs,
  )
  await recordReviews(
    tx,
    placements.flatMap((found) => reviewsOf(world, found)),
  )
  await queueForOffload(
    tx,
    world.siteId,
    snapshots.map(({ id }) => id),
    world.now,
  )
  await writeStates(
    tx,
    touched.flatMap((entry) =>
      ofDevice(
        entry,
        entry.states.filter((state) => !entry.statesBefore.includes(state)),
      ),
    ),
  )
  await bringBack(tx, world.siteId, returnedIn(placements), world.now)
  const { tagged, tagLines } = await attachAutoTags(tx, world, placements)
  await noteObserved(tx, world.siteId, placements)
  await writeSections(tx, world, touched, placements, products, tagLines)
  await judgeDevices(tx, world.siteId, [...new Set([...tagged, ...placements.flatMap(judgedAnew)])], world.now)
}

/** What a person should look at, where there is anything. */
const reviewsOf = ({ siteId, now }: World, { reason: { review }, entry, state }: Placement): Review[] =>
  review === null ? [] : [{ deviceId: entry.row.id, siteId, review, snapshotId: state?.snapshotId ?? null, since: now }]

/** The device where what compliance goes by has changed: its type, or what is installed. */
function judgedAnew({ entry, before, after, outcome }: Placement): string[] {
  const changed = outcome.isNew || before.type !== after.type || takenOver(entry, 'softwareHash').length > 0
  return changed ? [entry.row.id] : []
}

const ofDevice = <T>(entry: Entry, rows: readonly T[]): OfDevice<T>[] =>
  rows.map((row) => ({ ...row, deviceId: entry.row.id }))

/** What follows from sections that are new: neighbours, software, and the change log. */
async function writeSections(
  tx: Tx,
  world: World,
  touched: readonly Entry[],
  placements: readonly Placement[],
  found: KnownProducts,
  tagLines: ReadonlyMap<Placement, readonly ChangeRow[]>,
): Promise<void> {
  const networks = touched.flatMap((entry) => takenOver(entry, 'networkHash'))
  // What was seen before it was archived, and came late, is installed when it is back.
  const listed = touched.filter(({ row }) => !row.isArchived)
  const software = listed.flatMap((entry) => takenOver(entry, 'softwareHash'))
  const contents = await readContents(tx, placements, [
    ...networks.map(({ hash }) => hash),
    ...software.flatMap(({ hash, before }) => [hash, ...before]),
    ...placements.flatMap(comparedHashes),
  ])
  const networkOf = ({ hash }: TakenOver) => (contents.get(hash) as Network | undefined) ?? {}
  const listOf = (hash: string) => (contents.get(hash) as Software[] | undefined) ?? []
  await writeAnnounced(tx, new Map(networks.map((found) => [found.deviceId, networkOf(found)])))

  const changes: { placement: Placement; software: SoftwareChange[] }[] = []
  for (const placement of placements) {
    await tx.pause()
    changes.push({ placement, software: await softwareChanges(placement, contents, tx.pause) })
  }
  await tx.pause()
  const named = changes.flatMap(({ software }) => toldOf(software).flatMap(productsOf))
  const products = await ensureProducts(
    tx,
    world.siteId,
    [...software.flatMap(({ hash }) => listOf(hash)), ...named],
    world.now,
    found,
  )
  await tx.pause()
  const lists = new Map(software.map(({ deviceId, hash }) => [deviceId, listOf(hash)]))
  const before = new Map(software.flatMap(({ deviceId, before }) => before.map((hash) => [deviceId, listOf(hash)])))
  await replaceInstallations(tx, lists, products, world.now, before)
  const told = changes.map(({ placement, software }) => ({
    placement,
    rows: changeRows(placement, contents, software, products),
  }))
  await markModified(
    tx,
    told.flatMap(({ placement: { entry, item }, rows }) =>
      rows.length === 0 || entry.row.modifiedAt === world.now
        ? []
        : [{ id: entry.row.id, modifiedAt: world.now, modifiedBy: modifierOf(item.delivery) }],
    ),
  )
  const lines = told.map(({ placement, rows }) => ({
    placement,
    rows: [...(tagLines.get(placement) ?? []), ...rows],
  }))
  await recordChanges(
    tx,
    ...lines.map(({ placement, rows }) => ({
      siteId: world.siteId,
      actor: placement.item.delivery.actor,
      timestamp: world.now,
      rows,
    })),
  )
  if (!(await hasListeners(tx, world.siteId, world.now))) return
  const changed = new Set(lines.flatMap(({ placement, rows }) => (rows.length > 0 ? [placement] : [])))
  const events = eventsOf(placements, (placement) => changed.has(placement))
  await recordEvents(tx, { siteId: world.siteId, timestamp: world.now, events })
}

/** Both versions of an upgrade, so that each has its product. */
const productsOf = ({ item, replaced }: SoftwareChange): Product[] => [item, ...(replaced ? [replaced] : [])]

/** `before` is the hash of what showed it before the group, where anything did. */
type TakenOver = { deviceId: string; hash: string; before: string[] }

/** The section that shows what a device has, where it is another one than before the group. */
function takenOver(entry: Entry, section: StateSection): TakenOver[] {
  const before = ownerOf(entry.statesBefore, section)
  const after = ownerOf(entry.states, section)
  const [hash, hashBefore] = [after?.[section], before?.[section]]
  if (!after || !hash || (before?.source === after.source && hashBefore === hash)) return []
  return [{ deviceId: entry.row.id, hash, before: hashBefore ? [hashBefore] : [] }]
}

/** Sections by their hashes: those of the group are at hand, others are read. */
async function readContents(
  tx: Tx,
  placements: readonly Placement[],
  hashes: readonly string[],
): Promise<Map<string, unknown>> {
  const wanted = new Set(hashes)
  const contents = new Map<string, unknown>()
  for (const section of placements.flatMap(({ item }) => [...item.sections.values()])) {
    const content = wanted.has(section.hash) && !contents.has(section.hash) ? contentOf(section) : undefined
    if (content !== undefined) contents.set(section.hash, content)
  }
  const missing = [...wanted].filter((hash) => !contents.has(hash))
  for (const [hash, content] of await readSections(tx, missing)) contents.set(hash, content)
  return contents
}
