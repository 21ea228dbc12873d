import { tracesOf } from '../../device-records/sightings.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import type { Match, NoMatch } from './match.ts'
import { addTo, type LoadedDevice, type OwnedUnitOfWork, removeFrom } from './unit-of-work.ts'

/** Brings a unit of work up to date with a matched observation, so that the next one is matched against the result. */
export function advance(work: OwnedUnitOfWork, found: Match | NoMatch): void {
  if (!('changeset' in found)) return
  const { observation, device, state, changeset, others, tags } = found
  const deviceId = device.row.id
  replace(work, device, changeset)
  for (const other of others) replace(work, other.device, other.changeset)
  const { sightings, returnedFrom } = changeset
  for (const row of sightings && 'inserted' in sightings ? sightings.inserted : []) {
    work.seenAs.set(row.key, deviceId)
    for (const trace of tracesOf(row.evidence)) addTo(work.traces, keyOf(trace), deviceId)
  }
  if (returnedFrom !== undefined) inheritTombstone(work, returnedFrom, deviceId)
  if (state) work.stored.set(observation.head.id, { snapshotId: state.snapshotId, deviceId })
  for (const { key } of tags) addTo(work.attached, deviceId, key)
}

function replace(work: OwnedUnitOfWork, device: LoadedDevice, { deviceId, identifiers }: DeviceChangeset): void {
  work.devices.set(deviceId, device)
  for (const row of identifiers?.removed ?? []) removeFrom(work.holders, keyOf(row), deviceId)
  for (const row of identifiers?.added ?? []) addTo(work.holders, keyOf(row), deviceId)
}

/** Moves do-not-merge decisions on a deleted device to the device that it returns as. */
function inheritTombstone({ tombstones, doNotMerge }: OwnedUnitOfWork, departedId: string, deviceId: string): void {
  tombstones.delete(departedId)
  const partners = doNotMerge.get(departedId) ?? new Set()
  doNotMerge.set(deviceId, partners)
  for (const partner of partners) addTo(doNotMerge, partner, deviceId)
}
