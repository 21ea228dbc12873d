import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { softwareTables } from '../../store/schema/software.ts'
import { among, isInKeyOrder } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/*
 * Only this file and fold-recent.ts know that an installation is in one of two tables: by product, or with the recent ones.
 */

type Tables = ReturnType<typeof softwareTables>
type Table = Tables['installations'] | Tables['recentInstallations']
export type InstallationRow = Tables['installations']['$inferSelect']
export type InstallationKey = Pick<InstallationRow, 'product' | 'device'>

/** A slot has so many devices that were numbered one after the other, and then as many of a later round. */
const devicesPerSlot = 64
export const slots = Array.from({ length: 16 }, (_, slot) => slot)

const slotOf = (device: number) => Math.floor(device / devicesPerSlot) % slots.length
const slotIn = (device: SQLiteColumn): SQL =>
  sql`(${device} / ${sql.raw(`${devicesPerSlot}`)}) % ${sql.raw(`${slots.length}`)}`

/** A device that gets fewer of them writes no fewer pages where the recent ones are. */
const manyFrom = 32

/** None of them is there. */
export async function insertInstallations(tx: Tx, rows: readonly InstallationRow[]): Promise<void> {
  const { installations, recentInstallations } = tx.tables(softwareTables)
  const few: InstallationRow[] = []
  const many: InstallationRow[] = []
  for (const ofDevice of Map.groupBy(rows, ({ device }) => device).values()) {
    const part = isInKeyOrder(installations) && ofDevice.length >= manyFrom ? many : few
    for (const row of ofDevice) part.push(row)
  }
  await tx.insertRows(installations, few.sort(byProduct))
  await tx.insertRows(recentInstallations, many.map(withSlot).sort(bySlot))
}

/** Gives those that are there another date. */
export async function redateInstallations(tx: Tx, rows: readonly InstallationRow[]): Promise<void> {
  const { installations, recentInstallations } = tx.tables(softwareTables)
  const change = { key: ['product', 'device'], set: ['installDate'] } as const
  await tx.updateRows(installations, rows.toSorted(byProduct), change)
  const recent = rows.map(withSlot).sort(bySlot)
  await tx.updateRows(recentInstallations, recent, { ...change, key: ['slot', ...change.key] })
}

export async function deleteInstallations(tx: Tx, keys: readonly InstallationKey[]): Promise<void> {
  const { installations, recentInstallations } = tx.tables(softwareTables)
  await tx.deleteRows(installations, keys.toSorted(byProduct), ['product', 'device'])
  await tx.deleteRows(recentInstallations, keys.map(withSlot).sort(bySlot), ['slot', 'product', 'device'])
}

/** As the tables are kept: rows of one product are written next to each other. */
export const byProduct = (a: InstallationKey, b: InstallationKey) => a.product - b.product || a.device - b.device
const bySlot = (a: Slotted, b: Slotted) => a.slot - b.slot || byProduct(a, b)

type Slotted = InstallationKey & { slot: number }
const withSlot = <R extends InstallationKey>(row: R) => ({ ...row, slot: slotOf(row.device) })

/** Installations of some products, all of them or those on a device, to be ordered or joined. */
export function findInstallations(db: Db, products: readonly number[], device?: number) {
  const { installations, recentInstallations: recent } = db.tables(softwareTables)
  const [only, ...others] = products
  // PostgreSQL reads those of one product in their order, and sorts those of a list of products, also of one.
  const isOne = (product: SQLiteColumn) =>
    only !== undefined && others.length === 0 ? eq(product, only) : among(product, products)
  const rows = (table: Table, isPlace: SQL | undefined) => {
    const { product, device, installDate, firstSeen } = table
    return db
      .select({ product, device, installDate, firstSeen })
      .from(table)
      .where(and(isPlace, isOne(product)))
  }
  const [settled, fresh] =
    device === undefined
      ? [rows(installations, undefined), rows(recent, inArray(recent.slot, slots))]
      : [
          rows(installations, eq(installations.device, device)),
          rows(recent, and(eq(recent.slot, slotOf(device)), eq(recent.device, device))),
        ]
  const all = settled.unionAll(fresh)
  // PostgreSQL, which has none that are recent, would sort the others to put both together.
  return isInKeyOrder(installations) ? all : (settled as typeof all)
}

/** Whether the device that a column names has one of the products, for that column's own query. */
export function isInstalledOn(db: Db, device: SQLiteColumn, products: readonly number[]): SQL | undefined {
  const { installations, recentInstallations } = db.tables(softwareTables)
  const isIn = (table: Table, isPlace?: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(isPlace, among(table.product, products), eq(table.device, device))),
    )
  return or(isIn(installations), isIn(recentInstallations, eq(recentInstallations.slot, slotIn(device))))
}
