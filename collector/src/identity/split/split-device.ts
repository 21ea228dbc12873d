import type { SplitDevice, SplitResult } from '@rollcall/shared/api/device-split.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { pairOf } from '../../device-records/do-not-merge.ts'
import { mergesOfSplit } from '../../device-records/merges.ts'
import { operationOf } from '../../device-records/operation.ts'
import { requireListed } from '../../device-records/require-device.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { previewDevice } from '../../devices/changeset/preview.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import type { Db } from '../../store/store.ts'
import { requireWhole } from '../merge/load-whole-device.ts'
import { splitBySightings } from './split-by-sightings.ts'
import { partsOf, type Taken } from './split-sightings.ts'

/**
 * Splits a device that was two in reality. The named snapshots or sightings, and everything with the same evidence, go
 * to a new device with its own id. No rule merges the two again. A dry run writes nothing.
 */
export async function splitDevice(ctx: Context, id: string, input: SplitDevice): Promise<SplitResult> {
  requireCapability(ctx, 'EditInventory')
  if (input.dryRun) return ctx.store.read(async (db) => show(db, await split(ctx, db, id, input)))
  const result = await ctx.store.write(async (tx) => {
    const changesets = await split(ctx, tx, id, input)
    await applyChangesets(tx, changesets)
    return show(tx, changesets)
  })
  ctx.wakeOutbox()
  return result
}

async function split(
  ctx: Context,
  db: Db,
  id: string,
  input: SplitDevice,
): Promise<[DeviceChangeset, DeviceChangeset]> {
  const operation = operationOf(ctx)
  const { at, actor } = operation
  const { id: deviceId } = await requireListed(db, ctx.siteId, id)
  const device = await requireWhole(db, deviceId)
  const { stays, goes, unknown } = await partsOf(db, device.row, takenBy(input))
  if (unknown.length > 0) {
    throw invalidField(`/${fieldOf(input)}`, `the device has none of ${unknown.slice(0, 3).join(', ')}`)
  }
  if (stays.sightings.length === 0) {
    throw new DomainError('nothing_left', 'These are all sightings of the device. Leave at least one.')
  }
  const otherId = newId()
  const [left, other] = await splitBySightings(db, operation, { device, otherId, stays, goes })
  if (!left || !other) throw new Error(`splitting device ${deviceId} made one device`)
  const { closed, going } = await mergesOfSplit(db, deviceId, goes.snapshotIds)
  const entry = {
    verb: 'Modified' as const,
    entity: 'Device',
    entityId: deviceId,
    deviceId,
    field: 'split',
    to: otherId,
  }
  const doNotMerge = { added: [{ ...pairOf(deviceId, otherId), keptAt: at, keptBy: actor.name }], removed: [] }
  return [
    { ...left, doNotMerge, review: 'closed', merges: { closed }, changes: [...left.changes, entry] },
    { ...other, merges: { received: going } },
  ]
}

async function show(db: Db, [left, other]: [DeviceChangeset, DeviceChangeset]): Promise<SplitResult> {
  return {
    device: await previewDevice(db, left),
    other: await previewDevice(db, other),
    snapshots: other.moved?.snapshots?.length ?? 0,
  }
}

const fieldOf = ({ snapshotIds }: SplitDevice) => (snapshotIds === undefined ? 'sightingKeys' : 'snapshotIds')

const takenBy = ({ snapshotIds, sightingKeys = [] }: SplitDevice): Taken =>
  snapshotIds === undefined ? { sightingKeys } : { snapshotIds }
