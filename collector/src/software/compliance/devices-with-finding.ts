import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { complianceTables, softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { softwareLabels } from '../catalog/software-labels.ts'

export type ComplianceState = ComplianceKind

/** Selects the ids of devices with a kind of finding, or with any finding. */
export function devicesWithState(db: Db, siteId: string, state: ComplianceState | undefined): SQL {
  const { complianceDevices: found } = db.tables(complianceTables)
  const columns = { missing: found.hasMissing, forbidden: found.hasForbidden, unknown: found.isUnknown }
  const where = and(eq(found.siteId, siteId), state && eq(columns[state], true))
  return db.select({ id: found.deviceId }).from(found).where(where).getSQL()
}

/** Selects the ids of devices with a kind of finding about products whose name in lower case meets a condition. */
export async function devicesWithFinding(
  db: Db,
  siteId: string,
  kind: ComplianceKind,
  where: (name: SQLiteColumn) => SQL,
): Promise<SQL> {
  const { complianceFindings: findings } = db.tables(complianceTables)
  const { softwareNames: names } = db.tables(softwareTables)
  const rows = await db
    .select({ id: names.id })
    .from(names)
    .where(and(eq(names.siteId, siteId), where(names.sortName)))
  const ofNames = among(
    findings.nameId,
    rows.map(({ id }) => id),
  )
  return db
    .select({ id: findings.deviceId })
    .from(findings)
    .where(and(ofNames, eq(findings.kind, kind)))
    .getSQL()
}

/** Kinds of findings of each of the devices that has any. */
export async function complianceStates(db: Db, deviceIds: readonly string[]): Promise<Map<string, ComplianceState[]>> {
  const { complianceDevices: found } = db.tables(complianceTables)
  const columns = ['deviceId', 'hasMissing', 'hasForbidden', 'isUnknown'] as const
  const rows = await db.rowsAmong(found, deviceIds, { key: 'deviceId', columns })
  return new Map(
    rows.map(({ deviceId, hasMissing, hasForbidden, isUnknown }) => [
      deviceId,
      [
        hasForbidden ? ('forbidden' as const) : [],
        hasMissing ? ('missing' as const) : [],
        isUnknown ? ('unknown' as const) : [],
      ].flat(),
    ]),
  )
}

/** Products with a kind of finding of these devices whose name in lower case meets a condition. */
export async function complianceProducts(
  db: Db,
  deviceIds: readonly string[],
  kind: ComplianceKind,
  where: (name: SQLiteColumn) => SQL | undefined,
): Promise<{ deviceId: string; name: string; version?: string }[]> {
  const { complianceFindings: findings } = db.tables(complianceTables)
  const { softwareNames: names } = db.tables(softwareTables)
  const rows = await db
    .select({ deviceId: findings.deviceId, productId: findings.productId })
    .from(findings)
    .innerJoin(names, eq(names.id, findings.nameId))
    .where(and(among(findings.deviceId, deviceIds), eq(findings.kind, kind), where(names.sortName)))
  const labels = await softwareLabels(db, [...new Set(rows.map(({ productId }) => productId))])
  return rows.flatMap(({ deviceId, productId }) => {
    const label = labels.get(productId)
    return label ? [{ deviceId, ...label }] : []
  })
}

/** Names of products with a kind of finding by device: at most `limit` of each device, by name. */
export async function findingNames(
  db: Db,
  deviceIds: readonly string[],
  kind: ComplianceKind,
  limit: number,
): Promise<Map<string, string[]>> {
  const { complianceFindings: findings } = db.tables(complianceTables)
  const { softwareNames: names } = db.tables(softwareTables)
  const rows = await db
    .select({ id: findings.deviceId, name: names.name })
    .from(findings)
    .innerJoin(names, eq(names.id, findings.nameId))
    .where(and(among(findings.deviceId, deviceIds), eq(findings.kind, kind)))
    .orderBy(asc(names.sortName))
  const byDevice = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byDevice].map(([id, found]) => [id, [...new Set(found.map(({ name }) => name))].slice(0, limit)]))
}
