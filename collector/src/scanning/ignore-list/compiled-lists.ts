import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { eq } from 'drizzle-orm'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { compilePatterns } from './patterns.ts'
import { type Seen, seenValues } from './seen-values.ts'

/** What a site does not want in its inventory. */
type IgnoreList = {
  /** The entry that an observation matches, as `kind pattern`. */
  find(seen: Seen): string | undefined
}

export type IgnoreLists = {
  /** The site's list as of this transaction: of one that has not changed only its version is read. */
  of(db: Db, siteId: string): Promise<IgnoreList>
}

const empty: IgnoreList = { find: () => undefined }

/** Keeps the compiled list of each site by its version, which also another collector's change raises. */
export function createIgnoreLists(): IgnoreLists {
  const compiled = new Map<string, { version: number; list: IgnoreList }>()
  return {
    async of(db, siteId) {
      const { ignoreLists, ignoreEntries } = db.tables(ignoreListTables)
      const [current] = await db.rowsAmong(ignoreLists, [siteId], { key: 'siteId', columns: ['version'] })
      if (!current) return empty
      const known = compiled.get(siteId)
      if (known?.version === current.version) return known.list
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
