import type { Agent, PatchAgent } from '@rollcall/shared/api/agent.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { agentScheduleOf } from './agent-schedules.ts'
import { requireAgent, toAgent } from './list-agents.ts'

/** Gives an agent a name, or its host name again. It reports all its other fields itself. */
export async function renameAgent(
  ctx: Context,
  id: string,
  { name }: PatchAgent,
  expects?: Precondition,
): Promise<Agent> {
  requireCapability(ctx, 'Administrator')
  const now = ctx.clock.now()
  return ctx.store.write(async (tx) => {
    const before = await requireAgent(tx, ctx.siteId, id)
    const schedule = await agentScheduleOf(tx, ctx.siteId)
    const shown = toAgent(before, schedule, now)
    expects?.(shown)
    if (name === undefined || name === before.name) return shown
    const { agents } = tx.tables(enrollmentTables)
    await tx.update(agents).set({ name }).where(eq(agents.id, id))
    const after = toAgent({ ...before, name }, schedule, now)
    const change = { verb: 'Modified' as const, entity: 'Agent', entityId: id, subject: after.name, field: 'name' }
    await recordChanges(tx, {
      siteId: ctx.siteId,
      actor: ctx.actor,
      timestamp: nowOf(ctx),
      rows: [{ ...change, from: shown.name, to: after.name }],
    })
    return after
  })
}
