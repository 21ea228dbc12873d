import { and, countDistinct, eq, or, type SQL, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { softwareTables } from '../../store/schema/software.ts'
import { among, amongFound, findsAny } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { findInstallations, isInstalledOn } from './stored-installations.ts'

/** Selects the devices with a product, or with any version of a name group. An unknown id selects none. */
export async function devicesWith(db: Db, siteId: string, softwareId: string) {
  const { softwareProducts: products } = db.tables(softwareTables)
  const ofSite = eq(products.siteId, siteId)
  const versions = await db
    .select({ number: products.number })
    .from(products)
    .where(and(ofSite, or(eq(products.id, softwareId), eq(products.nameId, softwareId))))
  return devicesWithProducts(
    db,
    versions.map(({ number }) => number),
  )
}

/** Selects the devices with one of the products of these numbers. */
export async function devicesWithProducts(db: Db, numbers: readonly number[]) {
  const { softwareCounts: counts, installedLists } = db.tables(softwareTables)
  const [counted] = await db
    .select({ installations: sum(counts.installations) })
    .from(counts)
    .where(among(counts.product, numbers))
  const sizeMax = Number(counted?.installations ?? 0)
  const found = findInstallations(db, numbers).as('found')
  const having = db.select({ device: found.device }).from(found)
  const ids = db
    .select({ id: installedLists.deviceId })
    .from(installedLists)
    .where(amongFound(installedLists.device, having.getSQL()))
  return {
    /** Upper bound of their number: a device counts once for each version that it has. */
    sizeMax,
    idsOf: ids,
    /** Condition that the device in a column is one of them, for a query on that column. */
    isOf: (deviceId: SQLiteColumn): SQL =>
      findsAny(
        db
          .select({ one: sql`1` })
          .from(installedLists)
          .where(and(eq(installedLists.deviceId, deviceId), isInstalledOn(db, installedLists.device, numbers)))
          .getSQL(),
      ),
    count: async (): Promise<number> => {
      if (numbers.length < 2) return sizeMax
      const [row] = await db.select({ n: countDistinct(found.device) }).from(found)
      return row?.n ?? 0
    },
  }
}
