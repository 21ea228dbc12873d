import { calmMinutes } from '@rollcall/shared/api/finding.ts'
import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq, sql } from 'drizzle-orm'
import { earlier } from '../../lib/shift-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { columnsIn } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { emitFindingEvents } from './emit-events.ts'
import { type FindingRow, unresolvedCount } from './finding-row.ts'

/** A device that meets a rule. `item` is the part of it that does, and `detail` the change or the values in words. */
export type NewFinding = { deviceId: string; item?: string; detail?: string | null }

const itemCharactersMax = 200
/** Name of an item as it is stored. */
export const itemOf = (name: string): string => name.slice(0, itemCharactersMax)

const detailCharactersMax = 500
/** Values in words as they are stored. */
export const detailOf = (words: string | null | undefined): string | null =>
  words?.slice(0, detailCharactersMax) ?? null

export const subjectOf = ({ deviceId, item }: Pick<FindingRow, 'deviceId' | 'item'>): string => `${deviceId} ${item}`

/** The time before which a finding that ended or opened does not count as a recent one. */
export const calmBefore = (at: string): string => earlier(at, calmMinutes * 60_000)

/**
 * Opens findings of a rule, up to its limit, and counts the others. A finding that was resolved, or whose change has
 * happened again, needs attention anew, but only once in the calm time. Call `ctx.wakeOutbox()` after the commit.
 */
export async function openFindings(tx: Tx, rule: RuleRow, opened: readonly NewFinding[], at: string): Promise<void> {
  if (opened.length === 0) return
  const { findings } = tx.tables(findingTables)
  const rows = new Map(opened.map((each) => newRow(rule, each, at)).map((row) => [subjectOf(row), row]))
  const stored = await tx.rowsAmongPairs(
    findings,
    [...rows.values()].map(({ deviceId, item }) => [deviceId, item] as const),
    { keys: ['deviceId', 'item'], columns: columnsIn(findings), and: { ruleId: rule.id } },
  )
  const before = new Map(stored.map((row) => [subjectOf(row), row]))
  const kinds = Map.groupBy(rows.values(), (row) => kindOf(before.get(subjectOf(row)), at))
  const quiet = (kinds.get('quiet') ?? []).flatMap(({ detail, ...row }) => {
    const id = before.get(subjectOf(row))?.id
    return id === undefined ? [] : [{ id, detail, clearSince: null }]
  })
  await tx.updateRows(findings, quiet, { key: 'id', set: ['detail', 'clearSince'] })
  const added = kinds.get('new') ?? []
  const space = Math.max(0, ruleLimits.findingsPerRule - (await unresolvedCount(tx, rule)))
  if (added.length > space) await addOmitted(tx, rule, added.length - space)
  const raised = [...(kinds.get('again') ?? []), ...added.slice(0, space)].map((row) => {
    const { id = row.id, resolvedAt } = before.get(subjectOf(row)) ?? {}
    return { ...row, id, flapping: resolvedAt != null && resolvedAt > calmBefore(at) }
  })
  if (raised.length === 0) return
  await tx.upsertRows(findings, raised, {
    target: ['ruleId', 'deviceId', 'item'],
    set: [
      ...(['detail', 'state', 'openedAt', 'raisedAt', 'changedBy', 'note', 'snoozedUntil', 'resolvedAt'] as const),
      ...(['flapping', 'clearSince', 'awaitsMail'] as const),
    ],
  })
  await emitFindingEvents(tx, 'finding.opened', rule, at, raised)
}

/** `quiet`: it notified somebody a short time ago, or has not ended; `again`: its change has happened again. */
function kindOf(before: FindingRow | undefined, at: string): 'new' | 'again' | 'quiet' {
  if (!before || before.state === 'resolved') return 'new'
  return before.clearSince !== null || before.raisedAt > calmBefore(at) ? 'quiet' : 'again'
}

async function addOmitted(tx: Tx, rule: RuleRow, number: number): Promise<void> {
  const { findingRules: rules } = tx.tables(findingTables)
  await tx
    .update(rules)
    .set({ omitted: sql`${rules.omitted} + ${number}` })
    .where(eq(rules.id, rule.id))
}

function newRow({ id, siteId, notify }: RuleRow, { deviceId, item = '', detail }: NewFinding, at: string): FindingRow {
  return {
    id: newId(),
    siteId,
    ruleId: id,
    deviceId,
    item: itemOf(item),
    detail: detailOf(detail),
    state: 'open',
    openedAt: at,
    raisedAt: at,
    changedBy: null,
    note: null,
    snoozedUntil: null,
    resolvedAt: null,
    flapping: false,
    clearSince: null,
    awaitsMail: notify.mail,
  }
}
