import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { unassignSegments } from '../segments/unassign-segments.ts'
import { endTasksOf } from '../tasks/tasks-of-owner.ts'
import { emitStatusEvent } from './emit-status.ts'
import { requireAuditService, toAuditService } from './read-audit-services.ts'
import { revokeAccess } from './revoke-access.ts'

/** Deletes an Audit Service: its access ends at once, its segments show No service, and its tasks are canceled. */
export async function deleteAuditService(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const service = await requireAuditService(tx, ctx.siteId, id)
    expects?.(toAuditService(service, ctx.clock.now()))
    const { auditServices, joinTokens } = tx.tables(enrollmentTables)
    await tx.delete(auditServices).where(eq(auditServices.id, id))
    await tx.delete(joinTokens).where(eq(joinTokens.auditServiceId, id))
    await revokeAccess(tx, id, now)
    await unassignSegments(ctx, tx, 'auditServiceId', id)
    await endTasksOf(tx, { auditServiceId: id }, { status: 'Cancelled' }, now)
    const deleted = { verb: 'Deleted' as const, entity: 'Audit Service', entityId: id, from: service.name }
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: now, rows: [deleted] })
    await emitStatusEvent(tx, service, 'Deleted', now)
  })
  ctx.wakeOutbox()
}
