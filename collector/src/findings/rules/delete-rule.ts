import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { resolveFindingsOfRule } from '../states/resolve-findings.ts'
import { findingCounts, requireRuleRow, toRule } from './rule-row.ts'

/** Deletes a rule with its findings. */
export async function deleteRule(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const at = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const row = await requireRuleRow(tx, ctx.siteId, id)
    expects?.(toRule(row, (await findingCounts(tx, ctx.siteId))(id)))
    await resolveFindingsOfRule(tx, row, at)
    const { findingRules: rules } = tx.tables(findingTables)
    await tx.delete(rules).where(eq(rules.id, id))
    const rows = [{ verb: 'Deleted' as const, entity: 'Rule', entityId: id, subject: row.name, from: row.name }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: at, rows })
  })
  ctx.wakeOutbox()
}
