import { nowOf, type SystemContext } from '../../lib/context.ts'
import type { Delivery, PreparedDelivery } from '../accept/delivery.ts'
import { prepare } from '../accept/prepare.ts'
import { match } from './match.ts'
import { loadUnitOfWork } from './unit-of-work.ts'

/** Finds the device that an observation would belong to; undefined if it would create a new one. Changes nothing. */
export async function recognise(
  ctx: SystemContext,
  delivery: Delivery | PreparedDelivery,
): Promise<string | undefined> {
  const now = nowOf(ctx)
  const item = prepare(delivery, now)
  const { work, observations } = await ctx.store.read((db) => loadUnitOfWork(db, delivery.siteId, [item], now))
  const [outcome] = observations.map((observation) => match(work, observation).outcome)
  return outcome && !outcome.isNew ? outcome.deviceId : undefined
}
