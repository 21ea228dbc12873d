import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { emitFindingEvents } from './emit-events.ts'
import { type FindingRow, unresolvedCount } from './finding-row.ts'

/** A device that meets a rule. `item` is the part of it that does, and `detail` says what changed. */
export type NewFinding = { deviceId: string; item?: string; detail?: string }

const itemCharactersMax = 200
/** Name of an item as it is stored. */
export const itemOf = (name: string): string => name.slice(0, itemCharactersMax)

const detailCharactersMax = 500

/**
 * Opens findings of a rule, up to its limit. A finding that was resolved, or whose change has happened again, needs
 * attention anew. Call `ctx.wakeOutbox()` after the commit.
 */
export async function openFindings(tx: Tx, rule: RuleRow, opened: readonly NewFinding[], at: string): Promise<void> {
  const { findings, findingRules } = tx.tables(findingTables)
  const space = ruleLimits.findingsPerRule - (await unresolvedCount(tx, rule))
  const rows = new Map(opened.map((each) => newRow(rule, each, at)).map((row) => [`${row.deviceId} ${row.item}`, row]))
  const fitting = [...rows.values()].slice(0, Math.max(0, space))
  if (fitting.length < rows.size && !rule.hasMore)
    await tx.update(findingRules).set({ hasMore: true }).where(eq(findingRules.id, rule.id))
  if (fitting.length === 0) return
  await tx.upsertRows(findings, fitting, {
    target: ['ruleId', 'deviceId', 'item'],
    set: ['detail', 'state', 'openedAt', 'raisedAt', 'changedBy', 'note', 'snoozedUntil', 'resolvedAt', 'awaitsMail'],
  })
  const deviceIds = [...new Set(fitting.map(({ deviceId }) => deviceId))]
  await emitFindingEvents(tx, 'finding.opened', rule, at, () =>
    tx
      .select()
      .from(findings)
      .where(and(eq(findings.ruleId, rule.id), among(findings.deviceId, deviceIds), eq(findings.raisedAt, at))),
  )
}

function newRow({ id, siteId, notify }: RuleRow, { deviceId, item = '', detail }: NewFinding, at: string): FindingRow {
  return {
    id: newId(),
    siteId,
    ruleId: id,
    deviceId,
    item: itemOf(item),
    detail: detail?.slice(0, detailCharactersMax) ?? null,
    state: 'open',
    openedAt: at,
    raisedAt: at,
    changedBy: null,
    note: null,
    snoozedUntil: null,
    resolvedAt: null,
    awaitsMail: notify.mail,
  }
}
