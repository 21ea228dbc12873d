import type { Agent } from '@rollcall/shared/api/agent.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { agentScheduleOf } from './agent-schedules.ts'
import { requireAgent, toAgent } from './list-agents.ts'

/**
 * Requests a snapshot of an agent. An agent that waits for requests sends it at once, any other one at its next run. A
 * second request before that changes nothing.
 */
export async function requestSnapshot(ctx: Context, id: string): Promise<Agent> {
  requireCapability(ctx, 'StartAuditsOrScans')
  const { siteId, actor } = ctx
  const timestamp = nowOf(ctx)
  const agent = await ctx.store.write(async (tx) => {
    const found = await requireAgent(tx, siteId, id)
    const snapshotWantedAt = found.snapshotWantedAt ?? timestamp
    if (found.snapshotWantedAt === null) {
      const { agents } = tx.tables(enrollmentTables)
      await tx.update(agents).set({ snapshotWantedAt }).where(eq(agents.id, id))
      const agentOf = { entity: 'Agent', entityId: id, subject: found.name ?? found.hostname }
      const request = { verb: 'Modified' as const, ...agentOf, field: 'snapshot', to: 'requested' }
      await recordChanges(tx, { siteId, actor, timestamp, rows: [request] })
    }
    return toAgent({ ...found, snapshotWantedAt }, await agentScheduleOf(tx, siteId), ctx.clock.now())
  })
  ctx.wakeOutbox()
  return agent
}

/** Reports whether a snapshot of an agent is requested; undefined if its token has ended. */
export async function isSnapshotWanted(
  { store }: Pick<SystemContext, 'store'>,
  tokenHash: string,
): Promise<boolean | undefined> {
  const [row] = await store.read((db) => {
    const { agents } = db.tables(enrollmentTables)
    return db.select({ wantedAt: agents.snapshotWantedAt }).from(agents).where(eq(agents.tokenHash, tokenHash))
  })
  return row && row.wantedAt !== null
}
