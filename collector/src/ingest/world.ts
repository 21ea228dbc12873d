import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { findCandidates } from '../devices/find-candidates.ts'
import { type DeviceRow, loadDevices } from '../devices/load.ts'
import { apartFrom } from '../devices/merging/kept-apart.ts'
import type { KnownIdentifier } from '../reconciliation/compare.ts'
import type { Identifier } from '../reconciliation/identifiers.ts'
import { lookupKeys } from '../reconciliation/lookup-keys.ts'
import type { State } from '../reconciliation/standing.ts'
import { findStored } from '../snapshots/write.ts'
import type { Db } from '../store/store.ts'
import { applyMachineIdFallback } from './machine-id-fallback.ts'
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
  apart: ReadonlyMap<string, ReadonlySet<string>>
  /** Observations that are stored, of this group too. */
  stored: Map<string, { snapshotId: string; deviceId: string }>
}

export async function loadWorld(db: Db, siteId: string, group: readonly Prepared[], now: string): Promise<World> {
  await applyMachineIdFallback(db, siteId, group)
  const stored = await findStored(
    db,
    siteId,
    group.map(({ delivery }) => delivery.observation.id),
  )
  const candidates = await findCandidates(
    db,
    siteId,
    group.flatMap(({ evidence }) => lookupKeys(evidence)),
  )
  const apart = await apartFrom(db, [...candidates])
  const world: World = { siteId, now, entries: new Map(), holders: new Map(), apart, stored }
  for (const { row, identifiers, states } of await loadDevices(db, [...candidates])) {
    addEntry(world, row, row, states)
    for (const identifier of identifiers) hold(world, row.id, identifier)
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
