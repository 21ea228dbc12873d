import type { MergeDevices, MergedDevice } from '@rollcall/shared/api/device-merge.ts'
import { operationOf } from '../../device-records/operation.ts'
import { requireListed } from '../../device-records/require-device.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import { previewDevice } from '../../devices/changeset/preview.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import type { Db, Tx } from '../../store/store.ts'
import { requireOther, requireWhole } from './load-whole-device.ts'
import { merged } from './merge-changeset.ts'
import { mergeWholeDevices } from './merge-fields.ts'

/**
 * Merges two records of one device. The other's snapshots, identifiers and everything else go to the device, its id
 * leads there, and a running audit of it is cancelled. The data for an unmerge is stored. A dry run changes nothing.
 */
export async function mergeDevices(ctx: Context, id: string, { otherId, dryRun }: MergeDevices): Promise<MergedDevice> {
  requireCapability(ctx, 'EditInventory')
  if (dryRun) {
    return ctx.store.read(async (db) => {
      const { changesets, overwritten } = await merge(ctx, db, id, otherId)
      return { mergeId: null, device: await previewDevice(db, changesets[0]), overwritten }
    })
  }
  const result = await ctx.store.write(async (tx) => {
    const { mergeId, changesets, overwritten } = await mergeInto(tx, ctx, id, otherId)
    return { mergeId, device: await previewDevice(tx, changesets[0]), overwritten }
  })
  ctx.wakeOutbox()
  return result
}

/**
 * Merges in a transaction. Call `ctx.wakeOutbox()` after it. After an error that the caller can correct, the transaction
 * can continue.
 */
export async function mergeInto(tx: Tx, ctx: Context, id: string, otherId: string) {
  const made = await merge(ctx, tx, id, otherId)
  await applyChangesets(tx, made.changesets)
  return made
}

async function readPair(db: Db, siteId: string, id: string, otherId: string) {
  const { id: survivorId } = await requireListed(db, siteId, id)
  const other = await requireOther(db, siteId, survivorId, otherId)
  await requireListed(db, siteId, other.row.id)
  const survivor = await requireWhole(db, survivorId)
  return { survivor, other, united: mergeWholeDevices(survivor, other) }
}

async function merge(ctx: Context, db: Db, id: string, otherId: string) {
  const pair = await readPair(db, ctx.siteId, id, otherId)
  return { overwritten: pair.united.overwritten, ...(await merged(db, operationOf(ctx), pair, 'person')) }
}
