import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Duplicate } from '@rollcall/shared/api/device-merge.ts'
import { and, desc, eq, or, type SQL } from 'drizzle-orm'
import { briefDevices } from '../../device-records/brief-devices.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'

/** Likely duplicates, the most certain first, then by their ids, the later first. */
export async function listDuplicates(ctx: Context, page: Page): Promise<List<Duplicate>> {
  return ctx.store.read((db) => readDuplicates(db, ctx.siteId, page))
}

/** Likely duplicates of the site or of one device. */
export async function readDuplicates(db: Db, siteId: string, page: Page, deviceId?: string): Promise<List<Duplicate>> {
  const { deviceDuplicates: pairs } = db.tables(mergeTables)
  const where = within(db, siteId, deviceId)
  const rows = db
    .select()
    .from(pairs)
    .where(where)
    .orderBy(desc(pairs.confidence), desc(pairs.firstId), desc(pairs.secondId))
  const { items, total } = await readPage(rows, db.$count(pairs, where), page)
  const devices = await briefDevices(
    db,
    items.flatMap(({ firstId, secondId }) => [firstId, secondId]),
  )
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
}

export function countDuplicates(db: Db, siteId: string, deviceId?: string): Promise<number> {
  return db.$count(db.tables(mergeTables).deviceDuplicates, within(db, siteId, deviceId))
}

function within(db: Db, siteId: string, deviceId?: string): SQL | undefined {
  const { deviceDuplicates: pairs } = db.tables(mergeTables)
  const isOf = deviceId === undefined ? undefined : or(eq(pairs.firstId, deviceId), eq(pairs.secondId, deviceId))
  return and(eq(pairs.siteId, siteId), isOf)
}
