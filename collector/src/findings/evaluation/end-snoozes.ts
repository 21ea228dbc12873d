import { and, asc, eq, lte } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'

const findingsPerTurn = 500

/** Opens findings whose snooze has ended: they need attention again. */
export async function endSnoozes({ store }: SystemContext, time: TrustedTime): Promise<void> {
  const { findings, findingRules: rules } = store.tables(findingTables)
  const hasEnded = and(eq(findings.state, 'snoozed'), lte(findings.snoozedUntil, time.now))
  let isDone = false
  while (!isDone) {
    const ended = await store.read((db) =>
      db
        .select({ id: findings.id, notify: rules.notify })
        .from(findings)
        .innerJoin(rules, eq(rules.id, findings.ruleId))
        .where(hasEnded)
        .orderBy(asc(findings.id))
        .limit(findingsPerTurn),
    )
    isDone = ended.length < findingsPerTurn
    if (ended.length === 0) return
    await store.write(async (tx) => {
      for (const [awaitsMail, some] of Map.groupBy(ended, ({ notify }) => notify.mail)) {
        const ids = some.map(({ id }) => id)
        await tx
          .update(findings)
          .set({ state: 'open', raisedAt: time.now, snoozedUntil: null, awaitsMail })
          .where(and(among(findings.id, ids), hasEnded))
      }
    })
  }
}
