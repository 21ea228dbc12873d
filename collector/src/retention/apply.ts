import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { forgetChanges } from '../changes/forget.ts'
import { nowOf, type SystemContext } from '../context.ts'
import { removeDevices } from '../devices/remove-devices.ts'
import { devicesUnseenSince } from '../devices/stale.ts'
import { allSites } from '../sites/read.ts'
import { siteSettings } from '../sites/settings.ts'
import { pruneSnapshots, type SnapshotRetention } from '../snapshots/prune.ts'

/** Of one transaction. */
const devicesPerTurn = 50
const linesPerTurn = 1_000

const dayMs = 86_400_000

type Retention = SiteSettings['retention']

/**
 * Deletes what the sites' settings say is not to be kept any longer: devices that nobody sees, snapshots, the change
 * log. In turns, so that nobody waits for long; ends after the one under way when `stopping` is aborted.
 */
export async function applyRetention(system: SystemContext, stopping: AbortSignal): Promise<void> {
  const rules = new Map<string, SnapshotRetention>()
  for (const { id } of await allSites(system)) {
    const { retention, snapshotStorage } = await system.store.read((db) => siteSettings(db, id))
    await deleteStaleDevices(system, id, retention, stopping)
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

async function deleteStaleDevices(
  system: SystemContext,
  siteId: string,
  { staleDeviceDays }: Retention,
  stopping: AbortSignal,
): Promise<void> {
  const since = daysAgo(system, staleDeviceDays)
  let deleted = since === undefined ? 0 : devicesPerTurn
  while (since !== undefined && deleted === devicesPerTurn && !stopping.aborted) {
    deleted = await system.store.write(async (tx) => {
      const deviceIds = await devicesUnseenSince(tx, siteId, since, devicesPerTurn)
      return removeDevices(tx, { siteId, actor: 'Retention', timestamp: nowOf(system), deviceIds })
    })
    if (deleted > 0) system.wakeOutbox()
  }
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

/** undefined where 0 days mean for ever. */
function daysAgo({ clock }: SystemContext, days: number): string | undefined {
  return days > 0 ? new Date(clock.now().getTime() - days * dayMs).toISOString() : undefined
}
