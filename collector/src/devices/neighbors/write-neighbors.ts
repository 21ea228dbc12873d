import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { announcedNeighbors, type NetworkLinks } from './announced-neighbors.ts'

/**
 * Writes the announced neighbors of each device's network, in the device's own order. Only differences are written:
 * links go up and down with each observation, but neighbors hardly ever change.
 */
export async function writeAnnounced(tx: Tx, byDevice: ReadonlyMap<string, NetworkLinks>): Promise<void> {
  if (byDevice.size === 0) return
  const { deviceNeighbors } = tx.tables(deviceTables)
  const rows = await tx
    .select()
    .from(deviceNeighbors)
    .where(among(deviceNeighbors.deviceId, [...byDevice.keys()]))
  const stored = Map.groupBy(rows, ({ deviceId }) => deviceId)
  const differing: typeof rows = []
  for (const [deviceId, network] of byDevice) {
    const found = announcedNeighbors(network).map((neighbor, position) => ({ deviceId, position, ...neighbor }))
    const before = new Map(stored.get(deviceId)?.map((row) => [row.position, row]))
    differing.push(...found.filter((row) => !isDeepStrictEqual(row, before.get(row.position))))
    if (before.size > found.length) {
      await tx
        .delete(deviceNeighbors)
        .where(and(eq(deviceNeighbors.deviceId, deviceId), gte(deviceNeighbors.position, found.length)))
    }
  }
  await tx.upsertRows(deviceNeighbors, differing, {
    target: ['deviceId', 'position'],
    set: ['port', 'protocol', 'name', 'description', 'address', 'network'],
  })
}
