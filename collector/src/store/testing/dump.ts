import { getTableName, is, Table } from 'drizzle-orm'
import { allTables } from '../schema/all.ts'
import type { Store } from '../store.ts'

/** For tests: every row of every table but the counters of calls, in one order. */
export function dumpOf(store: Store): Promise<Record<string, string[]>> {
  return store.read(async (db) => {
    const dump: Record<string, string[]> = {}
    for (const table of allTables.flatMap((factory) => Object.values(db.tables(factory)))) {
      if (!is(table, Table) || getTableName(table).startsWith('quota_')) continue
      const rows = await db.select().from(table as never)
      dump[getTableName(table)] = (rows as object[]).map((row) => JSON.stringify(row)).sort()
    }
    return dump
  })
}
