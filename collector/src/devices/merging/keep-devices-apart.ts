import type { KeepApart } from '@rollcall/shared/api/device-split.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { requireCapability } from '../../auth/authorise.ts'
import { type ChangeRow, recordChanges } from '../../changes/record.ts'
import { type Context, nowOf } from '../../context.ts'
import { decideSightings } from '../../identity/decide-sightings.ts'
import { closeReviews } from '../../identity/reviews.ts'
import type { Tx } from '../../store/store.ts'
import { requireListed } from '../require-device.ts'
import { bringTogether, keepApart, pairOf } from './kept-apart.ts'
import { requireOther } from './require-other.ts'
import { reviewDuplicates } from './review-duplicates.ts'

/**
 * "These are two": no rule makes them one from then on, and what both have proves nothing. It holds for what they come
 * back as when they are deleted, too. Said twice it is the same.
 */
export async function keepDevicesApart(ctx: Context, id: string, { otherId }: KeepApart): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const device = await requireListed(tx, ctx.siteId, id)
    const other = await requireOther(tx, ctx.siteId, device.id, otherId)
    const ids = [device.id, other.row.id] as const
    await keepApart(tx, [{ ...pairOf(...ids), keptAt: nowOf(ctx), keptBy: ctx.actor.name }])
    for (const each of ids) await decideSightings(tx, each)
    await closeReviews(tx, ids)
    await reviewDuplicates(tx, ctx.siteId, ids)
    await recordPair(ctx, tx, ids, (otherOne) => ({ to: otherOne }))
  })
}

/** Takes it back, of deleted devices too. What they were seen as stays where it is: only a person makes them one. */
export async function bringDevicesTogether(ctx: Context, id: string, otherId: string): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const device = await requireListed(tx, ctx.siteId, id)
    const ids = [device.id, otherId.toLowerCase()] as const
    if (!(await bringTogether(tx, pairOf(...ids)))) {
      throw new DomainError('not_found', 'This device is not kept apart from one of this id.')
    }
    await reviewDuplicates(tx, ctx.siteId, [device.id])
    await recordPair(ctx, tx, ids, (otherOne) => ({ from: otherOne }))
  })
}

async function recordPair(
  ctx: Context,
  tx: Tx,
  [first, second]: readonly [string, string],
  told: (otherId: string) => Pick<ChangeRow, 'from' | 'to'>,
): Promise<void> {
  const line = (id: string, otherId: string): ChangeRow => ({
    verb: 'Modified',
    entity: 'Device',
    entityId: id,
    deviceId: id,
    field: 'keptApart',
    ...told(otherId),
  })
  const rows = [line(first, second), line(second, first)]
  await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor.name, timestamp: nowOf(ctx), rows })
}
