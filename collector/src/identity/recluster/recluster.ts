import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { closeReviewsOf, derivedKinds, liveMs, recordReviews } from '../../device-records/reviews.ts'
import type { SightingRow } from '../../device-records/sightings.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import { later } from '../../lib/shift-time.ts'
import { clusterSightings } from '../../matching/cluster-sightings.ts'
import { keyOf, type LookupKey } from '../../matching/lookup-keys.ts'
import { isTransient } from '../../matching/update-identifiers.ts'
import type { Tx } from '../../store/store.ts'
import { withCounted } from '../junk/counted-evidence.ts'
import { mergeByRule } from '../merge/merge-by-rule.ts'
import { closeResolvedReviews, doubtfulMatches, outlivedAmong } from '../reviews/close-resolved-reviews.ts'
import { type Assignment, assignGroups, rowsOf } from './assign-groups.ts'
import { type Component, crowdMax, loadComponent } from './component.ts'
import { doubtsFromOutside, doubtsOfAudits } from './derived-doubts.ts'
import { movedSnapshots } from './moved-snapshots.ts'
import { resynced } from './recluster-changeset.ts'
import { rewrittenDevices } from './rewritten-devices.ts'

export const reconciliationName = 'Reconciliation'
/** Actor shown if a rule, and no person, merged or split records, or closed a review. */
export const ruleActor = { kind: 'system' as const, id: '', name: reconciliationName }

type Reclustering = {
  siteId: string
  /** Reported evidence, by device. */
  reported: ReadonlyMap<string, readonly Evidence[]>
  now: string
}

export type Reclustered = {
  /** Finds the device that has a sighting now, by the device that had it before. */
  deviceNow: (deviceId: string, key: string) => string
  shared: LookupKey[]
  /** Devices whose sightings changed. */
  changed: readonly string[]
}

/**
 * Reclusters these devices and all that share evidence with them, so that the result is the one that the same
 * observations give in order of time: snapshots move, and records merge or split. Part of the transaction that stored
 * the observations. Each step builds on the rows that the one before it wrote.
 */
export async function recluster(tx: Tx, { siteId, reported, now }: Reclustering): Promise<Reclustered> {
  const component = await loadComponent(tx, siteId, reported)
  if (!component) {
    await recordReviews(
      tx,
      [...reported.keys()].map((deviceId) => ({
        ...{ deviceId, kind: 'crowd' as const, siteId, review: crowded, since: now },
        endsAt: later(now, liveMs),
      })),
    )
    return { deviceNow: (deviceId) => deviceId, shared: [], changed: [] }
  }
  const sightings = await withCounted(tx, siteId, component.sightings)
  const doubtful = await doubtfulMatches(tx, [...component.devices.keys()])
  const { assignments, emptied } = assignGroups(clusterSightings(sightings, component), component)
  const changed = changedBy(assignments, component)
  const operation = { siteId, at: now, actor: ruleActor }

  await applyChangesets(tx, await movedSnapshots(tx, operation, component, assignments))
  for (const each of emptied) await mergeByRule(tx, operation, each)
  await applyChangesets(tx, await rewrittenDevices(tx, operation, changed, component))
  const others = assignments.filter((assignment) => !changed.includes(assignment))
  await applyChangesets(tx, resynced(operation, others, component))
  const holderNow = (deviceId: string, key: string) => deviceNow(assignments, deviceId, key)
  await closeReviewsOf(
    tx,
    derivedKinds,
    changed.map(({ deviceId }) => deviceId),
  )
  await recordReviews(
    tx,
    changed.flatMap((assignment) => doubtsFromOutside(assignment, siteId, now)),
  )
  const derived = await doubtsOfAudits(tx, changed, siteId, now)
  const outlived = await outlivedAmong(tx, siteId, derived)
  const standing = derived.filter((doubt) => !outlived.includes(doubt))
  await closeResolvedReviews(tx, siteId, [...standing, ...doubtful], holderNow)
  return { deviceNow: holderNow, shared: sharedBy(assignments), changed: changed.map(({ deviceId }) => deviceId) }
}

/** Review of a device that belongs to a crowd. All of them are one situation. */
const crowded = `More than ${crowdMax} devices share its identifiers. It stays as matched on arrival.`

/** Values that several of the devices have. */
function sharedBy(assignments: readonly Assignment[]): LookupKey[] {
  const values = assignments.flatMap(({ group }) => [...group.identifiers.values()])
  const byValue = Map.groupBy(
    values.filter((row) => !isTransient(row)),
    keyOf,
  )
  return [...byValue.values()].flatMap(([first, second]) => (first && second ? [first] : []))
}

/** Assignments of devices whose sightings or sighting times differ from before. */
function changedBy(assignments: readonly Assignment[], component: Component): Assignment[] {
  const before = Map.groupBy(component.sightings, ({ deviceId }) => deviceId)
  return assignments.filter(
    (assignment) => !areSame(before.get(assignment.deviceId) ?? [], rowsOf(assignment, component.sightings)),
  )
}

const areSame = (before: readonly SightingRow[], after: readonly SightingRow[]): boolean => {
  const nameOf = ({ key, firstAt, lastAt }: SightingRow) => `${key} ${firstAt} ${lastAt}`
  const names = new Set(before.map(nameOf))
  return before.length === after.length && after.every((row) => names.has(nameOf(row)))
}

/**
 * Finds the new device of a sighting. One without lasting evidence may belong to several devices, this one included.
 */
function deviceNow(assignments: readonly Assignment[], deviceId: string, key: string): string {
  const moves = assignments.filter(({ group }) => [...group.members.keys()].some((member) => member.key === key))
  const same = moves.find((each) => each.deviceId === deviceId)
  return (same ?? moves.at(-1))?.deviceId ?? deviceId
}
