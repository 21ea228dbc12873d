import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { countUnseenSince, devicesUnseenSince } from '../../device-records/unseen-devices.ts'
import { archiveDevices } from '../../devices/archive/archive-devices.ts'
import { removeDevices } from '../../devices/edit/remove-devices.ts'
import { emitStaleEvents } from '../../devices/stale/emit-stale-events.ts'
import { countStale } from '../../devices/stale/stale-watermark.ts'
import { deleteVersionsBefore } from '../../devices/versions/delete-old-versions.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { HeldJob } from '../held-jobs/record-held-job.ts'
import { runOrHold } from './run-or-hold.ts'

/** Devices of one transaction: each has hundreds of installations. */
const devicesPerTurn = 20
const versionsPerTurn = 500

const retentionName = 'Retention'

type Retention = SiteSettings['retention']

/** Deletes, archives and marks as stale the devices not seen for the periods in the settings. */
export async function applyToDevices(
  system: SystemContext,
  time: TrustedTime,
  siteId: string,
  retention: Retention,
  stopping: AbortSignal,
): Promise<void> {
  const runHeld = async (job: HeldJob, count: (db: Db) => Promise<Counted>, run: () => Promise<void>) => {
    const counted = await system.store.read(count)
    const mass = { siteId, job, ...counted, countMax: retention.confirmAboveDevices }
    await runOrHold(system, time, retention, mass, { run, stopping })
  }
  const { staleDeviceDays, archiveDeviceDays, deleteDeviceDays, snapshotDays } = retention
  const operation = { siteId, at: time.now, actor: { kind: 'system' as const, id: '', name: retentionName } }
  const deleteBefore = time.daysAgo(deleteDeviceDays)
  await runHeld('delete-devices', unseen(siteId, deleteBefore, [false, true]), async () => {
    for (const isArchived of [false, true]) {
      await inTurns(system, deleteBefore, devicesPerTurn, stopping, async (tx, since) => {
        const deviceIds = await devicesUnseenSince(tx, siteId, { since, isArchived, limit: devicesPerTurn })
        return removeDevices(tx, operation, deviceIds)
      })
    }
  })
  const archiveBefore = time.daysAgo(archiveDeviceDays)
  await runHeld('archive-devices', unseen(siteId, archiveBefore, [false]), () =>
    inTurns(system, archiveBefore, devicesPerTurn, stopping, async (tx, since) => {
      const deviceIds = await devicesUnseenSince(tx, siteId, { since, isArchived: false, limit: devicesPerTurn })
      return archiveDevices(tx, operation, deviceIds)
    }),
  )
  await inTurns(system, time.daysAgo(snapshotDays), versionsPerTurn, stopping, (tx, before) =>
    deleteVersionsBefore(tx, siteId, before, versionsPerTurn),
  )
  const staleSince = time.daysAgo(staleDeviceDays)
  await runHeld(
    'mark-stale',
    (db) => countStale(db, siteId, staleSince),
    () => emitStaleEvents(system, siteId, staleSince, time, stopping),
  )
}

type Counted = { count: number; total: number }

/** Counts the devices that a job would affect, and all listed ones. */
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

/** Repeats turns until one is not full. */
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
