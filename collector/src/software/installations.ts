import type { Software } from '@rollcall/shared/inventory/software.ts'
import { and, count, eq, inArray } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { among, valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { addToCounts, type Deltas } from './counts.ts'
import type { ProductIds } from './products.ts'

/** Makes the installations of each device what its list says; those that stay keep their firstSeen. */
export async function replaceInstallations(
  tx: Tx,
  lists: ReadonlyMap<string, readonly Software[]>,
  products: ProductIds,
  now: string,
): Promise<void> {
  const { installations } = tx.tables(softwareTables)
  const stored = await installedOn(tx, [...lists.keys()])
  const deltas: Deltas = new Map()
  const rows: (typeof installations.$inferInsert)[] = []
  for (const [deviceId, list] of lists) {
    const have = stored.get(deviceId) ?? new Set()
    const wanted = new Map(
      list.flatMap((item) => {
        const id = products.of(item)
        return id === undefined ? [] : [[id, item] as const]
      }),
    )
    const gone = [...have].filter((id) => !wanted.has(id))
    if (gone.length > 0) {
      await tx
        .delete(installations)
        .where(and(eq(installations.deviceId, deviceId), among(installations.productId, gone)))
    }
    for (const productId of gone) add(deltas, productId, -1)
    for (const [productId, { installDate }] of wanted) {
      if (have.has(productId)) continue
      rows.push({ deviceId, productId, installDate: installDate ?? null, firstSeen: now })
      add(deltas, productId, 1)
    }
  }
  await tx.insertRows(installations, rows)
  await addToCounts(tx, deltas, now)
}

/** For devices that are deleted, or whose installations are to be those of another: they have none now. */
export async function removeInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  const { installations } = tx.tables(softwareTables)
  const deltas: Deltas = new Map()
  for (const chunk of valueChunks(deviceIds)) {
    const ofDevices = inArray(installations.deviceId, chunk)
    const counted = await tx
      .select({ productId: installations.productId, n: count() })
      .from(installations)
      .where(ofDevices)
      .groupBy(installations.productId)
    for (const { productId, n } of counted) add(deltas, productId, -n)
    await tx.delete(installations).where(ofDevices)
  }
  await addToCounts(tx, deltas, now)
}

const add = (deltas: Deltas, productId: string, n: number) => deltas.set(productId, (deltas.get(productId) ?? 0) + n)

/** Ids of the products that each device has. */
async function installedOn(tx: Tx, deviceIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const { installations } = tx.tables(softwareTables)
  const found = new Map<string, Set<string>>()
  const rows = await tx
    .select({ deviceId: installations.deviceId, productId: installations.productId })
    .from(installations)
    .where(among(installations.deviceId, deviceIds))
  for (const { deviceId, productId } of rows) {
    const ofDevice = found.get(deviceId)
    if (ofDevice) ofDevice.add(productId)
    else found.set(deviceId, new Set([productId]))
  }
  return found
}
