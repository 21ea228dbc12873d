import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Rule } from '@rollcall/shared/api/rule.ts'
import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { findingCounts, requireRuleRow, toRule } from './rule-row.ts'

/** Lists the rules of the site, by name, then id. */
export async function listRules(ctx: Context, page: Page): Promise<List<Rule>> {
  return ctx.store.read(async (db) => {
    const { findingRules: rules } = db.tables(findingTables)
    const where = eq(rules.siteId, ctx.siteId)
    const rows = db.select().from(rules).where(where).orderBy(asc(rules.nameKey), asc(rules.id))
    const { items, total } = await readPage(rows, db.$count(rules, where), page)
    const countsOf = await findingCounts(db, ctx.siteId)
    return { items: items.map((row) => toRule(row, countsOf(row.id))), total }
  })
}

export async function getRule(ctx: Context, id: string): Promise<Rule> {
  return ctx.store.read(async (db) => {
    const row = await requireRuleRow(db, ctx.siteId, id)
    return toRule(row, (await findingCounts(db, ctx.siteId))(id))
  })
}
