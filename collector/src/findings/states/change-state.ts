import type { Acknowledge, FindingState, Reopen, Snooze } from '@rollcall/shared/api/finding.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import { requireRuleRow } from '../rules/rule-row.ts'
import type { FindingRow } from './finding-row.ts'

type Selection = Pick<Reopen, 'ids' | 'ruleId'>
type Changed = { changed: number }

/** Records that a person knows of findings that are open or snoozed. */
export const acknowledgeFindings = (ctx: Context, { note, ...selection }: Acknowledge): Promise<Changed> =>
  change(ctx, selection, ['open', 'snoozed', 'acknowledged'], { state: 'acknowledged', note, snoozedUntil: null })

/** Hides findings until a time. */
export function snoozeFindings(ctx: Context, { until, note, ...selection }: Snooze): Promise<Changed> {
  const snoozedUntil = new Date(until).toISOString()
  if (snoozedUntil <= nowOf(ctx)) throw invalidField('/until', 'must be in the future')
  return change(ctx, selection, ['open', 'snoozed', 'acknowledged'], { state: 'snoozed', note, snoozedUntil })
}

/** Opens findings that were acknowledged or snoozed. */
export const reopenFindings = (ctx: Context, selection: Reopen): Promise<Changed> =>
  change(ctx, selection, ['acknowledged', 'snoozed'], { state: 'open', note: null, snoozedUntil: null })

/** Changes the selected findings that are in one of these states. Others stay as they are. */
async function change(
  ctx: Context,
  { ids, ruleId }: Selection,
  from: readonly FindingState[],
  to: Pick<FindingRow, 'state' | 'note' | 'snoozedUntil'>,
): Promise<Changed> {
  requireCapability(ctx, 'EditInventory')
  const changed = await ctx.store.write(async (tx) => {
    if (ruleId !== undefined) await requireRuleRow(tx, ctx.siteId, ruleId)
    const { findings } = tx.tables(findingTables)
    return tx
      .update(findings)
      .set({ ...to, changedBy: ctx.actor.name, awaitsMail: false })
      .where(
        and(
          eq(findings.siteId, ctx.siteId),
          inArray(findings.state, [...from]),
          ids && among(findings.id, ids),
          ruleId === undefined ? undefined : eq(findings.ruleId, ruleId),
        ),
      )
      .returning({ id: findings.id })
  })
  return { changed: changed.length }
}
