import { eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { forgetInstallations, readInstalled, removeInstallations, writeInstallations } from './installations.ts'
import { findInstallations } from './stored-installations.ts'

/** What is installed on a device, and since when: to be kept, and restored. */
type Kept = { productId: string; installDate: string | null; firstSeen: string }

export async function installationsOf(db: Db, deviceId: string): Promise<Kept[]> {
  const installed = (await readInstalled(db, [deviceId])).get(deviceId)
  if (!installed) return []
  const { softwareProducts } = db.tables(softwareTables)
  const found = findInstallations(db, installed.products, installed.device).as('found')
  return db
    .select({ productId: softwareProducts.id, installDate: found.installDate, firstSeen: found.firstSeen })
    .from(found)
    .innerJoin(softwareProducts, eq(softwareProducts.number, found.product))
}

/** Makes the installations of a device these alone. Products stay in the catalog, so that all of them are there. */
export async function restoreInstallations(
  tx: Tx,
  deviceId: string,
  kept: readonly Kept[],
  now: string,
): Promise<void> {
  if (kept.length === 0) return forgetInstallations(tx, [deviceId], now)
  const { softwareProducts } = tx.tables(softwareTables)
  const { id, number } = softwareProducts
  const numbers = await tx
    .select({ id, number })
    .from(softwareProducts)
    .where(
      among(
        id,
        kept.map(({ productId }) => productId),
      ),
    )
  const byId = new Map(kept.map(({ productId, ...since }) => [productId, since]))
  const wanted = new Map(
    numbers.flatMap((product) => {
      const found = byId.get(product.id)
      return found ? [[product.number, found] as const] : []
    }),
  )
  // Without those that it has now, so that each is there since the time that was kept.
  await removeInstallations(tx, [deviceId], now)
  await writeInstallations(tx, new Map([[deviceId, wanted]]), now)
}
