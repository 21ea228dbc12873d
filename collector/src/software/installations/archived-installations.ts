import { eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db, Tx } from '../../store/store.ts'
import { deleteDeviceInstallations, removeInstallations, writeInstallations } from './installations.ts'
import { readInstalled } from './read-installed.ts'
import { findInstallations } from './stored-installations.ts'

/** An installation of an archived device, to be restored with it. */
type ArchivedInstallation = { productId: string; installDate: string | null; firstSeen: string }

export async function installationsOf(db: Db, deviceId: string): Promise<ArchivedInstallation[]> {
  const installed = (await readInstalled(db, [deviceId])).get(deviceId)
  if (!installed) return []
  const { softwareProducts } = db.tables(softwareTables)
  const found = findInstallations(db, installed.products, installed.device).as('found')
  return db
    .select({ productId: softwareProducts.id, installDate: found.installDate, firstSeen: found.firstSeen })
    .from(found)
    .innerJoin(softwareProducts, eq(softwareProducts.number, found.product))
}

/** Replaces the installations of a device. Their products are still in the catalog. */
export async function restoreInstallations(
  tx: Tx,
  deviceId: string,
  archived: readonly ArchivedInstallation[],
  now: string,
): Promise<void> {
  if (archived.length === 0) return deleteDeviceInstallations(tx, [deviceId], now)
  const { softwareProducts } = tx.tables(softwareTables)
  const ids = archived.map(({ productId }) => productId)
  const numbers = await tx.rowsAmong(softwareProducts, ids, { key: 'id', columns: ['id', 'number'] })
  const byId = new Map(archived.map(({ productId, ...since }) => [productId, since]))
  const wanted = new Map(
    numbers.flatMap((product) => {
      const found = byId.get(product.id)
      return found ? [[product.number, found] as const] : []
    }),
  )
  // Removes the current installations first, so that each gets its archived first-seen time.
  await removeInstallations(tx, [deviceId], now)
  await writeInstallations(tx, new Map([[deviceId, { put: wanted }]]), now)
}
