import { type Context, nowOf } from '../lib/context.ts'
import type { DeviceRow } from './load-devices.ts'

/** The site, time and actor of one change of the inventory. */
export type Operation = {
  siteId: string
  at: string
  actor: NonNullable<DeviceRow['modifiedBy']>
  /** Time of the observation that is its cause. */
  observedAt?: string
}

export function operationOf(ctx: Context): Operation {
  const { kind, id, name } = ctx.actor
  return { siteId: ctx.siteId, at: nowOf(ctx), actor: { kind, id, name } }
}

/** Columns of a device row with the time and actor of a change. */
export const modifiedBy = ({ at, actor }: Operation) => ({ modifiedAt: at, modifiedBy: actor })
