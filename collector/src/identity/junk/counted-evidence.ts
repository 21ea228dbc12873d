import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { canonicalUuid } from '../../matching/canonical-values.ts'
import { keyOf, type LookupKey } from '../../matching/lookup-keys.ts'
import { withBareSerials } from '../../matching/serial-numbers.ts'
import { siteSettings } from '../../sites/settings.ts'
import type { Db } from '../../store/store.ts'
import { junkAmong, junkVersion, withoutJunk } from './junk-of-site.ts'

type Fallback = SiteSettings['machineIdFallback']

/**
 * Selects the evidence of each item that counts on a site, by its junk list and its settings. The rules are the same for
 * new and for stored observations, so that the resulting devices do not depend on the time of the check.
 */
export async function withCounted<T extends { evidence: readonly Evidence[] }>(
  db: Db,
  siteId: string,
  items: readonly T[],
): Promise<(Omit<T, 'evidence'> & { evidence: Evidence[] })[]> {
  const { machineIdFallback } = await siteSettings(db, siteId)
  const listed = listedUuids(machineIdFallback)
  const junk = await junkAmong(
    db,
    siteId,
    items.flatMap(({ evidence }) => evidence),
  )
  const all = listed.length === 0 ? junk : new Set([...junk, ...listed.map(keyOf)])
  return items.map((item) => {
    const counted = withBareSerials(withoutJunk(item.evidence, all), item.evidence)
    return { ...item, evidence: [...withFallback(item.evidence, counted, machineIdFallback)] }
  })
}

/** Sightings of devices, by device, each with the evidence that counts on the site. */
export async function countedSightings(
  db: Db,
  siteId: string,
  deviceIds: readonly string[],
): Promise<Map<string, SightingRow[]>> {
  const rows = await loadSightings(db, [...new Set(deviceIds)])
  return Map.groupBy(await withCounted(db, siteId, rows), ({ deviceId }) => deviceId)
}

/** Version of the rules of `withCounted`: it changes whenever those may count otherwise. */
export async function countingRules(db: Db, siteId: string): Promise<string> {
  const { machineIdFallback } = await siteSettings(db, siteId)
  return JSON.stringify([await junkVersion(db, siteId), machineIdFallback])
}

/** BIOS UUIDs that a site's settings list as junk. */
export const listedUuids = ({ enabled, junkBiosUuids }: Fallback): LookupKey[] =>
  (enabled ? junkBiosUuids : []).flatMap((text) => {
    const value = canonicalUuid(text)
    return value === undefined ? [] : [{ kind: 'uuid' as const, value }]
  })

/**
 * Applies the site's fallback: some manufacturers give a whole series one BIOS UUID. If the site lists such a UUID, it
 * is no evidence, and the Windows MachineId identifies the machine instead.
 */
function withFallback(
  reported: readonly Evidence[],
  counted: readonly Evidence[],
  { enabled, treatEmptyAsJunk }: Fallback,
): readonly Evidence[] {
  const isJunk = hasUuid(reported) || reported.some(({ besideJunkUuid }) => besideJunkUuid)
  if (!enabled || hasUuid(counted) || !(isJunk || treatEmptyAsJunk)) return counted
  return counted.map((each) => (each.kind === 'machine' ? { ...each, strength: 'strong' } : each))
}

const hasUuid = (evidence: readonly Evidence[]): boolean => evidence.some(({ kind }) => kind === 'uuid')
