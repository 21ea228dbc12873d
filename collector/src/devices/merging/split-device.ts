import type { DividedDevice, SplitDevice } from '@rollcall/shared/api/device-split.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { requireCapability } from '../../auth/authorise.ts'
import { recordChanges } from '../../changes/record.ts'
import { type Context, nowOf } from '../../context.ts'
import { partDevices } from '../../identity/part-devices.ts'
import { closeReviews } from '../../identity/reviews.ts'
import { partsOf, type Taken } from '../../identity/split-sightings.ts'
import type { Tx } from '../../store/store.ts'
import { readDevice } from '../get-device.ts'
import { modified } from '../modified.ts'
import { requireListed } from '../require-device.ts'
import { keepApart, pairOf } from './kept-apart.ts'
import { partMerges } from './merges.ts'
import { reviewDuplicates } from './review-duplicates.ts'

/**
 * Makes two devices of one that had been taken for both: what is named, and all that says so, is another device's under
 * an id of its own, and the two are kept apart from then on. A dry run does all of it and takes it back.
 */
export async function splitDevice(ctx: Context, id: string, input: SplitDevice): Promise<DividedDevice> {
  requireCapability(ctx, 'EditInventory')
  if (input.dryRun) return foresee(ctx, id, input)
  const divided = await ctx.store.write((tx) => split(ctx, tx, id, input))
  ctx.wakeOutbox()
  return divided
}

/** Thrown so that the transaction is rolled back. */
class Foreseen extends Error {
  readonly divided: DividedDevice

  constructor(divided: DividedDevice) {
    super('only looked ahead')
    this.divided = divided
  }
}

async function foresee(ctx: Context, id: string, input: SplitDevice): Promise<DividedDevice> {
  try {
    return await ctx.store.write(async (tx) => {
      throw new Foreseen(await split(ctx, tx, id, input))
    })
  } catch (error) {
    if (error instanceof Foreseen) return error.divided
    throw error
  }
}

async function split(ctx: Context, tx: Tx, id: string, input: SplitDevice): Promise<DividedDevice> {
  const { siteId, actor } = ctx
  const device = await requireListed(tx, siteId, id)
  const { stays, goes, unknown } = await partsOf(tx, device, takenBy(input))
  if (unknown.length > 0) {
    throw invalidField(`/${fieldOf(input)}`, `the device has none of ${unknown.slice(0, 3).join(', ')}`)
  }
  if (stays.sightings.length === 0) {
    throw new DomainError('nothing_left', 'This is all that the device was seen as: nothing would be left of it.')
  }
  const otherId = await partDevices(tx, { device, stays, goes, mark: modified(ctx) })
  const pair = [device.id, otherId] as const
  await partMerges(tx, { from: device.id, to: otherId, snapshotIds: goes.snapshotIds })
  await keepApart(tx, [{ ...pairOf(...pair), keptAt: nowOf(ctx), keptBy: actor.name }])
  await closeReviews(tx, pair)
  const line = { verb: 'Modified' as const, entity: 'Device', entityId: device.id, deviceId: device.id }
  const rows = [{ ...line, field: 'split', to: otherId }]
  await recordChanges(tx, { siteId, actor: actor.name, timestamp: nowOf(ctx), rows })
  await reviewDuplicates(tx, siteId, pair)
  const [left, other] = [await requireListed(tx, siteId, device.id), await requireListed(tx, siteId, otherId)]
  return {
    device: await readDevice(tx, left),
    other: await readDevice(tx, other),
    snapshots: goes.snapshotIds.length,
  }
}

const fieldOf = ({ snapshotIds }: SplitDevice) => (snapshotIds === undefined ? 'sightingKeys' : 'snapshotIds')

const takenBy = ({ snapshotIds, sightingKeys = [] }: SplitDevice): Taken =>
  snapshotIds === undefined ? { sightingKeys } : { snapshotIds }
