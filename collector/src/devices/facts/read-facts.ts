import { and, asc, lt } from 'drizzle-orm'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Numbers of the fields that facts of a site have. */
export type FieldNumbers = ReadonlyMap<string, number>

/** Reads the numbers of these fields. A field without facts has none. */
export async function fieldNumbers(db: Db, siteId: string, names: readonly string[]): Promise<FieldNumbers> {
  const { factFields } = db.tables(deviceFactTables)
  const columns = ['name', 'number'] as const
  const rows = await db.rowsAmong(factFields, names, { key: 'name', and: { siteId }, columns })
  return new Map(rows.map(({ name, number }) => [name, number]))
}

/** Reads the ids of devices, by the numbers that facts have for them. */
export async function numberedDevices(db: Db, deviceIds: readonly string[]): Promise<Map<number, string>> {
  const { factDevices } = db.tables(deviceFactTables)
  const columns = ['device', 'deviceId'] as const
  const rows = await db.rowsAmong(factDevices, deviceIds, { key: 'deviceId', columns })
  return new Map(rows.map(({ device, deviceId }) => [device, deviceId]))
}

/** Reads the facts of devices in fields of these numbers, by field and item. */
export async function readFacts(db: Db, deviceIds: readonly string[], fields: Iterable<number>, itemsMax?: number) {
  const { facts } = db.tables(deviceFactTables)
  const idOf = await numberedDevices(db, deviceIds)
  const first = itemsMax === undefined ? undefined : lt(facts.item, itemsMax)
  const wanted = and(among(facts.device, [...idOf.keys()]), among(facts.field, [...fields]), first)
  const rows = await db.select().from(facts).where(wanted).orderBy(asc(facts.device), asc(facts.field), asc(facts.item))
  return rows.map((row) => ({ ...row, deviceId: idOf.get(row.device) ?? '' }))
}
