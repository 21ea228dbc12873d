import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { keyOf, type LookupKey } from '../../matching/lookup-keys.ts'
import type { Tx } from '../../store/store.ts'
import { recordCollisions } from '../collisions/record-collisions.ts'
import { listedUuids } from '../junk/counted-evidence.ts'
import { removeValue } from '../junk/remove-junk-value.ts'
import { type Reclustered, recluster } from './recluster.ts'

type GroupResult = {
  siteId: string
  /** Reported evidence by device, if another order of the same observations may have made other devices. */
  reported: ReadonlyMap<string, readonly Evidence[]>
  /** Reported values that other devices have as well, although they should be one device's alone. */
  collisions: readonly LookupKey[]
  now: string
}

/** Finds the device that has a sighting now, by the device that had it before. */
type DeviceNow = Reclustered['deviceNow']

/**
 * Reclusters after a group of observations is written. Observations that came out of order, or that distinguish two
 * hosts, may belong to other devices than they seemed to; and values that have become junk no longer hold devices
 * together.
 */
export async function reclusterGroup(
  tx: Tx,
  { siteId, reported, collisions, now }: GroupResult,
): Promise<{ deviceNow: DeviceNow; changed: readonly string[] }> {
  const reclustered = reported.size === 0 ? undefined : await recluster(tx, { siteId, reported, now })
  const learned = await recordCollisions(tx, siteId, [...collisions, ...(reclustered?.shared ?? [])], now)
  const steps = reclustered ? [reclustered] : []
  for (const value of learned) steps.push(await reclusterWithout(tx, siteId, value, now))
  return {
    deviceNow: (deviceId, key) => steps.reduce((id, { deviceNow }) => deviceNow(id, key), deviceId),
    changed: steps.flatMap(({ changed }) => changed),
  }
}

/**
 * Reclusters after a site's settings list other BIOS UUIDs as junk. A UUID that is no longer listed counts from its
 * next sighting.
 */
export async function reclusterFallback(
  tx: Tx,
  siteId: string,
  { before, after, now }: { before: SiteSettings; after: SiteSettings; now: string },
): Promise<void> {
  const ignored = new Set(listedUuids(before.machineIdFallback).map(keyOf))
  for (const value of listedUuids(after.machineIdFallback)) {
    if (!ignored.has(keyOf(value))) await reclusterWithout(tx, siteId, value, now)
  }
}

/**
 * Reclusters after a value has become junk: its devices are rebuilt without it, and no device is found by it any more.
 */
export async function reclusterWithout(tx: Tx, siteId: string, value: LookupKey, now: string): Promise<Reclustered> {
  const holders = await removeValue(tx, siteId, value)
  return recluster(tx, { siteId, reported: new Map(holders.map((id) => [id, []])), now })
}
