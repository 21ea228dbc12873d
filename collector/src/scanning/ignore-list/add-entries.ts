import { type IgnoreEntry, type IgnoreKind, ignoreEntriesMax } from '@rollcall/shared/api/ignore-list.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { count, eq, sql } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import { insertChunks } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { patternKeyOf } from './patterns.ts'

type NewEntry = { kind: IgnoreKind; pattern: string; reason: string | null }

/**
 * Adds patterns to the site's Ignore List in a transaction. Returns the new ones; throws `ignore_list_full` if there is
 * no room.
 */
export async function addEntries(ctx: Context, tx: Tx, wanted: readonly NewEntry[]): Promise<IgnoreEntry[]> {
  const { ignoreEntries } = tx.tables(ignoreListTables)
  const origin = { createdAt: nowOf(ctx), createdBy: ctx.actor.name }
  const rows = wanted.flatMap((entry) => {
    const patternKey = patternKeyOf(entry.kind, entry.pattern)
    return patternKey === undefined ? [] : [{ id: newId(), siteId: ctx.siteId, ...entry, patternKey, ...origin }]
  })
  const added: IgnoreEntry[] = []
  for (const chunk of insertChunks(ignoreEntries, rows)) {
    const inserted = await tx.insert(ignoreEntries).values(chunk).onConflictDoNothing().returning()
    for (const { siteId: _, patternKey: __, ...entry } of inserted) added.push(entry)
  }
  if (added.length === 0) return added
  const [entries] = await tx.select({ n: count() }).from(ignoreEntries).where(eq(ignoreEntries.siteId, ctx.siteId))
  if ((entries?.n ?? 0) > ignoreEntriesMax) {
    throw new DomainError('ignore_list_full', `The Ignore List of a site can have at most ${ignoreEntriesMax} entries.`)
  }
  await raiseVersion(tx, ctx.siteId)
  await recordChanges(tx, {
    siteId: ctx.siteId,
    actor: ctx.actor,
    timestamp: origin.createdAt,
    rows: added.map(({ id, ...entry }) => ({ verb: 'Added', entity: 'Ignore List', entityId: id, to: inWords(entry) })),
  })
  return added
}

export async function raiseVersion(tx: Tx, siteId: string): Promise<void> {
  const { ignoreLists } = tx.tables(ignoreListTables)
  await tx
    .insert(ignoreLists)
    .values({ siteId, version: 1 })
    .onConflictDoUpdate({ target: ignoreLists.siteId, set: { version: sql`${ignoreLists.version} + 1` } })
}

export const inWords = ({ kind, pattern }: Pick<IgnoreEntry, 'kind' | 'pattern'>): string => `${kind} ${pattern}`
