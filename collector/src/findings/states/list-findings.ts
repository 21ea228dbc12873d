import type { List } from '@rollcall/shared/api/common.ts'
import type { Finding, FindingQuery } from '@rollcall/shared/api/finding.ts'
import { and, desc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { idNow } from '../../device-records/merges.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { type FindingRow, unresolvedStates } from './finding-row.ts'
import { readUntil } from './read-until.ts'

/** Lists findings of the site, last raised first, then by id. */
export async function listFindings(ctx: Context, query: FindingQuery): Promise<List<Finding>> {
  return ctx.store.read(async (db) => {
    const { findings } = db.tables(findingTables)
    const where = await conditionOf(db, ctx, query)
    const rows = db.select().from(findings).where(where).orderBy(desc(findings.raisedAt), desc(findings.id))
    const { items, total } = await readPage(rows, db.$count(findings, where), query)
    return { items: await describe(db, items), total }
  })
}

async function conditionOf(db: Db, ctx: Context, query: FindingQuery): Promise<SQL | undefined> {
  const { findings, findingRules: rules } = db.tables(findingTables)
  const deviceId = query.deviceId && (await idNow(db, ctx.siteId, query.deviceId))
  const ofSeverity =
    query.severity &&
    db
      .select({ id: rules.id })
      .from(rules)
      .where(and(eq(rules.siteId, ctx.siteId), eq(rules.severity, query.severity)))
  return and(
    eq(findings.siteId, ctx.siteId),
    inArray(findings.state, [...(query.state ?? unresolvedStates)]),
    query.ruleId === undefined ? undefined : eq(findings.ruleId, query.ruleId),
    deviceId === undefined ? undefined : eq(findings.deviceId, deviceId),
    ofSeverity && inArray(findings.ruleId, ofSeverity),
    query.unread === true ? await isUnread(db, ctx) : undefined,
  )
}

/** Condition that a finding is open, its rule counts in the bell, and the caller has not read it. */
export async function isUnread(db: Db, ctx: Context): Promise<SQL | undefined> {
  const { findings, findingRules: rules } = db.tables(findingTables)
  const ofSite = await db.select({ id: rules.id, notify: rules.notify }).from(rules).where(eq(rules.siteId, ctx.siteId))
  const ringing = ofSite.filter(({ notify }) => notify.bell).map(({ id }) => id)
  const until = await readUntil(db, ctx)
  return and(
    eq(findings.state, 'open'),
    among(findings.ruleId, ringing),
    until === undefined ? undefined : gt(findings.raisedAt, until),
  )
}

async function describe(db: Db, rows: readonly FindingRow[]): Promise<Finding[]> {
  const { findingRules } = db.tables(findingTables)
  const { devices } = db.tables(deviceTables)
  const ruleIds = [...new Set(rows.map(({ ruleId }) => ruleId))]
  const ofRules = await db.rowsAmong(findingRules, ruleIds, {
    key: 'id',
    columns: ['id', 'name', 'origin', 'severity'],
  })
  const rules = new Map(ofRules.map((rule) => [rule.id, rule]))
  const deviceIds = [...new Set(rows.map(({ deviceId }) => deviceId))]
  const ofDevices = await db.rowsAmong(devices, deviceIds, { key: 'id', columns: ['id', 'name', 'type'] })
  const named = new Map(ofDevices.map((device) => [device.id, device]))
  return rows.flatMap(({ siteId: _, awaitsMail: __, clearSince: ___, deviceId, ...row }) => {
    const [rule, device] = [rules.get(row.ruleId), named.get(deviceId)]
    if (!rule || !device) return []
    return [
      {
        ...row,
        item: row.item === '' ? null : row.item,
        ruleName: rule.name,
        ruleOrigin: rule.origin,
        severity: rule.severity,
        device,
      },
    ]
  })
}
