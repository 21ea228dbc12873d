import { setImmediate } from 'node:timers/promises'
import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { and, eq } from 'drizzle-orm'
import { listedNames } from '../../device-records/device-names.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { readQuery } from '../rules/read-query.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { isUnresolved } from '../states/finding-row.ts'
import { openFindings } from '../states/open-findings.ts'
import { resolveFindings } from '../states/resolve-findings.ts'

/**
 * Finds the listed devices of a site that meet a query: some of their ids, and their number. Throws a DomainError for a
 * query that cannot be evaluated.
 */
export type MatchingDevices = (
  db: Db,
  scope: { siteId: string; now: Date },
  query: Query,
  limit: number,
) => Promise<{ ids: string[]; total: number }>

export type QueryRule = RuleRow & { query: string }

/** Devices of one transaction. */
const devicesPerTurn = 500

/**
 * Compares the devices that match a rule with its findings, and writes the differences in parts. An evaluation that was
 * interrupted starts again without loss. Returns true if more devices match than a rule has findings for.
 */
export async function evaluateQuery(
  system: SystemContext,
  rule: QueryRule,
  time: TrustedTime,
  matching: MatchingDevices,
): Promise<boolean> {
  const query = readQuery(rule.query)
  const { opened, resolved, total } = await system.store.read((db) => compare(db, rule, query, time.date, matching))
  for (const ids of partsOf(resolved)) {
    await system.store.write(async (tx) => {
      if (await isUnedited(tx, rule)) await resolveFindings(tx, rule, ids, time.now)
    })
  }
  for (const ids of partsOf(opened)) {
    await system.store.write((tx) => openMissing(tx, rule, ids, time.now))
    await setImmediate()
  }
  return total > ruleLimits.findingsPerRule
}

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / devicesPerTurn) }, (_, part) =>
    ids.slice(part * devicesPerTurn, (part + 1) * devicesPerTurn),
  )

/** Lists the devices without a finding, and the findings of devices that no longer match. */
async function compare(db: Db, { id, siteId }: QueryRule, query: Query, now: Date, matching: MatchingDevices) {
  const { ids, total } = await matching(db, { siteId, now }, query, ruleLimits.findingsPerRule)
  const { findings } = db.tables(findingTables)
  const rows = await db
    .select({ id: findings.id, deviceId: findings.deviceId })
    .from(findings)
    .where(and(eq(findings.ruleId, id), isUnresolved(db)))
  const withFinding = new Set(rows.map(({ deviceId }) => deviceId))
  const matched = new Set(ids)
  return {
    total,
    opened: ids.filter((deviceId) => !withFinding.has(deviceId)),
    resolved: rows.flatMap(({ id, deviceId }) => (matched.has(deviceId) ? [] : [id])),
  }
}

async function openMissing(tx: Tx, rule: QueryRule, deviceIds: readonly string[], at: string): Promise<void> {
  if (!(await isUnedited(tx, rule))) return
  const missing = await withoutFinding(tx, rule, deviceIds)
  await openFindings(
    tx,
    rule,
    missing.map((deviceId) => ({ deviceId })),
    at,
  )
}

/** Reports whether a rule still has the query that was evaluated. */
async function isUnedited(db: Db, { id, query }: QueryRule): Promise<boolean> {
  const { findingRules: rules } = db.tables(findingTables)
  const same = and(eq(rules.id, id), eq(rules.query, query), eq(rules.enabled, true))
  return (await db.select({ id: rules.id }).from(rules).where(same)).length > 0
}

/** Devices that are listed and have no finding of the rule: one may have been archived or deleted since the read. */
async function withoutFinding(db: Db, { id }: QueryRule, deviceIds: readonly string[]): Promise<string[]> {
  const { findings } = db.tables(findingTables)
  const rows = await db
    .select({ deviceId: findings.deviceId })
    .from(findings)
    .where(and(eq(findings.ruleId, id), among(findings.deviceId, deviceIds), isUnresolved(db)))
  const taken = new Set(rows.map(({ deviceId }) => deviceId))
  const names = await listedNames(db, deviceIds)
  return deviceIds.filter((deviceId) => !taken.has(deviceId) && names.has(deviceId))
}
