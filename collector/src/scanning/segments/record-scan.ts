import { eq } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'

/** Records the time of a segment's last successful scan. */
export async function recordScan(tx: Tx, segmentId: string, at: string): Promise<void> {
  const { segments } = tx.tables(segmentTables)
  await tx.update(segments).set({ lastScan: at }).where(eq(segments.id, segmentId))
}

/** Returns the Auto tag of a segment, for the devices found on it. */
export async function getAutoTag(ctx: SystemContext, segmentId: string): Promise<string | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { segments } = db.tables(segmentTables)
    return db.select({ autoTagId: segments.autoTagId }).from(segments).where(eq(segments.id, segmentId))
  })
  return row?.autoTagId ?? undefined
}
