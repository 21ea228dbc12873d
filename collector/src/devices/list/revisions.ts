import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'

/** They rise when devices come or go, are shown otherwise, or are known by something else; undefined on PostgreSQL. */
export async function deviceRevisions(db: Db): Promise<(number | undefined)[]> {
  const { deviceRevision, identifierRevision, stateRevision } = db.tables(deviceTables)
  return [
    await db.revisionOf(deviceRevision),
    await db.revisionOf(identifierRevision),
    await db.revisionOf(stateRevision),
  ]
}
