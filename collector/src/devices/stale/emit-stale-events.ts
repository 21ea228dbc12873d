import { and, asc, gte, lt, type SQL } from 'drizzle-orm'
import { hasListeners } from '../../activity/events/listeners.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { instantAfter } from '../../change-log/stored-counts.ts'
import { inList } from '../../device-records/listed-devices.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'
import { deleteStaleWatermark, moveStaleWatermark, staleBefore } from './stale-watermark.ts'

/** Limit of one transaction. It is exceeded if more were last seen in the very same instant. */
const devicesPerTurn = 500

/**
 * Marks the devices that were not seen since a time as stale, and emits an event for each: once, until it is seen
 * again. Without `since` none is stale.
 */
export async function emitStaleEvents(
  system: SystemContext,
  siteId: string,
  since: string | undefined,
  time: TrustedTime,
  stopping: AbortSignal,
): Promise<void> {
  let isDone = false
  while (!isDone && !stopping.aborted) {
    const turn = await system.store.write((tx) => emitNextEvents(tx, siteId, since, time.now))
    isDone = turn.isDone
    if (turn.emitted > 0) system.wakeOutbox()
  }
}

type Turn = { isDone: boolean; emitted: number }

async function emitNextEvents(tx: Tx, siteId: string, since: string | undefined, now: string): Promise<Turn> {
  const watermark = await staleBefore(tx, siteId)
  if (since === undefined || (watermark !== undefined && since <= watermark)) {
    // The settings have changed: devices that are no longer stale may become so again.
    if (since === undefined && watermark !== undefined) await deleteStaleWatermark(tx, siteId)
    else if (since !== undefined && since !== watermark) await moveStaleWatermark(tx, siteId, since)
    return { isDone: true, emitted: 0 }
  }
  const { devices } = tx.tables(deviceTables)
  const after = (until: string): SQL | undefined =>
    and(
      inList(tx, siteId),
      watermark === undefined ? undefined : gte(devices.lastSeen, watermark),
      lt(devices.lastSeen, until),
    )
  const [last] = await tx
    .select({ lastSeen: devices.lastSeen })
    .from(devices)
    .where(after(since))
    .orderBy(asc(devices.lastSeen), asc(devices.id))
    .limit(1)
    .offset(devicesPerTurn - 1)
  const until = last ? instantAfter(last.lastSeen) : since
  const { id, name, lastSeen } = devices
  const hasListener = await hasListeners(tx, siteId, now, 'device.stale')
  const found = tx.select({ id, name, lastSeen }).from(devices).where(after(until)).orderBy(asc(lastSeen), asc(id))
  const stale = hasListener ? await found : []
  const events = stale.map(({ id: subjectId, ...data }) => ({ type: 'device.stale' as const, subjectId, data }))
  await recordEvents(tx, { siteId, timestamp: now, events })
  await moveStaleWatermark(tx, siteId, until)
  return { isDone: until === since, emitted: events.length }
}
