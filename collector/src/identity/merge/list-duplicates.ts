import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Duplicate } from '@rollcall/shared/api/device-merge.ts'
import { desc, eq } from 'drizzle-orm'
import { briefDevices } from '../../device-records/device-names.ts'
import type { Context } from '../../lib/context.ts'
import { shownAgainst, shownValues } from '../../matching/shown-value.ts'
import { readPage } from '../../store/page.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'

/** Likely duplicates, the most certain first, then by their ids, the later first. */
export async function listDuplicates(ctx: Context, page: Page): Promise<List<Duplicate>> {
  return ctx.store.read((db) => readDuplicates(db, ctx.siteId, page))
}

async function readDuplicates(db: Db, siteId: string, page: Page): Promise<List<Duplicate>> {
  const { deviceDuplicates: pairs } = db.tables(mergeTables)
  const where = eq(pairs.siteId, siteId)
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
      evidence: shownValues(evidence),
      against: shownAgainst(against),
      review,
    })),
    total,
  }
}
