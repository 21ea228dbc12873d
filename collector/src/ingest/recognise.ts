import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { nowOf, type SystemContext } from '../context.ts'
import { place } from './place.ts'
import { prepare } from './prepare.ts'
import { loadWorld } from './world.ts'

/** The device that an observation would be found to be of; undefined when it would make a new one. Changes nothing. */
export async function recognise(
  ctx: SystemContext,
  siteId: string,
  observation: Observation,
): Promise<string | undefined> {
  const now = nowOf(ctx)
  const item = prepare({ siteId, observation, actor: '' }, now)
  const world = await ctx.store.read((db) => loadWorld(db, siteId, [item], now))
  const { outcome } = place(world, item)
  return outcome.isNew ? undefined : (outcome.deviceId ?? undefined)
}
