import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { canonicalUuid } from '../reconciliation/evidence.ts'
import { siteSettings } from '../sites/settings.ts'
import type { Db } from '../store/store.ts'
import type { Prepared } from './prepare.ts'

/**
 * Some makers give a whole series one BIOS UUID. Where the site says so, such a UUID is no evidence, and the Windows
 * MachineId says in its place which machine it is.
 */
export async function applyMachineIdFallback(db: Db, siteId: string, group: readonly Prepared[]): Promise<void> {
  const { machineIdFallback: settings } = await siteSettings(db, siteId)
  for (const item of group) item.evidence = item.told
  if (!settings.enabled) return
  const junk = new Set(settings.junkBiosUuids.map(canonicalUuid))
  for (const item of group) item.evidence = withFallback(item, junk, settings)
}

function withFallback(
  { evidence, head, hardwareUuid }: Prepared,
  junk: ReadonlySet<string | undefined>,
  { treatEmptyAsJunk }: SiteSettings['machineIdFallback'],
): readonly Evidence[] {
  const biosUuid = head.identity.biosUuid ?? hardwareUuid ?? undefined
  const isEmpty = biosUuid === undefined || biosUuid.trim() === ''
  const isJunk = evidence.some(({ kind, value }) => kind === 'uuid' && junk.has(value))
  if (!isJunk && !(isEmpty && treatEmptyAsJunk)) return evidence
  return evidence
    .filter(({ kind }) => kind !== 'uuid')
    .map((each) => (each.kind === 'machine' ? { ...each, strength: 'strong' } : each))
}
