import { eq } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import type { Db, Tx } from '../store/store.ts'
import { addToCounts } from './counts.ts'
import { removeInstallations } from './installations.ts'

/** What is installed on a device, and since when: to be kept, and restored. */
type Kept = { productId: string; installDate: string | null; firstSeen: string }

export async function installationsOf(db: Db, deviceId: string): Promise<Kept[]> {
  const { installations } = db.tables(softwareTables)
  const { productId, installDate, firstSeen } = installations
  return db
    .select({ productId, installDate, firstSeen })
    .from(installations)
    .where(eq(installations.deviceId, deviceId))
}

/** Makes the installations of a device these alone. Products stay in the catalog, so that all of them are there. */
export async function restoreInstallations(
  tx: Tx,
  deviceId: string,
  kept: readonly Kept[],
  now: string,
): Promise<void> {
  const { installations } = tx.tables(softwareTables)
  await removeInstallations(tx, [deviceId], now)
  await tx.insertRows(
    installations,
    kept.map((row) => ({ ...row, deviceId })),
  )
  await addToCounts(tx, new Map(kept.map(({ productId }) => [productId, 1])), now)
}
