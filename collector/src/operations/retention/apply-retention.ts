import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { deleteOldChanges } from '../../change-log/delete-old-changes.ts'
import { countChanges } from '../../change-log/list-changes.ts'
import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { allSites } from '../../sites/read.ts'
import { siteSettings } from '../../sites/settings.ts'
import { countPrunable, pruneSnapshots, type SnapshotRetention } from '../../snapshots/retention/prune.ts'
import type { TimeGuard } from '../trusted-time/guard.ts'
import { applyToDevices } from './retire-unseen-devices.ts'
import { hasRun, mayRun, runOrHold } from './run-or-hold.ts'

/** Entries of one transaction. */
const linesPerTurn = 1_000
/**
 * Number of change log entries that may be deleted without confirmation: a software change on some devices causes as
 * many.
 */
const linesUnaskedMax = 10_000

type Retention = SiteSettings['retention']

/**
 * Applies the retention settings of all sites: to stale devices, snapshots and the change log. Works in turns, so that
 * nobody waits for long, and stops after the current turn when `stopping` is aborted.
 */
export async function applyRetention(system: SystemContext, time: TrustedTime, stopping: AbortSignal): Promise<void> {
  const rules = new Map<string, SnapshotRetention>()
  const settings = new Map<string, Retention>()
  for (const { id } of await allSites(system)) {
    const { retention, snapshotStorage } = await system.store.read((db) => siteSettings(db, id))
    settings.set(id, retention)
    await applyToDevices(system, time, id, retention, stopping)
    await forgetOldChanges(system, time, id, retention, stopping)
    const { snapshotsPerDevice: perDevice, snapshotDays: days } = retention
    if (perDevice === 0 && days === 0) continue
    const copiedFirst = snapshotStorage.enabled
    rules.set(id, { perDevice: perDevice > 0 ? perDevice : undefined, notBefore: time.daysAgo(days), copiedFirst })
  }
  for (const [siteId, counted] of await countPrunable(system, rules, stopping)) {
    const retention = settings.get(siteId)
    if (!retention) continue
    const mass = { siteId, job: 'delete-snapshots' as const, ...counted, countMax: retention.confirmAboveSnapshots }
    if (!(await mayRun(system, time, retention, mass))) rules.delete(siteId)
  }
  if (rules.size === 0) return
  let after: string | undefined = ''
  while (after !== undefined && !stopping.aborted) after = await pruneSnapshots(system, time, rules, after)
  if (stopping.aborted) return
  for (const siteId of rules.keys()) await hasRun(system, { siteId, job: 'delete-snapshots' })
}

async function forgetOldChanges(
  system: SystemContext,
  time: TrustedTime,
  siteId: string,
  retention: Retention,
  stopping: AbortSignal,
): Promise<void> {
  const before = time.daysAgo(retention.changeLogDays)
  if (before === undefined) return
  const [count, total] = await system.store.read(async (db) => [
    await countChanges(db, siteId, { until: before }),
    await countChanges(db, siteId, {}),
  ])
  const mass = { siteId, job: 'delete-changes' as const, count, total, countMax: linesUnaskedMax }
  const run = async () => {
    let forgotten = linesPerTurn
    while (forgotten === linesPerTurn && !stopping.aborted) {
      forgotten = await deleteOldChanges(system, siteId, before, linesPerTurn)
    }
  }
  await runOrHold(system, time, retention, mass, { run, stopping })
}

const intervalMs = 60 * 60_000

/** Applies the sites' retention now and every hour, while the clock is trusted. */
export function startRetention(ctx: SystemContext, guard: TimeGuard): RepeatedWork {
  const work = (stopping: AbortSignal) =>
    guard
      .run('retention', (time) => applyRetention(ctx, time, stopping))
      .catch((error: unknown) => logFailure(ctx.log, error, 'retention failed; retrying in an hour'))
  return repeatWork(work, intervalMs)
}
