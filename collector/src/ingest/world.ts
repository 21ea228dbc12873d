import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { findCandidates } from '../devices/find-candidates.ts'
import { type DeviceRow, loadDevices } from '../devices/load.ts'
import { findDeparted } from '../devices/merging/departed.ts'
import { apartFrom } from '../devices/merging/kept-apart.ts'
import { countingOn } from '../identity/counting.ts'
import { foundationOf } from '../identity/foundation.ts'
import type { Turns } from '../identity/record-turns.ts'
import {
  devicesSeenAs,
  findTraces,
  loadMarks,
  type SightingMark,
  type SightingRow,
  tracesOf,
} from '../identity/sightings.ts'
import type { Candidate, KnownIdentifier } from '../reconciliation/compare.ts'
import type { Identifier } from '../reconciliation/identifiers.ts'
import { keyOf, lookupKeys } from '../reconciliation/lookup-keys.ts'
import { isPassing } from '../reconciliation/sighting.ts'
import type { State } from '../reconciliation/standing.ts'
import { findStored } from '../snapshots/write.ts'
import type { Db } from '../store/store.ts'
import type { Prepared } from './prepare.ts'

/** A device as the observations of the group have left it so far, and what of that is still to be written. */
export type Entry = {
  row: DeviceRow
  /** As it is stored; undefined where it is not yet. */
  rowBefore: DeviceRow | undefined
  identifiers: Map<string, Identifier>
  writtenIdentifiers: Map<string, Identifier>
  removedIdentifiers: Map<string, KnownIdentifier>
  states: State[]
  statesBefore: readonly State[]
  /** What it was seen as, by the key of the evidence. */
  sightings: Map<string, SightingMark>
  newSightings: Map<string, SightingRow>
  touchedSightings: Map<string, SightingMark>
  forgottenSightings: SightingMark[]
  /** The deleted device that it was; undefined where it is no such. */
  departedId: string | undefined
}

export const identifierKey = ({ kind, value }: Pick<KnownIdentifier, 'kind' | 'value'>) => `${kind} ${value}`

/** The part of a site's inventory that a group of observations can touch, in memory. */
export type World = {
  siteId: string
  now: string
  entries: Map<string, Entry>
  /** Ids of devices by the key of an identifier. */
  holders: Map<string, Set<string>>
  /** Devices that a person keeps apart, by either's id. */
  apart: Map<string, Set<string>>
  /** Deleted devices that a person keeps apart from others; only of what is seen as nothing was before. */
  departed: Map<string, Candidate>
  /** Observations that are stored, of this group too. */
  stored: Map<string, { snapshotId: string; deviceId: string }>
  /** Ids of devices by the key of what they had for a time; only of what a sighting says that nobody knew. */
  traces: Map<string, Set<string>>
  /** The device that was seen with exactly this evidence, by its key. */
  seenAs: Map<string, Entry>
  /** Sightings of an agent that took turns with others of the same device. */
  turns: Turns[]
  /** What was told of devices of which another order of the same observations may have made something else. */
  unsettled: Map<string, Evidence[]>
}

export async function loadWorld(db: Db, siteId: string, group: readonly Prepared[], now: string): Promise<World> {
  const counted = await countingOn(
    db,
    siteId,
    group.flatMap(({ told }) => told),
  )
  for (const item of group) item.evidence = counted(item.told)
  const stored = await findStored(
    db,
    siteId,
    group.map(({ head }) => head.id),
  )
  const candidates = await findCandidates(
    db,
    siteId,
    group.flatMap(({ evidence }) => lookupKeys(evidence)),
  )
  const keys = new Set(group.map(({ sightingKey }) => sightingKey))
  const seenAs = await devicesSeenAs(db, siteId, [...keys])
  for (const { deviceId } of seenAs) candidates.add(deviceId)
  const known = new Set(seenAs.map(({ key }) => key))
  const unknown = group.filter(({ sightingKey }) => !known.has(sightingKey))
  const traces = await findTraces(
    db,
    siteId,
    unknown.flatMap(({ evidence }) => tracesOf(evidence)),
  )
  for (const id of [...traces.values()].flatMap((ids) => [...ids])) candidates.add(id)
  const departed = await findDeparted(
    db,
    siteId,
    unknown.flatMap(({ evidence }) => lookupKeys(evidence)),
  )
  const apart = await apartFrom(db, [...candidates, ...departed.map(({ deviceId }) => deviceId)])
  const world: World = {
    siteId,
    now,
    entries: new Map(),
    holders: new Map(),
    apart,
    departed: new Map(departed.map((each) => [each.deviceId, each])),
    stored,
    traces,
    seenAs: new Map(),
    turns: [],
    unsettled: new Map(),
  }
  for (const { row, identifiers, states } of await loadDevices(db, [...candidates])) {
    addEntry(world, row, row, states)
    for (const identifier of identifiers) hold(world, row.id, identifier)
  }
  for (const mark of await loadMarks(db, [...candidates])) {
    const entry = world.entries.get(mark.deviceId)
    if (!entry) continue
    entry.sightings.set(mark.key, mark)
    if (isLaterMark(world, mark)) world.seenAs.set(mark.key, entry)
  }
  return world
}

export function addEntry(world: World, row: DeviceRow, rowBefore: DeviceRow | undefined, states: State[] = []): Entry {
  const entry: Entry = {
    row,
    rowBefore,
    identifiers: new Map(),
    writtenIdentifiers: new Map(),
    removedIdentifiers: new Map(),
    states,
    statesBefore: states,
    sightings: new Map(),
    newSightings: new Map(),
    touchedSightings: new Map(),
    forgottenSightings: [],
    departedId: undefined,
  }
  world.entries.set(row.id, entry)
  return entry
}

function hold(world: World, deviceId: string, identifier: Identifier): void {
  const key = identifierKey(identifier)
  world.entries.get(deviceId)?.identifiers.set(key, identifier)
  const holders = world.holders.get(key)
  if (holders) holders.add(deviceId)
  else world.holders.set(key, new Set([deviceId]))
}

export function writeIdentifier(world: World, entry: Entry, identifier: Identifier): void {
  const key = identifierKey(identifier)
  hold(world, entry.row.id, identifier)
  entry.writtenIdentifiers.set(key, identifier)
  entry.removedIdentifiers.delete(key)
}

export function removeIdentifier(world: World, entry: Entry, identifier: KnownIdentifier): void {
  const key = identifierKey(identifier)
  entry.identifiers.delete(key)
  entry.writtenIdentifiers.delete(key)
  entry.removedIdentifiers.set(key, identifier)
  world.holders.get(key)?.delete(entry.row.id)
}

/** The devices that share evidence with an observation. */
export function candidatesFor(world: World, evidence: readonly Evidence[]): Entry[] {
  const ids = new Set(lookupKeys(evidence).flatMap((key) => [...(world.holders.get(identifierKey(key)) ?? [])]))
  return [...ids].flatMap((id) => world.entries.get(id) ?? [])
}

/** Deleted devices that share evidence with it. */
export function departedFor({ departed }: World, evidence: readonly Evidence[]): Candidate[] {
  if (departed.size === 0) return []
  const keys = new Set(lookupKeys(evidence).map(keyOf))
  return [...departed.values()].filter(({ identifiers }) => identifiers.some((row) => keys.has(keyOf(row))))
}

/** The device that was seen with exactly this evidence, where that says more than an address of now. */
export function seenAs(world: World, { sightingKey, evidence }: Prepared): Entry | undefined {
  if (isPassing({ evidence })) return undefined
  return world.seenAs.get(sightingKey)
}

/** A device that was deleted is there again: what a person said of it holds for what it came back as. */
export function takeBack(world: World, entry: Entry, departedId: string): void {
  const { id } = entry.row
  entry.departedId = departedId
  world.departed.delete(departedId)
  const partners = world.apart.get(departedId) ?? new Set()
  world.apart.set(id, partners)
  for (const partner of partners) world.apart.get(partner)?.add(id)
}

function noteMark(world: World, entry: Entry, mark: SightingMark): void {
  entry.sightings.set(mark.key, mark)
  world.seenAs.set(mark.key, entry)
}

/** Of several devices that were seen with the same the one that was so last, whatever order they are read in. */
function isLaterMark(world: World, mark: SightingMark): boolean {
  const known = world.seenAs.get(mark.key)?.sightings.get(mark.key)
  if (!known || known.lastAt === mark.lastAt) return !known || known.deviceId > mark.deviceId
  return known.lastAt < mark.lastAt
}

export function addSighting(world: World, entry: Entry, item: Prepared): void {
  if (entry.rowBefore && entry.sightings.size === 0) addFoundation(entry)
  const { sightingKey: key, told: evidence, observedAt, head } = item
  const { source, depth } = head
  const decided = entry.departedId !== undefined && entry.sightings.size === 0
  const mark = { deviceId: entry.row.id, siteId: world.siteId, key, source, depth, decided }
  const times = { firstAt: observedAt, lastAt: observedAt }
  noteMark(world, entry, { ...mark, ...times })
  for (const trace of tracesOf(evidence)) {
    world.traces.set(keyOf(trace), (world.traces.get(keyOf(trace)) ?? new Set()).add(entry.row.id))
  }
  entry.newSightings.set(key, { ...mark, ...times, ...toldBy(item) })
  if (entry.sightings.size > sightingsMax) forgetOldest(entry)
}

/** What a device was seen as at most: one that gets another address every day is not remembered with all of them. */
const sightingsMax = 32

/** The one that was not seen for longest. The very first stays, and what a person has decided on. */
function forgetOldest(entry: Entry): void {
  const [, ...others] = [...entry.sightings.values()].sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1))
  const oldest = others
    .filter(({ decided }) => !decided)
    .reduce<SightingMark | undefined>((first, each) => (first && first.lastAt < each.lastAt ? first : each), undefined)
  if (!oldest) return
  entry.sightings.delete(oldest.key)
  entry.touchedSightings.delete(oldest.key)
  if (!entry.newSightings.delete(oldest.key)) entry.forgottenSightings.push(oldest)
}

export function touchSighting(entry: Entry, mark: SightingMark): void {
  entry.sightings.set(mark.key, mark)
  const added = entry.newSightings.get(mark.key)
  if (added) entry.newSightings.set(mark.key, { ...added, ...mark })
  else entry.touchedSightings.set(mark.key, mark)
}

/** What a sighting keeps of an observation: of one with a snapshot that shows what there is to show. */
function toldBy({ told, head, sections, fields }: Prepared): Pick<SightingRow, 'evidence' | 'fields'> {
  const isKept = head.depth === 'audit' || sections.size > 0
  return { evidence: [...told], fields: isKept ? null : fields }
}

/** What an earlier release knew of a device stands for all that it was seen as. */
function addFoundation(entry: Entry): void {
  const { row, states, identifiers } = entry
  const sighting = foundationOf({ row, states, identifiers: [...identifiers.values()] })
  entry.sightings.set(sighting.key, sighting)
  entry.newSightings.set(sighting.key, sighting)
}

export function unsettle({ unsettled }: World, { row }: Entry, { told }: Prepared): void {
  unsettled.set(row.id, [...(unsettled.get(row.id) ?? []), ...told])
}
