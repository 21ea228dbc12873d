import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { hasListeners } from '../../activity/events/listeners.ts'
import { doNotMergePartners } from '../../device-records/do-not-merge.ts'
import { findCandidates } from '../../device-records/find-candidates.ts'
import { type DeviceRow, loadDevices } from '../../device-records/load-devices.ts'
import {
  devicesSeenAs,
  findTraces,
  loadSightingSummaries,
  type SightingSummary,
  tracesFor,
} from '../../device-records/sightings.ts'
import { findTombstones } from '../../device-records/tombstones.ts'
import { readArchives } from '../../devices/archive/restore-devices.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { withCounted } from '../../identity/junk/counted-evidence.ts'
import type { Candidate, StoredIdentifier } from '../../matching/candidates.ts'
import { keyOf, lookupKeys } from '../../matching/lookup-keys.ts'
import type { State } from '../../matching/newest-states.ts'
import { isAnswer, isMovable, isTransientSighting } from '../../matching/sighting.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import { servicesOfSegments } from '../../scanning/segments/find-segments.ts'
import { findStored } from '../../snapshots/write/insert-snapshots.ts'
import type { Db } from '../../store/store.ts'
import type { Prepared } from '../accept/prepare.ts'
import { type AutoTags, loadAutoTags } from './auto-tags.ts'

/** A device as the observations of the group have left it so far. Immutable: each observation makes a new one. */
export type LoadedDevice = {
  row: DeviceRow
  states: readonly State[]
  /** By kind and value. */
  identifiers: ReadonlyMap<string, Identifier>
  /** By key. */
  sightings: ReadonlyMap<string, SightingSummary>
}

/** The part of a site's inventory that a group of observations can touch, in memory. */
export type UnitOfWork = AutoTags & {
  siteId: string
  now: string
  devices: ReadonlyMap<string, LoadedDevice>
  /** Ids of devices by the key of an identifier. */
  holders: ReadonlyMap<string, ReadonlySet<string>>
  /** The device last seen with exactly this evidence, by the key of the sighting. */
  seenAs: ReadonlyMap<string, string>
  /** Ids of devices by the key of an address or name that they once had. */
  traces: ReadonlyMap<string, ReadonlySet<string>>
  /** Do-not-merge decisions between devices, by either's id. */
  doNotMerge: ReadonlyMap<string, ReadonlySet<string>>
  /** Deleted devices with do-not-merge decisions. */
  tombstones: ReadonlyMap<string, Candidate>
  /** Stored observations, also of this group. */
  stored: ReadonlyMap<string, { snapshotId: string; deviceId: string }>
  /** Tags and installations to restore to archived devices. */
  archives: ReadonlyMap<string, NonNullable<DeviceChangeset['archive']>>
  /** Audit Services by the segments that they scanned. */
  services: ReadonlyMap<string, string>
  /** Set if anybody receives events. */
  isListenedTo: boolean
}

/** A unit of work for the one fold that owns it: `advance` updates it after each observation. */
export type OwnedUnitOfWork = {
  [Key in keyof UnitOfWork]: UnitOfWork[Key] extends ReadonlyMap<string, infer T> ? Map<string, T> : UnitOfWork[Key]
}

/** An observation with the evidence that counts on its site. */
export type Observed = Prepared & { item: Prepared; evidence: readonly Evidence[] }

export function emptyUnitOfWork(siteId: string, now: string): OwnedUnitOfWork {
  return {
    ...{ siteId, now, isListenedTo: false },
    ...{ devices: new Map(), holders: new Map(), seenAs: new Map(), traces: new Map(), stored: new Map() },
    ...{ doNotMerge: new Map(), tombstones: new Map(), tags: new Map(), attached: new Map(), archives: new Map() },
    services: new Map(),
  }
}

/** Loads everything that the observations of a group may concern. Each statement serves the whole group. */
export async function loadUnitOfWork(
  db: Db,
  siteId: string,
  group: readonly Prepared[],
  now: string,
): Promise<{ work: OwnedUnitOfWork; observations: Observed[] }> {
  const reported = group.map((item) => ({ ...item, item, evidence: item.reported }))
  const observations = await withCounted(db, siteId, reported)
  const stored = await findStored(
    db,
    siteId,
    observations.map(({ head }) => head.id),
  )
  const candidates = await findCandidates(
    db,
    siteId,
    observations.flatMap(({ evidence }) => lookupKeys(evidence)),
  )
  const keys = new Set(observations.map(({ sightingKey }) => sightingKey))
  const seenAs = await devicesSeenAs(db, siteId, [...keys])
  for (const { deviceId } of seenAs) candidates.add(deviceId)
  const seen = new Set(seenAs.map(({ key }) => key))
  const unseen = observations.filter(({ sightingKey }) => !seen.has(sightingKey))
  const traces = await findTraces(
    db,
    siteId,
    unseen.flatMap(({ evidence }) => tracesFor(evidence)),
  )
  for (const id of [...traces.values()].flatMap((ids) => [...ids])) candidates.add(id)
  const tombstones = await findTombstones(
    db,
    siteId,
    unseen.flatMap(({ evidence }) => lookupKeys(evidence)),
  )
  const ids = [...candidates]
  const doNotMerge = await doNotMergePartners(db, [...ids, ...tombstones.map(({ deviceId }) => deviceId)])
  const loaded = await loadDevices(db, ids)
  const summaries = await loadSightingSummaries(db, ids)
  const archived = loaded.flatMap(({ row }) => (row.isArchived ? [row.id] : []))
  const work: OwnedUnitOfWork = {
    ...emptyUnitOfWork(siteId, now),
    ...{ doNotMerge, traces, stored },
    tombstones: new Map(tombstones.map((each) => [each.deviceId, each])),
    archives: archived.length === 0 ? new Map() : await readArchives(db, archived),
    ...(await loadAutoTags(db, siteId, observations, ids)),
    services: await servicesOf(
      db,
      loaded.flatMap(({ row }) => row.lastSegmentId ?? []),
      observations,
    ),
    isListenedTo: await hasListeners(db, siteId, now),
  }
  const byDevice = Map.groupBy(summaries, ({ deviceId }) => deviceId)
  for (const { row, identifiers, states } of loaded) {
    const sightings = new Map((byDevice.get(row.id) ?? []).map((summary) => [summary.key, summary]))
    const byKey = new Map(identifiers.map((each) => [keyOf(each), each]))
    work.devices.set(row.id, { row, states, sightings, identifiers: byKey })
    for (const key of byKey.keys()) addTo(work.holders, key, row.id)
  }
  for (const summary of summaries)
    if (work.devices.has(summary.deviceId) && isLast(work, summary)) work.seenAs.set(summary.key, summary.deviceId)
  return { work, observations }
}

/** Audit Services of segments in which devices were seen, if the observations are of other segments. */
async function servicesOf(
  db: Db,
  seenIn: readonly string[],
  observations: readonly Observed[],
): Promise<Map<string, string>> {
  const services = new Map(
    observations.flatMap(({ delivery: { segmentId, auditServiceId } }): [string, string][] =>
      segmentId === undefined || auditServiceId === undefined ? [] : [[segmentId, auditServiceId]],
    ),
  )
  const others = new Set(seenIn.filter((id) => !services.has(id)))
  if (services.size === 0 || others.size === 0) return services
  return new Map([...services, ...(await servicesOfSegments(db, [...others]))])
}

/** Reports whether a device was the last one seen with this evidence, in whatever order sightings are read. */
function isLast({ seenAs, devices }: UnitOfWork, summary: SightingSummary): boolean {
  const other = devices.get(seenAs.get(summary.key) ?? '')?.sightings.get(summary.key)
  if (!other || other.lastAt === summary.lastAt) return !other || other.deviceId > summary.deviceId
  return other.lastAt < summary.lastAt
}

/** Adds an id to a set of an index. The set is replaced, not modified. */
export function addTo(index: Map<string, ReadonlySet<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (!ids?.has(id)) index.set(key, new Set(ids).add(id))
}

export function removeFrom(index: Map<string, ReadonlySet<string>>, key: string, id: string): void {
  const ids = new Set(index.get(key))
  if (ids.delete(id)) index.set(key, ids)
}

/** Reports whether an observation is by another Audit Service than the one that last saw a device. */
export function isByOtherService(
  { services }: Pick<UnitOfWork, 'services'>,
  { delivery }: Pick<Observed, 'delivery'>,
  { row }: Pick<LoadedDevice, 'row'>,
): boolean {
  const before = services.get(row.lastSegmentId ?? '')
  return before !== undefined && delivery.auditServiceId !== undefined && before !== delivery.auditServiceId
}

/** Devices that share evidence with an observation. */
export function candidatesFor({ devices, holders }: UnitOfWork, evidence: readonly Evidence[]): LoadedDevice[] {
  const ids = new Set(lookupKeys(evidence).flatMap((key) => [...(holders.get(keyOf(key)) ?? [])]))
  return [...ids].flatMap((id) => devices.get(id) ?? [])
}

/** Deleted devices that share evidence with an observation. */
export function tombstonesFor({ tombstones }: UnitOfWork, evidence: readonly Evidence[]): Candidate[] {
  if (tombstones.size === 0) return []
  const keys = new Set(lookupKeys(evidence).map(keyOf))
  return [...tombstones.values()].filter(({ identifiers }) =>
    identifiers.some((row: StoredIdentifier) => keys.has(keyOf(row))),
  )
}

/**
 * The device that was seen with exactly this evidence, unless it moves from device to device. Where a person decided,
 * only an address does.
 */
export function seenAs(
  { seenAs: byKey, devices }: UnitOfWork,
  { sightingKey, evidence, head }: Observed,
): LoadedDevice | undefined {
  if (isTransientSighting({ evidence }) && isMovable({ evidence })) return undefined
  const device = devices.get(byKey.get(sightingKey) ?? '')
  const isDecided = device?.sightings.get(sightingKey)?.decided === true
  return isAnswer({ depth: head.depth, evidence }) && !isDecided ? undefined : device
}
