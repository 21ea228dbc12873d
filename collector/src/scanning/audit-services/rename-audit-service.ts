import type { AuditService, PatchAuditService } from '@rollcall/shared/api/audit-service.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { emitStatusEvent } from './emit-status.ts'
import { requireAuditService, toAuditService } from './read-audit-services.ts'

/** Renames an Audit Service. It reports all its other fields itself. */
export async function renameAuditService(
  ctx: Context,
  id: string,
  { name }: PatchAuditService,
  expects?: Precondition,
): Promise<AuditService> {
  requireCapability(ctx, 'Administrator')
  const now = ctx.clock.now()
  const renamed = await ctx.store.write(async (tx) => {
    const before = await requireAuditService(tx, ctx.siteId, id)
    const shown = toAuditService(before, now)
    expects?.(shown)
    if (name === undefined || name === before.name) return shown
    const { auditServices } = tx.tables(enrollmentTables)
    await tx.update(auditServices).set({ name }).where(eq(auditServices.id, id))
    const change = { verb: 'Modified' as const, entity: 'Audit Service', entityId: id, subject: name, field: 'name' }
    await recordChanges(tx, {
      siteId: ctx.siteId,
      actor: ctx.actor,
      timestamp: nowOf(ctx),
      rows: [{ ...change, from: before.name, to: name }],
    })
    const after = { ...shown, name }
    await emitStatusEvent(tx, after, after.status, nowOf(ctx))
    return after
  })
  ctx.wakeOutbox()
  return renamed
}
