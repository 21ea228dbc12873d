import type { MergeDevices, MergedDevice } from '@rollcall/shared/api/device-merge.ts'
import { requireCapability } from '../../auth/authorise.ts'
import type { Context } from '../../context.ts'
import { decideSightings } from '../../identity/decide-sightings.ts'
import { closeReviews } from '../../identity/reviews.ts'
import type { Db, Tx } from '../../store/store.ts'
import { readDevice } from '../get-device.ts'
import { modified } from '../modified.ts'
import { requireListed } from '../require-device.ts'
import { tagsOfDevices } from '../tags-of-devices.ts'
import { requireOther } from './require-other.ts'
import { unite } from './unite.ts'
import { type Pair, uniteDevices } from './unite-devices.ts'
import { requireWhole } from './whole-device.ts'

/**
 * Makes two records of one device one: the other's snapshots, identifiers and all else go to the device, its id leads
 * there, and its audit is cancelled if one is running. What undoes it is kept. A dry run changes nothing.
 */
export async function mergeDevices(ctx: Context, id: string, { otherId, dryRun }: MergeDevices): Promise<MergedDevice> {
  requireCapability(ctx, 'EditInventory')
  if (dryRun) return ctx.store.read((db) => foresee(db, ctx.siteId, id, otherId))
  const merged = await ctx.store.write((tx) => merge(ctx, tx, id, otherId))
  ctx.wakeOutbox()
  return merged
}

async function readPair(db: Db, siteId: string, id: string, otherId: string): Promise<Pair> {
  const { id: survivorId } = await requireListed(db, siteId, id)
  const other = await requireOther(db, siteId, survivorId, otherId)
  await requireListed(db, siteId, other.row.id)
  const survivor = await requireWhole(db, survivorId)
  return { survivor, other, united: unite(survivor, other) }
}

async function foresee(db: Db, siteId: string, id: string, otherId: string): Promise<MergedDevice> {
  const { survivor, other, united } = await readPair(db, siteId, id, otherId)
  const tags = await tagsOfDevices(db, [survivor.row.id, other.row.id])
  const both = [...tags.values()].flat()
  const unique = [...new Map(both.map((tag) => [tag.id, tag])).values()]
  const device = await readDevice(db, united.device.row)
  return { mergeId: null, device: { ...device, tags: unique.sort(byName) }, overwritten: united.overwritten }
}

/** As tags of a device are listed. */
function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  const [first, second] = [a, b].map(({ id, name }) => [name.toLowerCase(), id].join('\0'))
  return (first ?? '') < (second ?? '') ? -1 : 1
}

async function merge(ctx: Context, tx: Tx, id: string, wanted: string): Promise<MergedDevice> {
  const { survivor, other, united } = await readPair(tx, ctx.siteId, id, wanted)
  const { mergeId, row } = await uniteDevices(tx, ctx.siteId, { survivor, other, united }, modified(ctx))
  await decideSightings(tx, survivor.row.id)
  await closeReviews(tx, [survivor.row.id])
  return { mergeId, device: await readDevice(tx, row), overwritten: united.overwritten }
}
