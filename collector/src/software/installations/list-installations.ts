import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Installation } from '@rollcall/shared/api/software.ts'
import { asc } from 'drizzle-orm'
import { deviceNames } from '../../device-records/device-names.ts'
import { shownReadingsOf } from '../../device-records/device-states.ts'
import type { Context } from '../../lib/context.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { requireSubject, versionsOf } from '../catalog/subject.ts'
import { later } from './last-seen.ts'
import { findInstallations, type InstallationRow } from './stored-installations.ts'

/**
 * Lists the devices with a product, in the order in which their software was first recorded; for a name group version
 * by version. This is the order of the tables, and the counts tell which versions a page covers, so the last page costs
 * no more than the first.
 */
export async function listInstallations(ctx: Context, id: string, page: Page): Promise<List<Installation>> {
  return ctx.store.read(async (db) => {
    const { kind, nameId, record } = await requireSubject(db, ctx.siteId, id)
    const versions = (await versionsOf(db, nameId)).filter((version) => kind === 'name' || version.id === record.id)
    const rows = await readPage(db, versions, page)
    const deviceIds = [...new Set(rows.map(({ deviceId }) => deviceId))]
    const names = await deviceNames(db, deviceIds)
    const readings = await shownReadingsOf(db, deviceIds, 'software')
    const items = rows.map((row) => ({
      ...row,
      deviceName: names.get(row.deviceId) ?? '',
      lastSeen: later(readings.get(row.deviceId)?.auditDate, row.firstSeen),
    }))
    return { items, total: versions.reduce((sum, { installations }) => sum + installations, 0) }
  })
}

type Version = { id: string; number: number; version: string; installations: number }
type Row = Omit<Installation, 'deviceName' | 'lastSeen'>

async function readPage(db: Db, versions: readonly Version[], page: Page): Promise<Row[]> {
  const { product, device } = db.tables(softwareTables).installations
  const found: InstallationRow[] = []
  for (const { products, skip, take } of readsOf(versions, page)) {
    const inOrder = findInstallations(db, products).orderBy(asc(product), asc(device))
    found.push(...(await inOrder.limit(take).offset(skip)))
  }
  const deviceIds = await idsOf(
    db,
    found.map((row) => row.device),
  )
  const byProduct = Map.groupBy(found, (row) => row.product)
  return versions.flatMap(({ id: productId, number, version: installedVersion }) =>
    (byProduct.get(number) ?? []).map((row) => ({
      deviceId: deviceIds.get(row.device) ?? '',
      productId,
      installedVersion,
      installDate: row.installDate,
      firstSeen: row.firstSeen,
    })),
  )
}

async function idsOf(db: Db, devices: readonly number[]): Promise<Map<number, string>> {
  const { installedLists } = db.tables(softwareTables)
  const { device, deviceId } = installedLists
  const rows = await db.select({ device, deviceId }).from(installedLists).where(among(device, devices))
  return new Map(rows.map((row) => [row.device, row.deviceId]))
}

type Read = { products: number[]; skip: number; take: number }

/**
 * Plans the reads of a page: all versions entirely on the page at once, and the first and last one, which may be
 * partial.
 */
function readsOf(versions: readonly Version[], { limit, offset }: Page): Read[] {
  const reads: Read[] = []
  const whole: number[] = []
  let skip = offset
  let left = limit
  for (const { number, installations } of versions) {
    const take = Math.min(left, Math.max(0, installations - skip))
    if (take > 0 && take === installations) whole.push(number)
    else if (take > 0) reads.push({ products: [number], skip, take })
    skip = Math.max(0, skip - installations)
    left -= take
  }
  return whole.length === 0 ? reads : [...reads, { products: whole, skip: 0, take: limit }]
}
