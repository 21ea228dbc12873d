import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { and, asc, eq, lt, lte, or } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { isUnresolved, unresolvedCount } from '../states/finding-row.ts'
import { calmBefore } from '../states/open-findings.ts'
import { resolveFindings } from '../states/resolve-findings.ts'

const findingsPerTurn = 500

/**
 * Resolves findings of changes that happened longer ago than the rule's number of days, and of flapping ones that have
 * stayed clear. Returns the number of changes without a finding: 0 as soon as the rule has room again.
 */
export async function endChanges({ store }: SystemContext, rule: RuleRow, time: TrustedTime): Promise<number> {
  const { findings } = store.tables(findingTables)
  const before = time.before((rule.days ?? 0) * dayMs)
  const hasEnded = or(lt(findings.openedAt, before), lte(findings.clearSince, calmBefore(time.now)))
  for (;;) {
    const ended = await store.read((db) =>
      db
        .select({ id: findings.id })
        .from(findings)
        .where(and(eq(findings.ruleId, rule.id), isUnresolved(db), hasEnded))
        .orderBy(asc(findings.id))
        .limit(findingsPerTurn),
    )
    const ids = ended.map(({ id }) => id)
    if (ids.length > 0) await store.write((tx) => resolveFindings(tx, rule, ids, time.now))
    if (ids.length < findingsPerTurn) break
  }
  return store.read(async (db) => {
    const { findingRules: rules } = db.tables(findingTables)
    if ((await unresolvedCount(db, rule)) < ruleLimits.findingsPerRule) return 0
    const [row] = await db.select({ omitted: rules.omitted }).from(rules).where(eq(rules.id, rule.id))
    return row?.omitted ?? 0
  })
}
