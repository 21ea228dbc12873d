import { resolvedDays, trendDays } from '@rollcall/shared/api/finding.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { dayOf } from './record-days.ts'

const findingsPerTurn = 1_000

/** Deletes findings that were resolved long ago, and statistics of past days except the last one before the trend. */
export async function deleteOldFindings({ store }: SystemContext, time: TrustedTime): Promise<void> {
  const { findings, findingDays } = store.tables(findingTables)
  const isOld = and(eq(findings.state, 'resolved'), lt(findings.resolvedAt, time.before(resolvedDays * dayMs)))
  let deleted = findingsPerTurn
  while (deleted === findingsPerTurn) {
    deleted = await store.write(async (tx) => {
      const old = tx.select({ id: findings.id }).from(findings).where(isOld).limit(findingsPerTurn)
      const rows = await tx.delete(findings).where(inArray(findings.id, old)).returning({ id: findings.id })
      return rows.length
    })
  }
  await store.write(async (tx) => {
    await tx.delete(findingDays).where(lt(findingDays.day, dayOf(time.before(trendDays * 4 * dayMs))))
  })
}
