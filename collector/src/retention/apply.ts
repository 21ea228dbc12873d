import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { forgetChanges } from '../changes/forget.ts'
import type { SystemContext } from '../context.ts'
import { allSites } from '../sites/read.ts'
import { siteSettings } from '../sites/settings.ts'
import { pruneSnapshots, type SnapshotRetention } from '../snapshots/prune.ts'
import { daysAgo } from './days-ago.ts'
import { applyToDevices } from './devices.ts'

/** Of one transaction. */
const linesPerTurn = 1_000

type Retention = SiteSettings['retention']

/**
 * Does what the sites' settings say of what is old: devices that nobody sees, snapshots, the change log. In turns, so
 * that nobody waits for long; ends after the one under way when `stopping` is aborted.
 */
export async function applyRetention(system: SystemContext, stopping: AbortSignal): Promise<void> {
  const rules = new Map<string, SnapshotRetention>()
  for (const { id } of await allSites(system)) {
    const { retention, snapshotStorage } = await system.store.read((db) => siteSettings(db, id))
    await applyToDevices(system, id, retention, stopping)
    await forgetOldChanges(system, id, retention, stopping)
    const { snapshotsPerDevice: perDevice, snapshotDays: days } = retention
    const notBefore = daysAgo(system, days)
    if (perDevice > 0 || days > 0) {
      const copiedFirst = snapshotStorage.enabled
      rules.set(id, { perDevice: perDevice > 0 ? perDevice : undefined, notBefore, copiedFirst })
    }
  }
  if (rules.size === 0) return
  let after: string | undefined = ''
  while (after !== undefined && !stopping.aborted) after = await pruneSnapshots(system, rules, after)
}

async function forgetOldChanges(
  system: SystemContext,
  siteId: string,
  { changeLogDays }: Retention,
  stopping: AbortSignal,
): Promise<void> {
  const before = daysAgo(system, changeLogDays)
  let forgotten = before === undefined ? 0 : linesPerTurn
  while (before !== undefined && forgotten === linesPerTurn && !stopping.aborted) {
    forgotten = await forgetChanges(system, siteId, before, linesPerTurn)
  }
}
