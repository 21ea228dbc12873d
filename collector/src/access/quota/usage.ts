import type { Usage } from '@rollcall/shared/api/usage.ts'
import { and, asc, desc, eq } from 'drizzle-orm'
import { hasCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import { quotaTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'
import { periodAt } from './quota-period.ts'

const registrationsMax = 100

/** Reports the transactions of a site since its last recharge, and its settings. */
export async function quotaUse(db: Db, siteId: string, now: Date) {
  const { quotaCounts } = db.tables(quotaTables)
  const { quota, workload } = await siteSettings(db, siteId)
  const { startMs, endMs } = periodAt(now.getTime(), quota)
  const start = new Date(startMs).toISOString()
  const [last] = await db.select().from(quotaCounts).where(eq(quotaCounts.siteId, siteId))
  // Before the first call after a recharge, the row still belongs to the previous period.
  const { transactions, countedSince } =
    last && last.lastCountedAt >= start ? last : { transactions: 0, countedSince: start }
  return { quota, workload, transactions, countedSince, endMs }
}

/** Reports the site's usage since its last recharge. Administrators also get the usage of each registration. */
export async function readUsage(ctx: Context): Promise<Usage> {
  return ctx.store.read(async (db) => {
    const { quotaCallers } = db.tables(quotaTables)
    const { quota, workload, transactions, countedSince, endMs } = await quotaUse(db, ctx.siteId, ctx.clock.now())
    const usage = {
      transactions,
      ...quota,
      remaining: quota.monthlyTransactions === 0 ? null : Math.max(0, quota.monthlyTransactions - transactions),
      periodStart: countedSince,
      periodEnd: new Date(endMs).toISOString(),
      workload,
    }
    if (!hasCapability(ctx.actor, 'Administrator')) return usage
    const registrations = await db
      .select({ registrationId: quotaCallers.registrationId, transactions: quotaCallers.transactions })
      .from(quotaCallers)
      .where(and(eq(quotaCallers.siteId, ctx.siteId), eq(quotaCallers.countedSince, countedSince)))
      .orderBy(desc(quotaCallers.transactions), asc(quotaCallers.registrationId))
      .limit(registrationsMax)
    return { ...usage, registrations }
  })
}
