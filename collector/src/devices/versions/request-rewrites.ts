import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/** A device with new information about the past, and the earliest time it may affect. */
type Wanted = { deviceId: string; from: string }

/**
 * Requests that devices' versions are derived from their snapshots again: soon, or when a list as of then is requested.
 */
export async function requestRewrites(tx: Tx, siteId: string, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return
  const { deviceRewrites: rewrites } = tx.tables(deviceHistoryTables)
  const deviceIds = wanted.map(({ deviceId }) => deviceId)
  const waiting = await tx.select().from(rewrites).where(among(rewrites.deviceId, deviceIds))
  const earliest = new Map<string, string>()
  for (const { deviceId, from } of [...waiting, ...wanted]) {
    const before = earliest.get(deviceId)
    if (before === undefined || from < before) earliest.set(deviceId, from)
  }
  const rows = [...earliest].map(([deviceId, from]) => ({ deviceId, siteId, from }))
  await tx.upsertRows(rewrites, rows, { target: ['deviceId'], set: ['from'] })
}
