import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import { inWords, raiseVersion } from './add-entries.ts'
import { findIgnoreEntry } from './list-entries.ts'

/** Deletes a pattern from the Ignore List. Matching devices return with their next scan or snapshot. */
export async function deleteIgnoreEntry(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  await ctx.store.write(async (tx) => {
    const entry = await findIgnoreEntry(tx, siteId, id)
    expects?.(entry)
    const { ignoreEntries } = tx.tables(ignoreListTables)
    await tx.delete(ignoreEntries).where(eq(ignoreEntries.id, entry.id))
    await raiseVersion(tx, siteId)
    const rows = [{ verb: 'Deleted' as const, entity: 'Ignore List', entityId: entry.id, from: inWords(entry) }]
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
  })
}
