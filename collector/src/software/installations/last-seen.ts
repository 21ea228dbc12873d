import { and, desc, eq, exists, max, sql } from 'drizzle-orm'
import { devicesSeen } from '../../device-records/listed-devices.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'
import { findInstallations, isInstalledOn } from './stored-installations.ts'

type Counted = { number: number; installations: number }

/** Number of installations from which one of the most recently seen devices is likely to have the product. */
const widespreadFrom = 2_000

/** Returns the later of two times, so that data never appears before it was reported. */
export const later = (seen: string | undefined, reported: string): string =>
  seen !== undefined && seen > reported ? seen : reported

/** Returns the last time a device with the product was seen, by product number; none if no device has it. */
export async function lastSeenOn(db: Db, siteId: string, products: readonly Counted[]): Promise<Map<number, string>> {
  const found = await newestOfEach(
    db,
    siteId,
    products.filter(({ installations }) => installations > 0 && installations < widespreadFrom),
  )
  for (const { number, installations } of products) {
    const time = installations < widespreadFrom ? undefined : await newestWith(db, siteId, number)
    if (time !== undefined) found.set(number, time)
  }
  return found
}

/** Reads every installation. */
async function newestOfEach(db: Db, siteId: string, products: readonly Counted[]): Promise<Map<number, string>> {
  const { installedLists } = db.tables(softwareTables)
  const seen = devicesSeen(db, siteId)
  const numbers = products.map(({ number }) => number)
  const found = findInstallations(db, numbers).as('found')
  const rows = await db
    .select({ product: found.product, time: max(seen.lastSeen) })
    .from(found)
    // `cross join` fixes the join order; otherwise SQLite would scan all devices of the site.
    .crossJoin(installedLists)
    .crossJoin(seen)
    .where(and(eq(installedLists.device, found.device), eq(seen.id, installedLists.deviceId)))
    .groupBy(found.product)
  return new Map(rows.flatMap(({ product, time }) => (time === null ? [] : [[product, time]])))
}

/** Reads the devices, most recently seen first, until one has the product. */
async function newestWith(db: Db, siteId: string, product: number): Promise<string | undefined> {
  const { installedLists } = db.tables(softwareTables)
  const seen = devicesSeen(db, siteId)
  const installed = db
    .select({ one: sql`1` })
    .from(installedLists)
    .where(and(eq(installedLists.deviceId, seen.id), isInstalledOn(db, installedLists.device, [product])))
  const [row] = await db
    .select({ time: seen.lastSeen })
    .from(seen)
    .where(exists(installed))
    .orderBy(desc(seen.lastSeen))
    .limit(1)
  return row?.time
}
