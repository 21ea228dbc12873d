import { DomainError } from '@rollcall/shared/errors.ts'
import { lastSnapshotOf } from '../../devices/detail/last-snapshot.ts'
import type { SystemContext } from '../../lib/context.ts'
import { readSnapshotData } from '../../snapshots/read/snapshot-data.ts'
import { readUnreadPaths } from '../../snapshots/read/unread-paths.ts'
import type { IngestOutcome, PreparedDelivery } from '../accept/delivery.ts'
import { recognise } from '../match/find-device.ts'
import type { Sender } from '../reading/fair-queue.ts'
import type { PreparedObservation } from '../reading/observed.ts'
import type { Reader } from '../reading/reader.ts'
import { preparedOf, type Reading } from '../reading/reading.ts'
import type { Earlier } from './complete-reading.ts'
import { incompletePaths } from './paths.ts'

type Observed = { siteId: string; sender: Sender; reading: Reading; prepared: PreparedObservation }
export type CompletedDelivery = Pick<PreparedDelivery, 'prepared' | 'packed' | 'laidOver'>

/** Each attempt but the first means that another snapshot of the device was stored in the meantime. */
const triesMax = 16

/**
 * Submits a reading with `submit`. If the origin could not read everything, the reading is first completed from the
 * device's last snapshot of the same source. If that is no longer the last one by then, it is completed again.
 */
export async function submitCompleted(
  ctx: SystemContext,
  reader: Reader,
  observed: Observed,
  submit: (delivery: CompletedDelivery) => Promise<IngestOutcome>,
): Promise<IngestOutcome> {
  const { prepared, reading } = observed
  const { head } = prepared
  const delivery = { prepared, ...(reading.packed && { packed: reading.packed }) }
  if (head.depth !== 'audit' || incompletePaths(head).length === 0) return submit(delivery)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const outcome = await submit({ ...delivery, ...(await complete(ctx, reader, observed)) })
    if (outcome.status !== 'outdated') return outcome
  }
  throw new DomainError('rate_limited', 'Too many snapshots of this device arrive at once. Send it again later.')
}

async function complete(
  ctx: SystemContext,
  reader: Reader,
  { siteId, sender, reading: { packed: _, ...reading }, prepared }: Observed,
): Promise<Pick<PreparedDelivery, 'prepared' | 'laidOver'>> {
  const deviceId = await recognise(ctx, { siteId, prepared, actor: '' })
  const last = deviceId === undefined ? undefined : await readEarlier(ctx, deviceId, prepared.head.source)
  const completed = await reader.complete(sender, { reading, earlier: last?.earlier })
  return {
    prepared: preparedOf(completed),
    ...(deviceId !== undefined && { laidOver: { deviceId, snapshotId: last?.snapshotId ?? null } }),
  }
}

function readEarlier(
  ctx: SystemContext,
  deviceId: string,
  source: PreparedObservation['head']['source'],
): Promise<{ snapshotId: string; earlier: Earlier } | undefined> {
  return ctx.store.read(async (db) => {
    const last = await lastSnapshotOf(db, deviceId, source)
    const data = last && (await readSnapshotData(db, last.snapshotId))
    if (!last || !data) return undefined
    const unread = await readUnreadPaths(db, [last.snapshotId])
    return { snapshotId: last.snapshotId, earlier: { data, incomplete: unread.get(last.snapshotId) ?? [] } }
  })
}
