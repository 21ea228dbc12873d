import type { Owner } from '@rollcall/shared/api/view.ts'
import { and, eq } from 'drizzle-orm'
import { reportTables } from '../store/schema/reports.ts'
import { viewTables } from '../store/schema/views.ts'
import type { Tx } from '../store/store.ts'

/**
 * Ends the ownership of a user or App registration that is being deleted, on every site. Shared views stay without an
 * owner; nobody else could use the private ones, so they are deleted. Reports pause. `now` is an RFC 3339 time.
 */
export async function releaseOwner(tx: Tx, { kind, id }: Pick<Owner, 'kind' | 'id'>, now: string): Promise<void> {
  const { views } = tx.tables(viewTables)
  const isOwned = and(eq(views.ownerKind, kind), eq(views.ownerId, id))
  await tx.delete(views).where(and(isOwned, eq(views.shared, false)))
  await tx.update(views).set({ ownerId: null }).where(isOwned)
  const { reports } = tx.tables(reportTables)
  await tx
    .update(reports)
    .set({ ownerId: null, pausedReason: 'owner_deleted', pausedSince: now, nextRun: null })
    .where(and(eq(reports.ownerKind, kind), eq(reports.ownerId, id)))
}
