import { setImmediate } from 'node:timers/promises'
import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { and, eq } from 'drizzle-orm'
import { listedNames } from '../../device-records/device-names.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { chunks } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { readQuery } from '../rules/read-query.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { isUnresolved } from '../states/finding-row.ts'
import { detailOf, itemOf, openFindings, subjectOf } from '../states/open-findings.ts'
import { clearFindings } from '../states/resolve-findings.ts'

/** A device that meets a query, or an item of it that does, with the values in words. */
export type Subject = { deviceId: string; item: string; detail: string | null }

/**
 * Finds what meets a query among the listed devices of a site: at most `limit` subjects, and their number. Throws a
 * DomainError for a query that cannot be evaluated.
 */
export type MatchingSubjects = (
  db: Db,
  scope: { siteId: string; now: Date },
  query: Query,
  limit: number,
) => Promise<{ subjects: Subject[]; total: number }>

type QueryRule = RuleRow & { query: string }

/** Findings of one transaction. */
const findingsPerTurn = 500

/**
 * Compares the subjects that meet a rule with its findings, and writes the differences in parts. An evaluation that was
 * interrupted starts again without loss. Returns the number of subjects beyond those that a rule has findings for.
 */
export async function evaluateQuery(
  system: SystemContext,
  rule: QueryRule,
  time: TrustedTime,
  matching: MatchingSubjects,
): Promise<number> {
  const query = readQuery(rule.query)
  const found = await system.store.read((db) => compare(db, rule, query, time.date, matching))
  const write = async <T>(all: readonly T[], run: (tx: Tx, part: readonly T[]) => Promise<void>) => {
    for (const part of chunks(all, findingsPerTurn)) {
      await system.store.write(async (tx) => {
        if (await isUnedited(tx, rule)) await run(tx, part)
      })
      await setImmediate()
    }
  }
  const { findings } = system.store.tables(findingTables)
  await write(found.cleared, (tx, ids) => clearFindings(tx, rule, ids, time.now))
  await write(found.changed, (tx, rows) => tx.updateRows(findings, rows, { key: 'id', set: ['detail', 'clearSince'] }))
  await write(found.opened, async (tx, subjects) =>
    openFindings(tx, rule, await withoutFinding(tx, rule, subjects), time.now),
  )
  return found.omitted
}

/** Lists the subjects without a finding, the findings with other values, and those of subjects that no longer match. */
async function compare(db: Db, { id, siteId }: QueryRule, query: Query, now: Date, matching: MatchingSubjects) {
  const { subjects, total } = await matching(db, { siteId, now }, query, ruleLimits.findingsPerRule)
  const { findings } = db.tables(findingTables)
  const { deviceId, item, detail, clearSince } = findings
  const rows = await db
    .select({ id: findings.id, deviceId, item, detail, clearSince })
    .from(findings)
    .where(and(eq(findings.ruleId, id), isUnresolved(db)))
  const stored = new Map(rows.map((row) => [subjectOf(row), row]))
  const matched = new Map(
    subjects
      .map((each) => ({ ...each, item: itemOf(each.item), detail: detailOf(each.detail) }))
      .map((each) => [subjectOf(each), each]),
  )
  return {
    omitted: Math.max(0, total - ruleLimits.findingsPerRule),
    opened: [...matched].flatMap(([subject, each]) => (stored.has(subject) ? [] : [each])),
    changed: rows.flatMap(({ id, ...row }) => {
      const now = matched.get(subjectOf(row))
      const isSame = !now || (now.detail === row.detail && row.clearSince === null)
      return isSame ? [] : [{ id, detail: now.detail, clearSince: null }]
    }),
    cleared: rows.flatMap((row) => (matched.has(subjectOf(row)) ? [] : [row.id])),
  }
}

/** Reports whether a rule still has the query that was evaluated. */
async function isUnedited(db: Db, { id, query }: QueryRule): Promise<boolean> {
  const { findingRules: rules } = db.tables(findingTables)
  const same = and(eq(rules.id, id), eq(rules.query, query), eq(rules.enabled, true))
  return (await db.select({ id: rules.id }).from(rules).where(same)).length > 0
}

/** Subjects of listed devices without a finding of the rule: a device may have been archived or deleted since the read. */
async function withoutFinding(db: Db, { id }: QueryRule, subjects: readonly Subject[]): Promise<Subject[]> {
  const { findings } = db.tables(findingTables)
  const pairs = subjects.map(({ deviceId, item }) => [deviceId, item] as const)
  const rows = await db.rowsAmongPairs(findings, pairs, {
    keys: ['deviceId', 'item'],
    columns: ['deviceId', 'item', 'state'],
    and: { ruleId: id },
  })
  const taken = new Set(rows.filter(({ state }) => state !== 'resolved').map(subjectOf))
  const names = await listedNames(db, [...new Set(subjects.map(({ deviceId }) => deviceId))])
  return subjects.filter((each) => !taken.has(subjectOf(each)) && names.has(each.deviceId))
}
