import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Duplicate } from '@rollcall/shared/api/device-merge.ts'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { readPage } from '../../store/page.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { briefDevices } from '../brief-devices.ts'

/** Pairs of records that may be of one device, the surest first, then by their ids, the later first. */
export async function listDuplicates(ctx: Context, page: Page): Promise<List<Duplicate>> {
  return ctx.store.read((db) => readDuplicates(db, ctx.siteId, page))
}

export async function readDuplicates(db: Db, siteId: string, page: Page): Promise<List<Duplicate>> {
  const { deviceDuplicates: pairs } = db.tables(mergeTables)
  const where = eq(pairs.siteId, siteId)
  const rows = db
    .select()
    .from(pairs)
    .where(where)
    .orderBy(desc(pairs.confidence), desc(pairs.firstId), desc(pairs.secondId))
  const { items, total } = await readPage(rows, countDuplicates(db, siteId), page)
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

export function countDuplicates(db: Db, siteId: string): Promise<number> {
  const { deviceDuplicates: pairs } = db.tables(mergeTables)
  return db.$count(pairs, eq(pairs.siteId, siteId))
}
