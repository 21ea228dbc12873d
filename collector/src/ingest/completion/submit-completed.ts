import { DomainError } from '@rollcall/shared/errors.ts'
import { lastSnapshotOf } from '../../devices/detail/last-snapshot.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { IngestOutcome, PreparedDelivery } from '../accept/delivery.ts'
import { recognise } from '../match/find-device.ts'
import type { Sender } from '../reading/fair-queue.ts'
import type { PreparedObservation } from '../reading/observed.ts'
import type { Reader } from '../reading/reader.ts'
import { preparedOf, type Reading } from '../reading/reading.ts'
import { incompletePaths } from './paths.ts'
import { readEarlier } from './read-earlier.ts'

type Observed = { siteId: string; sender: Sender; reading: Reading; prepared: PreparedObservation }
type CompletedDelivery = Pick<PreparedDelivery, 'prepared' | 'packed' | 'laidOver'>

/** Each attempt but the first means that another snapshot of the device was stored in the meantime. */
const triesMax = 16

/**
 * Submits a reading with `submit`. If the origin could not read everything, the reading is first completed from what
 * the same source had read of the device before. If another audit of the source arrives meanwhile, it is completed again.
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
  const submitComplete = async () => submit({ ...delivery, ...(await complete(ctx, reader, observed)) })
  return untilCurrent(submitComplete, 'snapshots of this device')
}

/** Submits again as long as another audit of the device was stored in the meantime. */
export async function untilCurrent(submit: () => Promise<IngestOutcome>, ofWhat: string): Promise<IngestOutcome> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const outcome = await submit()
    if (outcome.status !== 'outdated') return outcome
  }
  throw new DomainError('rate_limited', `Too many ${ofWhat} arrive at once. Send it again later.`)
}

async function complete(
  ctx: SystemContext,
  reader: Reader,
  { siteId, sender, reading: { packed: _, ...reading }, prepared }: Observed,
): Promise<Pick<PreparedDelivery, 'prepared' | 'laidOver'>> {
  const { source, observedAt } = prepared.head
  const deviceId = await recognise(ctx, { siteId, prepared, actor: '' })
  if (deviceId === undefined) {
    return { prepared: preparedOf(await reader.complete(sender, { reading, earlier: undefined })) }
  }
  const { last, earlier } = await ctx.store.read(async (db) => ({
    last: await lastSnapshotOf(db, deviceId, source),
    earlier: await readEarlier(db, deviceId, source, observedAt),
  }))
  const completed = await reader.complete(sender, { reading, earlier })
  return { prepared: preparedOf(completed), laidOver: { deviceId, snapshotId: last?.snapshotId ?? null } }
}
