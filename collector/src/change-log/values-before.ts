import { and, asc, eq, gt } from 'drizzle-orm'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db } from '../store/store.ts'

/**
 * Values, at a time, of the fields of a device's own record that were changed after it; null for none. Unchanged fields
 * are absent, and so are changes whose entries were deleted.
 */
export async function valuesBefore(db: Db, deviceId: string, at: string): Promise<Map<string, string | null>> {
  const { changes } = db.tables(changeTables)
  const rows = await db
    .select({ field: changes.field, from: changes.from })
    .from(changes)
    .where(
      and(
        eq(changes.deviceId, deviceId),
        eq(changes.entity, 'Device'),
        // Without entries of records that were merged into it.
        eq(changes.entityId, deviceId),
        eq(changes.verb, 'Modified'),
        gt(changes.timestamp, at),
      ),
    )
    .orderBy(asc(changes.timestamp), asc(changes.id))
  const values = new Map<string, string | null>()
  for (const { field, from } of rows) if (field !== null && !values.has(field)) values.set(field, from)
  return values
}
