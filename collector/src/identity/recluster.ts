import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { restoreDevices } from '../devices/archiving/restore-devices.ts'
import { applyChangesets } from '../devices/changeset/apply.ts'
import type { DeviceChangeset } from '../devices/changeset/changeset.ts'
import type { Operation } from '../devices/changeset/operation.ts'
import { loadDevices } from '../devices/load.ts'
import { merged } from '../devices/merging/merged.ts'
import { unite } from '../devices/merging/unite.ts'
import { requireWhole } from '../devices/merging/whole-device.ts'
import { isTransient } from '../reconciliation/identifiers.ts'
import { keyOf, type LookupKey } from '../reconciliation/lookup-keys.ts'
import { settle } from '../reconciliation/settle.ts'
import { endOfTime, statesAt } from '../snapshots/as-of.ts'
import type { Tx } from '../store/store.ts'
import { type Assignment, assignGroups, rowsOf } from './assign-groups.ts'
import { type Component, devicesMax, loadComponent } from './component.ts'
import { countingOn } from './counting.ts'
import { movedSnapshots } from './moved-snapshots.ts'
import { reclustered, resynced } from './reclustered.ts'
import { recordReviews } from './reviews.ts'
import { loadSightings, type SightingRow } from './sightings.ts'

/** Shown where a rule, and no person, merged or parted records. */
export const reconciliationName = 'Reconciliation'

type Reclustering = {
  siteId: string
  /** What was told of which devices. */
  told: ReadonlyMap<string, readonly Evidence[]>
  now: string
}

type Reclustered = {
  /** The device that a sighting is of now, by the one it was of. */
  placeOf: (deviceId: string, key: string) => string
  shared: LookupKey[]
}

/**
 * Makes of these devices, and of all that share evidence with them, what the same observations make in the order of their
 * times: snapshots move, records become one or several. Part of the transaction that stored the observations. A step builds
 * on what the one before it wrote.
 */
export async function recluster(tx: Tx, { siteId, told, now }: Reclustering): Promise<Reclustered> {
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
  const operation = { siteId, at: now, actor: { kind: 'system' as const, id: '', name: reconciliationName } }

  await applyChangesets(tx, await movedSnapshots(tx, operation, component, assignments))
  for (const { from, to } of emptied) await merge(tx, operation, from, to)
  await applyChangesets(tx, await rewritten(tx, operation, changed, component))
  const others = assignments.filter((assignment) => !changed.includes(assignment))
  await applyChangesets(tx, resynced(operation, others, component))
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

/** Merges a record of which no sighting is left: custom fields, tags and tasks go with it. */
async function merge(tx: Tx, operation: Operation, from: string, to: string): Promise<void> {
  await restoreDevices(tx, operation, [from, to])
  const [survivor, other] = [await requireWhole(tx, to), await requireWhole(tx, from)]
  const { changesets } = await merged(tx, operation, { survivor, other, united: unite(survivor, other) }, 'rule')
  await applyChangesets(tx, changesets)
}

/** Devices that have other sightings than before. */
async function rewritten(
  tx: Tx,
  operation: Operation,
  changed: readonly Assignment[],
  component: Component,
): Promise<DeviceChangeset[]> {
  const ids = changed.map(({ deviceId }) => deviceId)
  const devices = new Map((await loadDevices(tx, ids)).map((device) => [device.row.id, device]))
  const stored = Map.groupBy(await loadSightings(tx, ids), ({ deviceId }) => deviceId)
  const concerned = new Set(component.sightings.map(({ key }) => key))
  const changesets: DeviceChangeset[] = []
  for (const assignment of changed) {
    const { deviceId } = assignment
    const inserted = rowsOf(assignment, component.sightings)
    const stay = new Set(inserted.map(({ key }) => key))
    const deleted = (stored.get(deviceId) ?? []).filter(({ key }) => concerned.has(key) && !stay.has(key))
    const states = await statesAt(tx, deviceId, endOfTime)
    const sightings = { inserted, touched: [], deleted }
    const before = devices.get(deviceId) ?? null
    changesets.push(reclustered(operation, before, assignment, component, { states, sightings }))
  }
  return changesets
}

/** Where a sighting is that a device had; one that says nothing lasting may be of several, of this one too. */
function placeOf(assignments: readonly Assignment[], deviceId: string, key: string): string {
  const places = assignments.filter(({ group }) => [...group.members.keys()].some((member) => member.key === key))
  const same = places.find((place) => place.deviceId === deviceId)
  return (same ?? places.at(-1))?.deviceId ?? deviceId
}
