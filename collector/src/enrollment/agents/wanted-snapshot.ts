import { eq } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'

/** Reports whether a snapshot of an agent is requested; undefined if its token has ended. */
export async function isSnapshotWanted(
  { store }: Pick<SystemContext, 'store'>,
  tokenHash: string,
): Promise<boolean | undefined> {
  const [row] = await store.read((db) => {
    const { agents } = db.tables(enrollmentTables)
    return db.select({ wantedAt: agents.snapshotWantedAt }).from(agents).where(eq(agents.tokenHash, tokenHash))
  })
  return row && row.wantedAt !== null
}
