import type { AuditService, PatchAuditService } from '@rollcall/shared/api/audit-service.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import { requireAuditService, toAuditService } from './read.ts'
import { tellStatus } from './tell-status.ts'

/** Gives an Audit Service another name; all else it says of itself. */
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
    const { auditServices } = tx.tables(enrolmentTables)
    await tx.update(auditServices).set({ name }).where(eq(auditServices.id, id))
    const change = { verb: 'Modified' as const, entity: 'Audit Service', entityId: id, field: 'name' }
    await recordChanges(tx, {
      siteId: ctx.siteId,
      actor: ctx.actor.name,
      timestamp: nowOf(ctx),
      rows: [{ ...change, from: before.name, to: name }],
    })
    const after = { ...shown, name }
    await tellStatus(tx, after, after.status, nowOf(ctx))
    return after
  })
  ctx.wakeOutbox()
  return renamed
}
