import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { restoreDevices } from '../devices/archiving/restore-devices.ts'
import { unite } from '../devices/merging/unite.ts'
import { uniteDevices } from '../devices/merging/unite-devices.ts'
import { requireWhole } from '../devices/merging/whole-device.ts'
import { isTransient } from '../reconciliation/identifiers.ts'
import { keyOf, type LookupKey } from '../reconciliation/lookup-keys.ts'
import { settle } from '../reconciliation/settle.ts'
import type { Tx } from '../store/store.ts'
import { type Assignment, assignGroups, rowsOf } from './assign-groups.ts'
import { type Component, devicesMax, loadComponent } from './component.ts'
import { countingOn } from './counting.ts'
import { moveSnapshots } from './move-snapshots.ts'
import { recordReviews } from './reviews.ts'
import { type Mark, makeDevice, rewriteDevice, syncIdentifiers, syncTimes } from './rewrite-device.ts'
import { deleteSightings, insertSightings, loadSightings, type SightingRow } from './sightings.ts'

/** Shown where a rule, and no person, merged or parted records. */
export const reconciliationName = 'Reconciliation'

type Settlement = {
  siteId: string
  /** What was told of which devices. */
  told: ReadonlyMap<string, readonly Evidence[]>
  now: string
}

type Settled = {
  /** The device that a sighting is of now, by the one it was of. */
  placeOf: (deviceId: string, key: string) => string
  shared: LookupKey[]
}

/**
 * Makes of these devices, and of all that have to do with them, what the same observations would have made of them in
 * the order of their times: records become one, or several. Part of
 * the transaction that stored the observations.
 */
export async function resettle(tx: Tx, { siteId, told, now }: Settlement): Promise<Settled> {
  const component = await loadComponent(tx, siteId, told)
  if (!component) {
    await recordReviews(
      tx,
      [...told.keys()].map((deviceId) => ({ deviceId, siteId, review: tooMany, snapshotId: null, since: now })),
    )
    return { placeOf: (deviceId) => deviceId, shared: [] }
  }
  const counted = await countingOn(
    tx,
    siteId,
    component.sightings.flatMap(({ evidence }) => evidence),
  )
  const sightings = component.sightings.map((row) => ({ ...row, evidence: counted(row.evidence) }))
  const { assignments, emptied } = assignGroups(settle(sightings, component), component)
  const changed = changedBy(assignments, component)

  const mark = { modifiedAt: now, modifiedBy: { kind: 'system' as const, id: '', name: reconciliationName } }
  for (const assignment of changed) if (assignment.isNew) await makeDevice(tx, siteId, assignment, mark)
  await moveSnapshots(tx, component, assignments, mark)
  for (const { from, to } of emptied) await merge(tx, siteId, from, to, mark)
  await replaceSightings(tx, component, changed)
  for (const assignment of changed) await rewriteDevice(tx, siteId, assignment, component, mark)
  const others = assignments.filter((assignment) => !changed.includes(assignment))
  await syncIdentifiers(tx, siteId, others, component)
  await syncTimes(tx, others, component)
  return { placeOf: (deviceId, key) => placeOf(assignments, deviceId, key), shared: sharedBy(assignments) }
}

const tooMany = `More than ${devicesMax} devices have what identifies it: it stays what it was taken for in the order of arrival.`

/** What several of the devices are known by. */
function sharedBy(assignments: readonly Assignment[]): LookupKey[] {
  const values = assignments.flatMap(({ group }) => [...group.identifiers.values()])
  const byValue = Map.groupBy(
    values.filter((row) => !isTransient(row)),
    keyOf,
  )
  return [...byValue.values()].flatMap(([first, second]) => (first && second ? [first] : []))
}

/** Those that have other sightings than before, or had them at other times. */
function changedBy(assignments: readonly Assignment[], component: Component): Assignment[] {
  const before = Map.groupBy(component.sightings, ({ deviceId }) => deviceId)
  return assignments.filter(
    (assignment) => !areSame(before.get(assignment.deviceId) ?? [], rowsOf(assignment, component.sightings)),
  )
}

const areSame = (before: readonly SightingRow[], after: readonly SightingRow[]): boolean => {
  const nameOf = ({ key, firstAt, lastAt }: SightingRow) => `${key} ${firstAt} ${lastAt}`
  const known = new Set(before.map(nameOf))
  return before.length === after.length && after.every((row) => known.has(nameOf(row)))
}

/** A record of which nothing is left: its people's fields, tags and tasks go with it. */
async function merge(tx: Tx, siteId: string, from: string, to: string, mark: Mark): Promise<void> {
  await restoreDevices(tx, { siteId, at: mark.modifiedAt, actor: mark.modifiedBy }, [from, to])
  const [survivor, other] = [await requireWhole(tx, to), await requireWhole(tx, from)]
  await uniteDevices(tx, siteId, { survivor, other, united: unite(survivor, other) }, mark)
}

/** Records that were merged gave theirs to the one that they are now. */
async function replaceSightings(tx: Tx, component: Component, changed: readonly Assignment[]): Promise<void> {
  const settled = new Set(component.sightings.map(({ key }) => key))
  const ids = changed.map(({ deviceId }) => deviceId)
  const stored = await loadSightings(tx, ids)
  await deleteSightings(
    tx,
    stored.filter(({ key }) => settled.has(key)),
  )
  await insertSightings(
    tx,
    changed.flatMap((assignment) => rowsOf(assignment, component.sightings)),
  )
}

/** Where a sighting is that a device had; one that says nothing lasting may be of several, of this one too. */
function placeOf(assignments: readonly Assignment[], deviceId: string, key: string): string {
  const places = assignments.filter(({ group }) => [...group.members.keys()].some((member) => member.key === key))
  const same = places.find((place) => place.deviceId === deviceId)
  return (same ?? places.at(-1))?.deviceId ?? deviceId
}
