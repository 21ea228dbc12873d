import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { columnsIn } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { findingCounts, type RuleRow } from '../rules/rule-row.ts'

type DayRow = ReturnType<typeof findingTables>['findingDays']['$inferSelect']

/** The day of a time, UTC. */
export const dayOf = (time: string): string => time.slice(0, 10)

/** Records today's number of open findings of each rule, if it has changed. */
export async function recordDays(
  { store }: SystemContext,
  rules: readonly RuleRow[],
  time: TrustedTime,
): Promise<void> {
  const { findingDays } = store.tables(findingTables)
  const today = dayOf(time.now)
  for (const [siteId, ofSite] of Map.groupBy(rules, (rule) => rule.siteId)) {
    const rows = await store.read(async (db) => {
      const countsOf = await findingCounts(db, siteId)
      const stored = new Map((await daysOf(db, ofSite, today)).map(({ ruleId, open }) => [ruleId, open]))
      return ofSite
        .map(({ id }) => ({ ruleId: id, day: today, open: countsOf(id).open }))
        .filter(({ ruleId, open }) => stored.get(ruleId) !== open)
    })
    if (rows.length === 0) continue
    await store.write(async (tx) => {
      const { findingRules } = tx.tables(findingTables)
      const ids = rows.map(({ ruleId }) => ruleId)
      const existing = new Set(
        (await tx.rowsAmong(findingRules, ids, { key: 'id', columns: ['id'] })).map(({ id }) => id),
      )
      const ofExisting = rows.filter(({ ruleId }) => existing.has(ruleId))
      await tx.upsertRows(findingDays, ofExisting, { target: ['ruleId', 'day'], set: ['open'] })
    })
  }
}

function daysOf(db: Db, rules: readonly RuleRow[], day: string): Promise<DayRow[]> {
  const { findingDays } = db.tables(findingTables)
  const pairs = rules.map(({ id }) => [id, day] as const)
  return db.rowsAmongPairs(findingDays, pairs, { keys: ['ruleId', 'day'], columns: columnsIn(findingDays) })
}
