import type { PatchRule, Rule } from '@rollcall/shared/api/rule.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { eq } from 'drizzle-orm'
import { modifiedFields } from '../../change-log/modified-fields.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { isUniqueViolation } from '../../store/errors.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { resolveFindingsOfRule } from '../states/resolve-findings.ts'
import { ruleNameTaken } from './create-rule.ts'
import { readQuery } from './read-query.ts'
import { findingCounts, type RuleRow, requireRuleRow, toRule } from './rule-row.ts'

/** Fields shown in the change log. */
const loggedFields = ['name', 'severity', 'query', 'days', 'enabled', 'notify'] as const

/** Edits a rule. It is evaluated again at once. The findings of a rule that is disabled resolve. */
export async function updateRule(ctx: Context, id: string, patch: PatchRule, expects?: Precondition): Promise<Rule> {
  requireCapability(ctx, 'Administrator')
  if (patch.query != null) readQuery(patch.query)
  const at = nowOf(ctx)
  const updated = await ctx.store
    .write(async (tx) => {
      const before = await requireRuleRow(tx, ctx.siteId, id)
      expects?.(toRule(before, (await findingCounts(tx, ctx.siteId))(id)))
      refuseOthers(before, patch)
      const after: RuleRow = {
        ...before,
        ...optional(patch),
        nameKey: (patch.name ?? before.name).toLowerCase(),
        dueAt: at,
        ...(patch.query === undefined || patch.query === before.query ? {} : { problem: null, omitted: 0 }),
      }
      const { findingRules: rules } = tx.tables(findingTables)
      await tx.update(rules).set(after).where(eq(rules.id, id))
      if (before.enabled && !after.enabled) await resolveFindingsOfRule(tx, after, at)
      const rows = modifiedFields('Rule', loggedFields, logged(before), logged(after), after.name)
      await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: at, rows })
      return toRule(after, (await findingCounts(tx, ctx.siteId))(id))
    })
    .catch((error: unknown) => {
      throw patch.name !== undefined && isUniqueViolation(error) ? ruleNameTaken(patch.name) : error
    })
  ctx.wakeOutbox()
  return updated
}

/** Refuses what the trigger of the rule does not allow. */
function refuseOthers({ trigger }: RuleRow, { query, days }: PatchRule): void {
  if (trigger !== 'query') return
  if (days !== undefined) throw invalidField('/days', 'a rule with the trigger "query" has no days')
  if (query === null) throw invalidField('/query', 'is required for the trigger "query"')
}

const logged = ({ notify, days, ...rule }: RuleRow) => ({
  ...rule,
  days: days === null ? null : String(days),
  notify: Object.entries(notify).flatMap(([channel, isOn]) => (isOn ? [channel] : [])),
})
