import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { nowOf, type SystemContext } from '../context.ts'
import { archiveDevices } from '../devices/archiving/archive-devices.ts'
import { forgetVersionsBefore } from '../devices/history/forget-versions.ts'
import { removeDevices } from '../devices/remove-devices.ts'
import { devicesUnseenSince } from '../devices/stale.ts'
import { tellStale } from '../devices/tell-stale.ts'
import type { Tx } from '../store/store.ts'
import { daysAgo } from './days-ago.ts'

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
  siteId: string,
  { staleDeviceDays, archiveDeviceDays, deleteDeviceDays, snapshotDays }: Retention,
  stopping: AbortSignal,
): Promise<void> {
  const deleteBefore = daysAgo(system, deleteDeviceDays)
  for (const isArchived of [false, true]) {
    await inTurns(system, deleteBefore, devicesPerTurn, stopping, async (tx, since) => {
      const deviceIds = await devicesUnseenSince(tx, siteId, { since, isArchived, limit: devicesPerTurn })
      return removeDevices(tx, { siteId, actor: retentionName, timestamp: nowOf(system), deviceIds })
    })
  }
  await inTurns(system, daysAgo(system, archiveDeviceDays), devicesPerTurn, stopping, async (tx, since) => {
    const deviceIds = await devicesUnseenSince(tx, siteId, { since, isArchived: false, limit: devicesPerTurn })
    const modifiedBy = { kind: 'system' as const, id: '', name: retentionName }
    return archiveDevices(tx, { siteId, mark: { modifiedAt: nowOf(system), modifiedBy }, deviceIds })
  })
  await inTurns(system, daysAgo(system, snapshotDays), versionsPerTurn, stopping, (tx, before) =>
    forgetVersionsBefore(tx, siteId, before, versionsPerTurn),
  )
  await tellStale(system, siteId, daysAgo(system, staleDeviceDays), stopping)
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
