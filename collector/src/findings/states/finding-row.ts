import { and, eq, inArray, ne } from 'drizzle-orm'
import { findingTables } from '../../store/schema/findings.ts'
import type { Db } from '../../store/store.ts'
import { totalOf } from '../../store/tally/total-of.ts'
import type { RuleRow } from '../rules/rule-row.ts'

export type FindingRow = ReturnType<typeof findingTables>['findings']['$inferSelect']

/** Number of findings of a rule that are not resolved, from totals that each transaction updates. */
export async function unresolvedCount(db: Db, { id, siteId }: Pick<RuleRow, 'id' | 'siteId'>): Promise<number> {
  const { findings, findingTally } = db.tables(findingTables)
  return totalOf(
    db,
    findingTally,
    and(eq(findings.siteId, siteId), eq(findings.ruleId, id), ne(findings.state, 'resolved')),
  )
}

/** States of a finding whose device meets the rule. */
export const unresolvedStates = ['open', 'acknowledged', 'snoozed'] as const

/** Condition that a finding is not resolved, for an index that begins with its state. */
export const isUnresolved = (db: Db) => inArray(db.tables(findingTables).findings.state, [...unresolvedStates])
