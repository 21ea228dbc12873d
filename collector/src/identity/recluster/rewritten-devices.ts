import { loadDevices } from '../../device-records/load-devices.ts'
import type { Operation } from '../../device-records/operation.ts'
import { loadSightings } from '../../device-records/sightings.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { endOfTime, statesAt } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import { type Assignment, rowsOf } from './assign-groups.ts'
import type { Component } from './component.ts'
import { reclustered } from './recluster-changeset.ts'

/** Devices whose sightings changed, with their current snapshots. */
export async function rewrittenDevices(
  db: Db,
  operation: Operation,
  assignments: readonly Assignment[],
  component: Component,
): Promise<DeviceChangeset[]> {
  const ids = assignments.map(({ deviceId }) => deviceId)
  const devices = new Map((await loadDevices(db, ids)).map((device) => [device.row.id, device]))
  const stored = Map.groupBy(await loadSightings(db, ids), ({ deviceId }) => deviceId)
  const concerned = new Set(component.sightings.map(({ key }) => key))
  const changesets: DeviceChangeset[] = []
  for (const assignment of assignments) {
    const { deviceId } = assignment
    const inserted = rowsOf(assignment, component.sightings)
    const stay = new Set(inserted.map(({ key }) => key))
    const deleted = (stored.get(deviceId) ?? []).filter(({ key }) => concerned.has(key) && !stay.has(key))
    const states = await statesAt(db, deviceId, endOfTime)
    const sightings = { inserted, touched: [], deleted }
    const before = devices.get(deviceId) ?? null
    changesets.push(reclustered(operation, before, assignment, component, { states, sightings }))
  }
  return changesets
}
