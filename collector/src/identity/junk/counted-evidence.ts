import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { canonicalUuid } from '../../matching/canonical-values.ts'
import { keyOf, type LookupKey } from '../../matching/lookup-keys.ts'
import { siteSettings } from '../../sites/settings.ts'
import type { Db } from '../../store/store.ts'
import { junkAmong, junkVersion, withoutJunk } from './junk-of-site.ts'

type Fallback = SiteSettings['machineIdFallback']

/**
 * What of some evidence counts on a site, by its list of junk and its settings: the same for what is observed now and
 * for what was, so that what devices there are does not depend on when they are looked at.
 */
export async function countingOn(
  db: Db,
  siteId: string,
  evidence: readonly Evidence[],
): Promise<(told: readonly Evidence[]) => readonly Evidence[]> {
  const { machineIdFallback } = await siteSettings(db, siteId)
  const listed = listedUuids(machineIdFallback)
  const junk = await junkAmong(db, siteId, evidence)
  const all = listed.length === 0 ? junk : new Set([...junk, ...listed.map(keyOf)])
  return (told) => withFallback(told, withoutJunk(told, all), machineIdFallback)
}

/** Another text whenever `countingOn` may count otherwise. */
export async function countingRules(db: Db, siteId: string): Promise<string> {
  const { machineIdFallback } = await siteSettings(db, siteId)
  return JSON.stringify([await junkVersion(db, siteId), machineIdFallback])
}

/** The BIOS UUIDs that a site's settings say are junk. */
export const listedUuids = ({ enabled, junkBiosUuids }: Fallback): LookupKey[] =>
  (enabled ? junkBiosUuids : []).flatMap((text) => {
    const value = canonicalUuid(text)
    return value === undefined ? [] : [{ kind: 'uuid' as const, value }]
  })

/**
 * Some makers give a whole series one BIOS UUID. Where the site says so, such a UUID is no evidence, and the Windows
 * MachineId says in its place which machine it is.
 */
function withFallback(
  told: readonly Evidence[],
  counted: readonly Evidence[],
  { enabled, treatEmptyAsJunk }: Fallback,
): readonly Evidence[] {
  const isJunk = hasUuid(told) || told.some(({ besideJunkUuid }) => besideJunkUuid)
  if (!enabled || hasUuid(counted) || !(isJunk || treatEmptyAsJunk)) return counted
  return counted.map((each) => (each.kind === 'machine' ? { ...each, strength: 'strong' } : each))
}

const hasUuid = (evidence: readonly Evidence[]): boolean => evidence.some(({ kind }) => kind === 'uuid')
