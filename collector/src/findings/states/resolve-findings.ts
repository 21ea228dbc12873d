import { and, eq, isNull, lte, or, type SQL } from 'drizzle-orm'
import { findingTables } from '../../store/schema/findings.ts'
import { among, columnsIn } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { emitFindingEvents } from './emit-events.ts'
import { isUnresolved } from './finding-row.ts'
import { calmBefore } from './open-findings.ts'

/** Resolves findings of a rule by their ids. Call `ctx.wakeOutbox()` after the commit. */
export const resolveFindings = (tx: Tx, rule: RuleRow, ids: readonly string[], at: string): Promise<void> =>
  resolveWhere(tx, rule, among(tx.tables(findingTables).findings.id, ids), at)

/**
 * Resolves findings whose devices no longer meet the rule. One that flaps is resolved when it has stayed so for the calm
 * time. Call `ctx.wakeOutbox()` after the commit.
 */
export async function clearFindings(tx: Tx, rule: RuleRow, ids: readonly string[], at: string): Promise<void> {
  const { findings } = tx.tables(findingTables)
  const given = among(findings.id, ids)
  const { flapping, clearSince } = findings
  const isNewlyClear = and(given, eq(findings.ruleId, rule.id), isUnresolved(tx), isNull(clearSince))
  await tx
    .update(findings)
    .set({ clearSince: at })
    .where(and(isNewlyClear, eq(flapping, true)))
  await resolveWhere(tx, rule, and(given, or(eq(flapping, false), lte(clearSince, calmBefore(at)))), at)
}

/** Resolves all findings of a rule that is disabled or deleted. */
export const resolveFindingsOfRule = (tx: Tx, rule: RuleRow, at: string): Promise<void> =>
  resolveWhere(tx, rule, undefined, at)

/** Resolves findings of devices that are archived or deleted. */
export async function resolveFindingsOfDevices(tx: Tx, deviceIds: readonly string[], at: string): Promise<void> {
  if (deviceIds.length === 0) return
  const { findings, findingRules } = tx.tables(findingTables)
  const ofDevices = among(findings.deviceId, deviceIds)
  const used = await tx
    .selectDistinct({ ruleId: findings.ruleId })
    .from(findings)
    .where(and(ofDevices, isUnresolved(tx)))
  if (used.length === 0) return
  const ids = used.map(({ ruleId }) => ruleId)
  const rules = await tx.rowsAmong(findingRules, ids, { key: 'id', columns: columnsIn(findingRules) })
  for (const rule of rules) await resolveWhere(tx, rule, ofDevices, at)
}

async function resolveWhere(tx: Tx, rule: RuleRow, which: SQL | undefined, at: string): Promise<void> {
  const { findings } = tx.tables(findingTables)
  const resolved = await tx
    .update(findings)
    .set({ state: 'resolved', resolvedAt: at, snoozedUntil: null, clearSince: null, awaitsMail: false })
    .where(and(eq(findings.ruleId, rule.id), isUnresolved(tx), which))
    .returning()
  if (resolved.length > 0) await emitFindingEvents(tx, 'finding.resolved', rule, at, resolved)
}
