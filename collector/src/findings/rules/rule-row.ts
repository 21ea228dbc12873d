import type { FindingState } from '@rollcall/shared/api/finding.ts'
import type { Rule, RuleTrigger } from '@rollcall/shared/api/rule.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { findingTables } from '../../store/schema/findings.ts'
import type { Db } from '../../store/store.ts'

export type RuleRow = ReturnType<typeof findingTables>['findingRules']['$inferSelect']

/** Returns the row of a rule of the site; throws `not_found` if there is none. */
export async function requireRuleRow(db: Db, siteId: string, id: string): Promise<RuleRow> {
  const { findingRules: rules } = db.tables(findingTables)
  const [row] = await db
    .select()
    .from(rules)
    .where(and(eq(rules.id, id), eq(rules.siteId, siteId)))
  if (!row) throw new DomainError('not_found', 'No rule has this id on this site.')
  return row
}

/** Returns the enabled rules of a site with one of these triggers. */
export async function enabledRules(db: Db, siteId: string, triggers: readonly RuleTrigger[]): Promise<RuleRow[]> {
  const { findingRules: rules } = db.tables(findingTables)
  return db
    .select()
    .from(rules)
    .where(and(eq(rules.siteId, siteId), inArray(rules.trigger, [...triggers]), eq(rules.enabled, true)))
}

type Counts = Pick<Rule, 'open' | 'acknowledged' | 'snoozed'>

/** Numbers of a site's findings by rule, from totals that each transaction updates. */
export async function findingCounts(db: Db, siteId: string): Promise<(ruleId: string) => Counts> {
  const { findings, findingTally } = db.tables(findingTables)
  const rows = await db
    .select({
      ruleId: sql<string>`${findings.ruleId}`,
      state: sql<FindingState>`${findings.state}`,
      n: findingTally.total,
    })
    .from(findingTally.groups)
    .where(eq(findings.siteId, siteId))
    .groupBy(findings.ruleId, findings.state)
  const counts = new Map(rows.map(({ ruleId, state, n }) => [`${ruleId} ${state}`, n]))
  const of = (ruleId: string, state: keyof Counts) => counts.get(`${ruleId} ${state}`) ?? 0
  return (ruleId) => ({
    open: of(ruleId, 'open'),
    acknowledged: of(ruleId, 'acknowledged'),
    snoozed: of(ruleId, 'snoozed'),
  })
}

/** Converts a row to the API form. */
export function toRule(row: RuleRow, counts: Counts): Rule {
  const { siteId: _, nameKey: __, dueAt: ___, ...rule } = row
  return { ...rule, ...counts }
}
