import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { prepare } from '../accept/prepare.ts'
import { match } from './match.ts'
import { loadUnitOfWork } from './unit-of-work.ts'

/** Finds the device that an observation would belong to; undefined if it would create a new one. Changes nothing. */
export async function recognise(
  ctx: SystemContext,
  siteId: string,
  observation: Observation,
): Promise<string | undefined> {
  const now = nowOf(ctx)
  const item = prepare({ siteId, observation, actor: '' }, now)
  const { work, observations } = await ctx.store.read((db) => loadUnitOfWork(db, siteId, [item], now))
  const [outcome] = observations.map((observation) => match(work, observation).outcome)
  return outcome && !outcome.isNew ? outcome.deviceId : undefined
}
