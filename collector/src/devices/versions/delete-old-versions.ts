import { and, eq, lt } from 'drizzle-orm'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/** Deletes versions that lists showed only before a time, at most `limit`. Returns their number. */
export async function deleteVersionsBefore(tx: Tx, siteId: string, before: string, limit: number): Promise<number> {
  const { deviceVersions: versions, deviceTagSpans: spans } = tx.tables(deviceHistoryTables)
  const { deviceId, from, until } = versions
  const old = await tx
    .select({ deviceId, from })
    .from(versions)
    .where(and(eq(versions.siteId, siteId), lt(until, before)))
    .limit(limit)
  await tx.deleteRows(versions, old, ['deviceId', 'from'])
  const deviceIds = old.map((row) => row.deviceId)
  await tx.delete(spans).where(and(among(spans.deviceId, deviceIds), lt(spans.until, before)))
  return old.length
}
