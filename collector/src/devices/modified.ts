import { type Context, nowOf } from '../context.ts'

/** What a device's record keeps of the caller that changes it. */
export function modified(ctx: Context) {
  const { kind, id, name } = ctx.actor
  return { modifiedAt: nowOf(ctx), modifiedBy: { kind, id, name } }
}
