import { type FindingSummary, trendDays } from '@rollcall/shared/api/finding.ts'
import { ruleSeverities } from '@rollcall/shared/api/rule.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { findingCounts } from '../rules/rule-row.ts'
import { isUnread } from './list-findings.ts'

/** Numbers of findings by rule, with their trend. */
export async function summarizeFindings(ctx: Context): Promise<FindingSummary> {
  const now = ctx.clock.now().getTime()
  const days = Array.from({ length: trendDays }, (_, day) =>
    new Date(now - (trendDays - 1 - day) * dayMs).toISOString().slice(0, 10),
  )
  return ctx.store.read(async (db) => {
    const { findings, findingRules: rules } = db.tables(findingTables)
    const rows = await db
      .select()
      .from(rules)
      .where(and(eq(rules.siteId, ctx.siteId), eq(rules.enabled, true)))
      .orderBy(asc(rules.nameKey), asc(rules.id))
    rows.sort((a, b) => ruleSeverities.indexOf(a.severity) - ruleSeverities.indexOf(b.severity))
    const countsOf = await findingCounts(db, ctx.siteId)
    const recorded = await recordedDays(
      db,
      rows.map(({ id }) => id),
    )
    const summarized = rows.map(({ id, name, origin, severity, trigger, query, problem, omitted }) => {
      const counts = countsOf(id)
      const trend = trendOf(days, recorded.get(id) ?? [], counts.open)
      return { id, name, origin, severity, trigger, query, problem, omitted, ...counts, trend }
    })
    return {
      open: summarized.reduce((sum, { open }) => sum + open, 0),
      unread: await db.$count(findings, and(eq(findings.siteId, ctx.siteId), await isUnread(db, ctx))),
      rules: summarized,
    }
  })
}

type Day = { day: string; open: number }

async function recordedDays(db: Db, ruleIds: readonly string[]): Promise<Map<string, Day[]>> {
  const { findingDays } = db.tables(findingTables)
  const rows = await db
    .select()
    .from(findingDays)
    .where(among(findingDays.ruleId, ruleIds))
    .orderBy(asc(findingDays.day))
  return Map.groupBy(rows, ({ ruleId }) => ruleId)
}

/** Open findings at the end of each day. A day without a record, as no collector ran, has the number of the one before. */
function trendOf(days: readonly string[], recorded: readonly Day[], open: number): number[] {
  const past = days.slice(0, -1).map((day) => recorded.findLast((each) => each.day <= day)?.open ?? 0)
  return [...past, open]
}
