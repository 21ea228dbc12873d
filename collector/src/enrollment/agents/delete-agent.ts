import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { closeReviewsOf } from '../../device-records/reviews.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { agentScheduleOf } from './agent-schedules.ts'
import { requireAgent, toAgent } from './list-agents.ts'

/** Deletes an agent: its token ends at once. Its data and its device stay. */
export async function deleteAgent(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const agent = await requireAgent(tx, ctx.siteId, id)
    expects?.(toAgent(agent, await agentScheduleOf(tx, ctx.siteId), ctx.clock.now()))
    const { agents } = tx.tables(enrollmentTables)
    await tx.delete(agents).where(eq(agents.id, id))
    if (agent.deviceId !== null) await closeReviewsOf(tx, ['twins'], [agent.deviceId])
    const rows = [{ verb: 'Deleted' as const, entity: 'Agent', entityId: id, from: agent.hostname }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp, rows })
  })
}
