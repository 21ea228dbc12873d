import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { countUnseenSince, devicesUnseenSince } from '../../device-records/stale-devices.ts'
import { archiveDevices } from '../../devices/archive/archive-devices.ts'
import { removeDevices } from '../../devices/edit/remove-devices.ts'
import { emitStaleEvents } from '../../devices/stale/emit-stale-events.ts'
import { countStale } from '../../devices/stale/stale-watermark.ts'
import { forgetVersionsBefore } from '../../devices/versions/delete-old-versions.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { HeldJob } from '../held-jobs/record-held-job.ts'
import { runOrHold } from './run-or-hold.ts'

/** Of one transaction: what is installed on a device is hundreds of rows. */
const devicesPerTurn = 20
const versionsPerTurn = 500

const retentionName = 'Retention'

type Retention = SiteSettings['retention']

/**
 * Deletes, archives and marks as stale the devices that nobody has seen for as long as the settings say. What lists
 * have shown goes with the snapshots that it came from.
 */
export async function applyToDevices(
  system: SystemContext,
  time: TrustedTime,
  siteId: string,
  retention: Retention,
  stopping: AbortSignal,
): Promise<void> {
  const ask = async (job: HeldJob, count: (db: Db) => Promise<Counted>, run: () => Promise<void>) => {
    const counted = await system.store.read(count)
    const mass = { siteId, job, ...counted, countMax: retention.confirmAboveDevices }
    await runOrHold(system, time, retention, mass, { run, stopping })
  }
  const { staleDeviceDays, archiveDeviceDays, deleteDeviceDays, snapshotDays } = retention
  const operation = { siteId, at: time.now, actor: { kind: 'system' as const, id: '', name: retentionName } }
  const deleteBefore = time.daysAgo(deleteDeviceDays)
  await ask('delete-devices', unseen(siteId, deleteBefore, [false, true]), async () => {
    for (const isArchived of [false, true]) {
      await inTurns(system, deleteBefore, devicesPerTurn, stopping, async (tx, since) => {
        const deviceIds = await devicesUnseenSince(tx, siteId, { since, isArchived, limit: devicesPerTurn })
        return removeDevices(tx, operation, deviceIds)
      })
    }
  })
  const archiveBefore = time.daysAgo(archiveDeviceDays)
  await ask('archive-devices', unseen(siteId, archiveBefore, [false]), () =>
    inTurns(system, archiveBefore, devicesPerTurn, stopping, async (tx, since) => {
      const deviceIds = await devicesUnseenSince(tx, siteId, { since, isArchived: false, limit: devicesPerTurn })
      return archiveDevices(tx, operation, deviceIds)
    }),
  )
  await inTurns(system, time.daysAgo(snapshotDays), versionsPerTurn, stopping, (tx, before) =>
    forgetVersionsBefore(tx, siteId, before, versionsPerTurn),
  )
  const staleSince = time.daysAgo(staleDeviceDays)
  await ask(
    'mark-stale',
    (db) => countStale(db, siteId, staleSince),
    () => emitStaleEvents(system, siteId, staleSince, time, stopping),
  )
}

type Counted = { count: number; total: number }

/** Devices that a job would take, and all of their lists. */
const unseen =
  (siteId: string, since: string | undefined, lists: readonly boolean[]) =>
  async (db: Db): Promise<Counted> => {
    const sum = { count: 0, total: 0 }
    if (since === undefined) return sum
    for (const isArchived of lists) {
      const { count, total } = await countUnseenSince(db, siteId, { since, isArchived })
      sum.count += count
      sum.total += total
    }
    return sum
  }

/** Until a turn has fewer than it may have. */
async function inTurns(
  system: SystemContext,
  since: string | undefined,
  perTurn: number,
  stopping: AbortSignal,
  turn: (tx: Tx, since: string) => Promise<number>,
): Promise<void> {
  let done = since === undefined ? 0 : perTurn
  while (since !== undefined && done === perTurn && !stopping.aborted) {
    done = await system.store.write((tx) => turn(tx, since))
    if (done > 0) system.wakeOutbox()
  }
}
