import { type CreateRule, type Rule, ruleLimits } from '@rollcall/shared/api/rule.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { readQuery } from './read-query.ts'
import { type RuleRow, toRule } from './rule-row.ts'

/** Adds a rule to the site; its name is unique there, whatever the case. */
export async function createRule(ctx: Context, input: CreateRule): Promise<Rule> {
  requireCapability(ctx, 'Administrator')
  if (input.query !== undefined) readQuery(input.query)
  const at = nowOf(ctx)
  const row: RuleRow = {
    ...input,
    id: newId(),
    siteId: ctx.siteId,
    nameKey: input.name.toLowerCase(),
    origin: null,
    query: input.query ?? null,
    days: input.trigger === 'query' ? null : input.days,
    dueAt: at,
    evaluatedAt: null,
    problem: null,
    omitted: 0,
  }
  await ctx.store.write(async (tx) => {
    const { findingRules: rules } = tx.tables(findingTables)
    const { rulesPerSite } = ruleLimits
    if ((await tx.$count(rules, eq(rules.siteId, ctx.siteId))) >= rulesPerSite)
      throw new DomainError('limit_reached', `A site has at most ${rulesPerSite} rules. Delete one first.`)
    const inserted = await tx.insert(rules).values(row).onConflictDoNothing().returning({ id: rules.id })
    if (inserted.length === 0) throw ruleNameTaken(input.name)
    const rows = [{ verb: 'Added' as const, entity: 'Rule', entityId: row.id, subject: row.name, to: row.name }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: at, rows })
  })
  ctx.wakeOutbox()
  return toRule(row, { open: 0, acknowledged: 0, snoozed: 0 })
}

export const ruleNameTaken = (name: string) => new DomainError('name_taken', `A rule named "${name}" already exists.`)
