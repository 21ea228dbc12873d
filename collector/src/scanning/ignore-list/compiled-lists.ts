import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { and, eq } from 'drizzle-orm'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { comparable, compilePatterns } from './patterns.ts'
import { type Seen, seenValues } from './seen-values.ts'

/** A site's Ignore List, compiled. */
type IgnoreList = {
  /** Returns the entry that an observation matches, as `kind pattern`. */
  find(seen: Seen): string | undefined
}

export type IgnoreLists = {
  /** Returns the site's list in this transaction. For an unchanged list only its version is read. */
  of(db: Db, siteId: string): Promise<IgnoreList>
}

const empty: IgnoreList = { find: () => undefined }

/** Caches the compiled list of each site by its version, which a change by another collector raises too. */
export function createIgnoreLists(): IgnoreLists {
  const compiled = new Map<string, { version: number; list: IgnoreList }>()
  return {
    async of(db, siteId) {
      const { ignoreLists, ignoreEntries } = db.tables(ignoreListTables)
      const [current] = await db.rowsAmong(ignoreLists, [siteId], { key: 'siteId', columns: ['version'] })
      if (!current) return empty
      const cached = compiled.get(siteId)
      if (cached?.version === current.version) return cached.list
      const entries = await db
        .select({ kind: ignoreEntries.kind, patternKey: ignoreEntries.patternKey })
        .from(ignoreEntries)
        .where(eq(ignoreEntries.siteId, siteId))
      const list = compile(entries)
      compiled.set(siteId, { version: current.version, list })
      return list
    },
  }
}

function compile(entries: readonly { kind: IgnoreKind; patternKey: string }[]): IgnoreList {
  const byKind = Map.groupBy(entries, ({ kind }) => kind)
  const sets = [...byKind].map(
    ([kind, ofKind]) => [kind, compilePatterns(ofKind.map(({ patternKey }) => patternKey))] as const,
  )
  return {
    find(seen) {
      for (const [kind, patterns] of sets) {
        for (const value of seenValues(kind, seen)) {
          const pattern = patterns.find(value)
          if (pattern !== undefined) return `${kind} ${pattern}`
        }
      }
      return undefined
    },
  }
}

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
