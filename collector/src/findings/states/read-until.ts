import { and, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { findingTables } from '../../store/schema/findings.ts'
import type { Db } from '../../store/store.ts'

/** Time up to which the caller has read the site's findings; undefined if the caller has read none. */
export async function readUntil(db: Db, { siteId, actor }: Context): Promise<string | undefined> {
  const { findingReaders: readers } = db.tables(findingTables)
  const [row] = await db
    .select({ readUntil: readers.readUntil })
    .from(readers)
    .where(and(eq(readers.siteId, siteId), eq(readers.readerId, actor.id)))
  return row?.readUntil
}

/** Records that the caller has read the findings raised up to a time. It never moves back. */
export async function recordRead(ctx: Context, { until }: { until: string }): Promise<void> {
  const now = ctx.clock.now()
  const time = new Date(Math.min(Date.parse(until), now.getTime())).toISOString()
  await ctx.store.write(async (tx) => {
    const before = await readUntil(tx, ctx)
    if (before !== undefined && before >= time) return
    const { findingReaders: readers } = tx.tables(findingTables)
    await tx.upsertRows(readers, [{ siteId: ctx.siteId, readerId: ctx.actor.id, readUntil: time }], {
      target: ['siteId', 'readerId'],
      set: ['readUntil'],
    })
  })
}
