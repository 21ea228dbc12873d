import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { and, eq } from 'drizzle-orm'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { comparable, compilePatterns } from './patterns.ts'

/** Creates a check whether a value is on the site's Ignore List, for values that come from no observation. */
export async function readPatterns(db: Db, siteId: string, kind: IgnoreKind): Promise<(value: string) => boolean> {
  const { ignoreEntries } = db.tables(ignoreListTables)
  const entries = await db
    .select({ patternKey: ignoreEntries.patternKey })
    .from(ignoreEntries)
    .where(and(eq(ignoreEntries.siteId, siteId), eq(ignoreEntries.kind, kind)))
  const patterns = compilePatterns(entries.map(({ patternKey }) => patternKey))
  return (value) => patterns.find(comparable(kind, value)) !== undefined
}
