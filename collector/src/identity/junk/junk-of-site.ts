import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { keyOf } from '../../matching/lookup-keys.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Evidence that is junk on this site. For a site without junk values only its version is queried. */
export async function junkAmong(db: Db, siteId: string, evidence: readonly Evidence[]): Promise<ReadonlySet<string>> {
  const { identityJunk: junk } = db.tables(identityTables)
  if ((await junkVersion(db, siteId)) === undefined) return none
  const values = [...new Set(evidence.map(({ value }) => value))]
  const rows = await db
    .select({ kind: junk.kind, value: junk.value })
    .from(junk)
    .where(and(eq(junk.siteId, siteId), among(junk.value, values), ne(junk.origin, 'allowed')))
  return new Set(rows.map(keyOf))
}

/** Version of a site's junk list. undefined if the site has none. */
export async function junkVersion(db: Db, siteId: string): Promise<number | undefined> {
  const { identityJunkLists: lists } = db.tables(identityTables)
  const [list] = await db.rowsAmong(lists, [siteId], { key: 'siteId', columns: ['version'] })
  return list?.version
}

const none: ReadonlySet<string> = new Set()

export const withoutJunk = (evidence: readonly Evidence[], junk: ReadonlySet<string>): readonly Evidence[] =>
  junk.size === 0 ? evidence : evidence.filter((item) => !junk.has(keyOf(item)))

/** Records a change of a site's list. */
export async function raiseVersion(tx: Tx, siteId: string): Promise<void> {
  const { identityJunkLists: lists } = tx.tables(identityTables)
  await tx
    .insert(lists)
    .values({ siteId, version: 1 })
    .onConflictDoUpdate({ target: lists.siteId, set: { version: sql`${lists.version} + 1` } })
}
