import { and, eq } from 'drizzle-orm'
import { holdersOfValue } from '../../device-records/find-candidates.ts'
import { reviewDuplicates } from '../../device-records/likely-duplicates.ts'
import type { LookupKey } from '../../matching/lookup-keys.ts'
import { bareSerialsIn } from '../../matching/serial-numbers.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Removes a value that no longer identifies anything from all devices of a site. Returns the devices last seen with it,
 * up to the maximum of candidates.
 */
export async function removeValue(tx: Tx, siteId: string, value: LookupKey): Promise<string[]> {
  const { deviceIdentifiers: ids } = tx.tables(deviceTables)
  const holders = (await holdersOfValue(tx, siteId, value)).map(({ deviceId }) => deviceId)
  const bare = [...bareSerialsIn([value])].map((each): LookupKey => ({ kind: 'bareSerial', value: each }))
  for (const removed of [value, ...bare])
    await tx.delete(ids).where(and(eq(ids.siteId, siteId), eq(ids.kind, removed.kind), eq(ids.value, removed.value)))
  await reviewDuplicates(tx, siteId, holders)
  return holders
}
