import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Duplicate } from '@rollcall/shared/api/device-merge.ts'
import { desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { readPage } from '../../store/page.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'

/** Pairs of records that may be of one device, the surest first, then by their ids, the later first. */
export async function listDuplicates(ctx: Context, page: Page): Promise<List<Duplicate>> {
  return ctx.store.read(async (db) => {
    const { deviceDuplicates: pairs } = db.tables(mergeTables)
    const where = eq(pairs.siteId, ctx.siteId)
    const rows = db
      .select()
      .from(pairs)
      .where(where)
      .orderBy(desc(pairs.confidence), desc(pairs.firstId), desc(pairs.secondId))
    const { items, total } = await readPage(rows, db.$count(pairs, where), page)
    const devices = await briefly(db, [...new Set(items.flatMap(({ firstId, secondId }) => [firstId, secondId]))])
    return {
      items: items.map(({ firstId, secondId, confidence, evidence, against, review }) => ({
        devices: [firstId, secondId].flatMap((id) => devices.get(id) ?? []),
        confidence,
        evidence,
        against,
        review,
      })),
      total,
    }
  })
}

async function briefly(db: Db, ids: readonly string[]): Promise<Map<string, Duplicate['devices'][number]>> {
  const { devices } = db.tables(deviceTables)
  const { id, name, type, ipAddress, macAddress, serialNumber, firstSeen, lastSeen } = devices
  const rows = await db
    .select({ id, name, type, ipAddress, macAddress, serialNumber, firstSeen, lastSeen })
    .from(devices)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}
