import { and } from 'drizzle-orm'
import { changeTables, isSoftware } from '../store/schema/change-log.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Selects the products that the change log names. */
export async function withSoftwareChanges(db: Db, productIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (productIds.length === 0) return new Set()
  const { changes } = db.tables(changeTables)
  const rows = await db
    .selectDistinct({ id: changes.entityId })
    .from(changes)
    .where(and(among(changes.entityId, productIds), isSoftware(changes.entity)))
  return new Set(rows.map(({ id }) => id))
}
