import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Installation } from '@rollcall/shared/api/software.ts'
import { asc, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deviceNames } from '../devices/names.ts'
import { softwareTables } from '../store/schema/software.ts'
import type { Db } from '../store/store.ts'
import { requireSubject, versionsOf } from './subject.ts'

/**
 * The devices that have a product, by device id; of a name group by version, then likewise. That is the order of an
 * index, and the counts say which versions a page is of, so the last page costs what the first does.
 */
export async function listInstallations(ctx: Context, id: string, page: Page): Promise<List<Installation>> {
  return ctx.store.read(async (db) => {
    const { kind, nameId, record } = await requireSubject(db, ctx.siteId, id)
    const versions = (await versionsOf(db, nameId)).filter((version) => kind === 'name' || version.id === record.id)
    const rows = await readPage(db, versions, page)
    const names = await deviceNames(
      db,
      rows.map(({ deviceId }) => deviceId),
    )
    const items = rows.map(({ deviceId, installedVersion, installDate }) => ({
      deviceId,
      deviceName: names.get(deviceId) ?? '',
      installedVersion,
      installDate,
    }))
    return { items, total: versions.reduce((sum, { installations }) => sum + installations, 0) }
  })
}

type Version = { id: string; version: string; installations: number }

async function readPage(db: Db, versions: readonly Version[], page: Page) {
  const { installations } = db.tables(softwareTables)
  const byProduct = new Map<string, { deviceId: string; installDate: string | null }[]>()
  for (const { productIds, skip, take } of readsOf(versions, page)) {
    const rows = await db
      .select({
        productId: installations.productId,
        deviceId: installations.deviceId,
        installDate: installations.installDate,
      })
      .from(installations)
      .where(inArray(installations.productId, productIds))
      .orderBy(asc(installations.productId), asc(installations.deviceId))
      .limit(take)
      .offset(skip)
    for (const { productId, ...row } of rows) byProduct.set(productId, [...(byProduct.get(productId) ?? []), row])
  }
  return versions.flatMap(({ id, version }) =>
    (byProduct.get(id) ?? []).map((row) => ({ ...row, installedVersion: version })),
  )
}

type Read = { productIds: string[]; skip: number; take: number }

/** What to read for a page: versions that are whole on it at once, and the first and last of it, which may be in part. */
function readsOf(versions: readonly Version[], { limit, offset }: Page): Read[] {
  const reads: Read[] = []
  const whole: string[] = []
  let skip = offset
  let left = limit
  for (const { id, installations } of versions) {
    const take = Math.min(left, Math.max(0, installations - skip))
    if (take > 0 && take === installations) whole.push(id)
    else if (take > 0) reads.push({ productIds: [id], skip, take })
    skip = Math.max(0, skip - installations)
    left -= take
  }
  return whole.length === 0 ? reads : [...reads, { productIds: whole, skip: 0, take: limit }]
}
