import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { doNotMergePartners } from '../../device-records/do-not-merge.ts'
import { findCandidates } from '../../device-records/find-candidates.ts'
import { type DeviceRecord, loadDevices } from '../../device-records/load-devices.ts'
import { findTraces, isTrace, loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { foundationOf } from '../../devices/sightings/first-sighting.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import { isAppliance } from '../../matching/appliances.ts'
import { keyOf, type LookupKey, lookupKeys } from '../../matching/lookup-keys.ts'
import { isTransientSighting, type Sighting } from '../../matching/sighting.ts'
import { servicesOfSegments } from '../../scanning/segments/find-segments.ts'
import { statesOf } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import { withCounted } from '../junk/counted-evidence.ts'

/** Maximum number of devices that are reclustered together. */
export const crowdMax = 64

/** Everything that may decide to which device some sightings belong. */
export type Component = {
  devices: Map<string, DeviceRecord>
  /** Sightings to be reclustered. */
  sightings: SightingRow[]
  /** Answers to pings at other addresses. They stay where they are. */
  others: SightingRow[]
  doNotMerge: ReadonlyMap<string, ReadonlySet<string>>
  /** Audit Services that last saw devices, by device. */
  services: ReadonlyMap<string, string>
  /** Keys of the sightings from outside that show an appliance. */
  appliances: ReadonlySet<string>
}

/**
 * Loads the devices that have, or had, a value in common with the reported evidence, and all that share lasting
 * evidence with one of them. Further addresses are not followed: they would lead from each device of a pool to any
 * other. undefined if there are too many devices; then nothing is reclustered, and the decisions in order of arrival
 * stay.
 */
export async function loadComponent(
  db: Db,
  siteId: string,
  reported: ReadonlyMap<string, readonly Evidence[]>,
): Promise<Component | undefined> {
  const devices = new Map<string, DeviceRecord>()
  const rows: SightingRow[] = []
  const followed = new Set<string>()
  const names = [...reported.values()].flat().filter(({ kind }) => kind === 'name')
  let wanted = [...new Set([...reported.keys(), ...(await tracedBy(db, siteId, names))])]
  let keys = [...reported.values()].flatMap(lookupKeys)
  while (wanted.length > 0) {
    const found = await loadDevices(db, wanted)
    for (const device of found) devices.set(device.row.id, device)
    if (devices.size > crowdMax) return undefined
    const loaded = await loadSightings(
      db,
      found.map(({ row }) => row.id),
    )
    const loadedIds = new Set(loaded.map(({ deviceId }) => deviceId))
    const fresh = [...loaded, ...found.filter(({ row }) => !loadedIds.has(row.id)).map(foundationOf)]
    rows.push(...fresh)
    const counted = await withCounted(db, siteId, fresh)
    keys = [...keys, ...counted.flatMap((row) => followedFrom(row, reported))]
    const unfollowed = keys.filter((key) => !followed.has(keyOf(key)))
    for (const key of unfollowed) followed.add(keyOf(key))
    wanted = [...(await holdersOf(db, siteId, unfollowed))].filter((id) => !devices.has(id))
  }
  const isConcerned = (row: SightingRow) =>
    !isTransientSighting(row) || lookupKeys(row.evidence).some((key) => followed.has(keyOf(key)))
  return {
    devices,
    sightings: rows.filter(isConcerned),
    others: rows.filter((row) => !isConcerned(row)),
    doNotMerge: await doNotMergePartners(db, [...devices.keys()]),
    services: await servicesOf(db, [...devices.values()]),
    appliances: await appliancesAmong(db, [...devices.values()]),
  }
}

async function appliancesAmong(db: Db, devices: readonly DeviceRecord[]): Promise<Set<string>> {
  const seen = devices.flatMap(({ states }) => states.filter(({ depth }) => depth === 'discovery'))
  const states = await statesOf(
    db,
    seen.map(({ snapshotId }) => snapshotId),
  )
  return new Set(states.flatMap((state) => (isAppliance(state.report.type) ? [evidenceOfState(state).key] : [])))
}

async function servicesOf(db: Db, devices: readonly DeviceRecord[]): Promise<Map<string, string>> {
  const segmentOf = new Map(devices.flatMap(({ row }) => (row.lastSegmentId ? [[row.id, row.lastSegmentId]] : [])))
  const services = await servicesOfSegments(db, [...segmentOf.values()])
  return new Map(
    [...segmentOf].flatMap(([id, segmentId]): [string, string][] => {
      const service = services.get(segmentId)
      return service === undefined ? [] : [[id, service]]
    }),
  )
}

/** Lasting evidence, and addresses of pings that may no longer belong to a device after more evidence was recorded. */
function followedFrom(
  { deviceId, evidence }: Pick<Sighting, 'evidence'> & { deviceId: string },
  reported: ReadonlyMap<string, unknown>,
): LookupKey[] {
  const isReported = reported.has(deviceId) && isTransientSighting({ evidence })
  return lookupKeys(evidence).filter((key) => isReported || !isTrace(key))
}

async function holdersOf(db: Db, siteId: string, keys: readonly LookupKey[]): Promise<Set<string>> {
  const holders = await findCandidates(db, siteId, keys)
  return new Set([...holders, ...(await tracedBy(db, siteId, keys.filter(isTrace)))])
}

const tracedBy = async (db: Db, siteId: string, keys: readonly LookupKey[]): Promise<string[]> =>
  [...(await findTraces(db, siteId, keys)).values()].flatMap((ids) => [...ids])
