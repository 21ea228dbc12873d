import type { Software } from '@rollcall/shared/inventory/software.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { insertChunks, valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import type { ProductIds } from './products.ts'

/** Makes a device's installations what this list says; those that stay keep their firstSeen. */
export async function replaceInstallations(
  tx: Tx,
  deviceId: string,
  list: readonly Software[],
  products: ProductIds,
  now: string,
): Promise<void> {
  const { installations } = tx.tables(softwareTables)
  const wanted = new Map(
    list.flatMap((item) => {
      const id = products.of(item)
      return id === undefined ? [] : [[id, item] as const]
    }),
  )
  const stored = await tx
    .select({ productId: installations.productId })
    .from(installations)
    .where(eq(installations.deviceId, deviceId))
  const have = new Set(stored.map(({ productId }) => productId))
  for (const gone of valueChunks([...have].filter((id) => !wanted.has(id)))) {
    await tx
      .delete(installations)
      .where(and(eq(installations.deviceId, deviceId), inArray(installations.productId, gone)))
  }
  const rows = [...wanted]
    .filter(([id]) => !have.has(id))
    .map(([productId, { installDate }]) => ({
      deviceId,
      productId,
      installDate: installDate ?? null,
      firstSeen: now,
    }))
  for (const chunk of insertChunks(installations, rows)) await tx.insert(installations).values(chunk)
}
