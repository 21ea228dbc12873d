import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { softwareTables } from '../../store/schema/software.ts'
import { among, findsAny, isInKeyOrder } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/* Only this file and fold-recent.ts depend on the two tables of installations: by product, and recent ones. */

type Tables = ReturnType<typeof softwareTables>
type Table = Tables['installations'] | Tables['recentInstallations']
export type InstallationRow = Tables['installations']['$inferSelect']
export type InstallationKey = Pick<InstallationRow, 'product' | 'device'>

/** Number of devices in a slot. Devices are numbered slot by slot, and the next round continues in the same slots. */
const devicesPerSlot = 64
export const slots = Array.from({ length: 16 }, (_, slot) => slot)

const slotOf = (device: number) => Math.floor(device / devicesPerSlot) % slots.length
const slotIn = (device: SQLiteColumn): SQL =>
  sql`(${device} / ${sql.raw(`${devicesPerSlot}`)}) % ${sql.raw(`${slots.length}`)}`

/**
 * Number of installations of a device from which they are stored with the recent ones: with fewer, that would not write
 * fewer pages.
 */
const manyFrom = 32

/** Inserts installations that do not exist yet. */
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

/** Changes the dates of existing installations. */
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

/** Sorts in the order of the tables: rows of one product are written next to each other. */
export const byProduct = (a: InstallationKey, b: InstallationKey) => a.product - b.product || a.device - b.device
const bySlot = (a: Slotted, b: Slotted) => a.slot - b.slot || byProduct(a, b)

type Slotted = InstallationKey & { slot: number }
const withSlot = <R extends InstallationKey>(row: R) => ({ ...row, slot: slotOf(row.device) })

/** Selects installations of some products, on all devices or on one, to be ordered or joined. */
export function findInstallations(db: Db, products: readonly number[], device?: number) {
  const { installations, recentInstallations: recent } = db.tables(softwareTables)
  const [only, ...others] = products
  // PostgreSQL reads the rows of one product in their order, but sorts those of a list, even a list of one product.
  const isOne = (product: SQLiteColumn) =>
    only !== undefined && others.length === 0 ? eq(product, only) : among(product, products)
  const rows = (table: Table, where: SQL | undefined) => {
    const { product, device, installDate, firstSeen } = table
    return db
      .select({ product, device, installDate, firstSeen })
      .from(table)
      .where(and(where, isOne(product)))
  }
  const [older, fresh] =
    device === undefined
      ? [rows(installations, undefined), rows(recent, inArray(recent.slot, slots))]
      : [
          rows(installations, eq(installations.device, device)),
          rows(recent, and(eq(recent.slot, slotOf(device)), eq(recent.device, device))),
        ]
  // A union becomes part of its first query.
  const union = () => older.unionAll(fresh)
  // PostgreSQL has no recent installations, and would sort the others for the union.
  return isInKeyOrder(installations) ? union() : (older as ReturnType<typeof union>)
}

/** Condition that the device in a column has one of the products, for a query on that column. */
export function isInstalledOn(db: Db, device: SQLiteColumn, products: readonly number[]): SQL | undefined {
  const { installations, recentInstallations } = db.tables(softwareTables)
  const isIn = (table: Table, where?: SQL) =>
    findsAny(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(where, among(table.product, products), eq(table.device, device)))
        .getSQL(),
    )
  if (!isInKeyOrder(installations)) return isIn(installations)
  return or(isIn(installations), isIn(recentInstallations, eq(recentInstallations.slot, slotIn(device))))
}
