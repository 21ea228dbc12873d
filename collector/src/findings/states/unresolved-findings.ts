import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { findingTables } from '../../store/schema/findings.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { unresolvedStates } from './finding-row.ts'

/** Selects the ids of devices with an unresolved finding of a rule whose name in lower case meets a condition. */
export async function devicesWithUnresolved(db: Db, siteId: string, where: (name: SQLiteColumn) => SQL): Promise<SQL> {
  const { findings, findingRules: rules } = db.tables(findingTables)
  const found = await db
    .select({ id: rules.id })
    .from(rules)
    .where(and(eq(rules.siteId, siteId), where(rules.nameKey)))
  const ofRules = among(
    findings.ruleId,
    found.map(({ id }) => id),
  )
  return db
    .select({ id: findings.deviceId })
    .from(findings)
    .where(and(ofRules, inArray(findings.state, unresolvedStates)))
    .getSQL()
}

/** Names of the rules of which these devices have unresolved findings, up to `max` of each device. */
export async function findingRuleNames(
  db: Db,
  deviceIds: readonly string[],
  max: number,
): Promise<Map<string, string[]>> {
  const { findings, findingRules: rules } = db.tables(findingTables)
  const rows = await db
    .selectDistinct({ deviceId: findings.deviceId, name: rules.name })
    .from(findings)
    .innerJoin(rules, eq(rules.id, findings.ruleId))
    .where(and(among(findings.deviceId, deviceIds), inArray(findings.state, unresolvedStates)))
    .orderBy(asc(rules.name))
  const ofDevice = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return new Map([...ofDevice].map(([id, named]) => [id, named.slice(0, max).map(({ name }) => name)]))
}
