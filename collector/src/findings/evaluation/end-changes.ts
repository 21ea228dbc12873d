import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { and, asc, eq, lt } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { isUnresolved, unresolvedCount } from '../states/finding-row.ts'
import { resolveFindings } from '../states/resolve-findings.ts'

const findingsPerTurn = 500

/**
 * Resolves findings of changes that happened longer ago than the rule's number of days. Returns true if the rule has no
 * room for more.
 */
export async function endChanges({ store }: SystemContext, rule: RuleRow, time: TrustedTime): Promise<boolean> {
  const { findings } = store.tables(findingTables)
  const before = time.before((rule.days ?? 0) * dayMs)
  for (;;) {
    const ended = await store.read((db) =>
      db
        .select({ id: findings.id })
        .from(findings)
        .where(and(eq(findings.ruleId, rule.id), isUnresolved(db), lt(findings.openedAt, before)))
        .orderBy(asc(findings.id))
        .limit(findingsPerTurn),
    )
    const ids = ended.map(({ id }) => id)
    if (ids.length > 0) await store.write((tx) => resolveFindings(tx, rule, ids, time.now))
    if (ids.length < findingsPerTurn) break
  }
  return store.read(async (db) => (await unresolvedCount(db, rule)) >= ruleLimits.findingsPerRule)
}
