import { eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { closeTwinReviews } from '../identity/reviews.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import { requireAgent, toAgent } from './read-agents.ts'

/** Removes an agent: its token ends at once. What it sent, and the device it runs on, stay. */
export async function deleteAgent(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const agent = await requireAgent(tx, ctx.siteId, id)
    expects?.(toAgent(agent, ctx.clock.now()))
    const { agents } = tx.tables(enrolmentTables)
    await tx.delete(agents).where(eq(agents.id, id))
    if (agent.deviceId !== null) await closeTwinReviews(tx, [agent.deviceId])
    const rows = [{ verb: 'Deleted' as const, entity: 'Agent', entityId: id, from: agent.hostname }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor.name, timestamp, rows })
  })
}
