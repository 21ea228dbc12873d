import { setImmediate } from 'node:timers/promises'
import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { and, eq, gt, lte } from 'drizzle-orm'

import { listedNames } from '../../device-records/device-names.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { readQuery } from '../rules/read-query.ts'
import type { RuleRow } from '../rules/rule-row.ts'
import { isUnresolved, unresolvedCount } from '../states/finding-row.ts'
import { openFindings } from '../states/open-findings.ts'
import { resolveFindings } from '../states/resolve-findings.ts'

type Page = { after: string; limit: number; now: Date }

/**
 * Lists ids of a site's devices that match a query, in order, after one id. Throws a DomainError for a query that cannot
 * be evaluated.
 */
export type MatchingDevices = (db: Db, siteId: string, query: Query, page: Page) => Promise<string[]>

export type QueryRule = RuleRow & { query: string }

/** Devices of one transaction. */
const pageSize = 500

/**
 * Compares the devices that match a rule with its findings, in pages by id, and writes the differences. An evaluation
 * that was interrupted starts again without loss. Returns true if more devices match than a rule has findings for.
 */
export async function evaluateQuery(
  system: SystemContext,
  rule: QueryRule,
  time: TrustedTime,
  matching: MatchingDevices,
): Promise<boolean> {
  let after = ''
  let unopened = 0
  for (;;) {
    const page = await system.store.read((db) =>
      compare(db, rule, { after, limit: pageSize, now: time.date }, matching),
    )
    if (page.resolved.length > 0 || (page.opened.length > 0 && page.room > 0)) {
      unopened += await system.store.write((tx) => writeDifferences(tx, rule, page, time.now))
      system.wakeOutbox()
    } else unopened += page.opened.length
    if (page.last === undefined) return unopened > 0
    after = page.last
    await setImmediate()
  }
}

type Differences = {
  /** Devices without a finding. */
  opened: string[]
  /** Findings of devices that no longer match. */
  resolved: string[]
}

/** A compared page. `room` is the number of findings that the rule may still have; `last` ends the page if more follow. */
type Compared = Differences & { room: number; last: string | undefined }

async function compare(db: Db, rule: QueryRule, page: Page, matching: MatchingDevices): Promise<Compared> {
  const matches = await matching(db, rule.siteId, readQuery(rule.query), page)
  const last = matches.length < page.limit ? undefined : matches.at(-1)
  const { findings } = db.tables(findingTables)
  const rows = await db
    .select({ id: findings.id, deviceId: findings.deviceId })
    .from(findings)
    .where(
      and(
        eq(findings.ruleId, rule.id),
        gt(findings.deviceId, page.after),
        last === undefined ? undefined : lte(findings.deviceId, last),
        isUnresolved(db),
      ),
    )
  const withFinding = new Set(rows.map(({ deviceId }) => deviceId))
  const matched = new Set(matches)
  return {
    last,
    room: await roomOf(db, rule),
    opened: matches.filter((deviceId) => !withFinding.has(deviceId)),
    resolved: rows.flatMap(({ id, deviceId }) => (matched.has(deviceId) ? [] : [id])),
  }
}

/** Writes the differences of a page. Returns the number of devices for which the rule has no room. */
async function writeDifferences(
  tx: Tx,
  rule: QueryRule,
  { opened, resolved }: Differences,
  at: string,
): Promise<number> {
  if (!(await isUnedited(tx, rule))) return 0
  if (resolved.length > 0) await resolveFindings(tx, rule, resolved, at)
  const missing = await withoutFinding(tx, rule, opened)
  const room = await roomOf(tx, rule)
  await openFindings(
    tx,
    rule,
    missing.map((deviceId) => ({ deviceId })),
    at,
  )
  return Math.max(0, missing.length - room)
}

const roomOf = async (db: Db, rule: RuleRow): Promise<number> =>
  Math.max(0, ruleLimits.findingsPerRule - (await unresolvedCount(db, rule)))

/** Reports whether a rule still has the query that was evaluated. */
async function isUnedited(db: Db, { id, query }: QueryRule): Promise<boolean> {
  const { findingRules: rules } = db.tables(findingTables)
  const same = and(eq(rules.id, id), eq(rules.query, query), eq(rules.enabled, true))
  return (await db.select({ id: rules.id }).from(rules).where(same)).length > 0
}

/** Devices that are listed and have no finding of the rule: one may have been archived or deleted since the read. */
async function withoutFinding(db: Db, { id }: QueryRule, deviceIds: readonly string[]): Promise<string[]> {
  if (deviceIds.length === 0) return []
  const { findings } = db.tables(findingTables)
  const rows = await db
    .select({ deviceId: findings.deviceId })
    .from(findings)
    .where(and(eq(findings.ruleId, id), among(findings.deviceId, deviceIds), isUnresolved(db)))
  const taken = new Set(rows.map(({ deviceId }) => deviceId))
  const names = await listedNames(db, deviceIds)
  return deviceIds.filter((deviceId) => !taken.has(deviceId) && names.has(deviceId))
}
