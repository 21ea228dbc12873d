import { and, desc, eq, exists, inArray, max, sql } from 'drizzle-orm'
import { devicesSeen } from '../devices/seen.ts'
import { softwareTables } from '../store/schema/software.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

type Counted = { id: string; installations: number }

/** With so many installations, one of the devices that were seen last is soon found to have it. */
const widespreadFrom = 2_000

/** When a device that has the product was last seen, by the product's id; none where no device has it. */
export async function lastSeenOn(db: Db, siteId: string, products: readonly Counted[]): Promise<Map<string, string>> {
  const found = await newestOfEach(
    db,
    siteId,
    products.filter(({ installations }) => installations > 0 && installations < widespreadFrom).map(({ id }) => id),
  )
  for (const { id, installations } of products) {
    const time = installations < widespreadFrom ? undefined : await newestWith(db, siteId, id)
    if (time !== undefined) found.set(id, time)
  }
  return found
}

/** Looks at every installation. */
async function newestOfEach(db: Db, siteId: string, productIds: readonly string[]): Promise<Map<string, string>> {
  const { installations } = db.tables(softwareTables)
  const seen = devicesSeen(db, siteId)
  const found = new Map<string, string>()
  for (const chunk of valueChunks(productIds)) {
    const rows = await db
      .select({ id: installations.productId, time: max(seen.lastSeen) })
      .from(installations)
      .innerJoin(seen, eq(seen.id, installations.deviceId))
      .where(inArray(installations.productId, chunk))
      .groupBy(installations.productId)
    for (const { id, time } of rows) if (time !== null) found.set(id, time)
  }
  return found
}

/** Looks at the devices, those seen last first, until one has it. */
async function newestWith(db: Db, siteId: string, productId: string): Promise<string | undefined> {
  const { installations } = db.tables(softwareTables)
  const seen = devicesSeen(db, siteId)
  const installed = db
    .select({ one: sql`1` })
    .from(installations)
    .where(and(eq(installations.deviceId, seen.id), eq(installations.productId, productId)))
  const [row] = await db
    .select({ time: seen.lastSeen })
    .from(seen)
    .where(exists(installed))
    .orderBy(desc(seen.lastSeen))
    .limit(1)
  return row?.time
}
