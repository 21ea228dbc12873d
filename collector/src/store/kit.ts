import { postgresBuilders } from './kit/postgres.ts'
import { type SchemaBuilders, sqliteBuilders } from './kit/sqlite.ts'

export type Engine = 'sqlite' | 'postgres'

/** Defines the tables of one feature. Called once for each kit: always by `kit.tables` or `store.tables`. */
export type TableFactory<T> = (kit: Kit) => T

/**
 * What a table is defined with, whatever the engine:
 *
 *     export const deviceTables = (kit: Kit) => ({
 *       devices: kit.table(
 *         'devices',
 *         {
 *           id: kit.text('id').primaryKey(),
 *           siteId: kit.text('site_id').notNull().references(() => kit.tables(siteTables).sites.id),
 *           lastSeen: kit.time('last_seen'),
 *         },
 *         (t) => [kit.index('devices_site').on(t.siteId)],
 *       ),
 *     })
 *
 * Typed as SQLite's; `./kit/sqlite.ts` says what each column stores and takes.
 */
export interface Kit extends SchemaBuilders {
  readonly engine: Engine
  /** The tables of a factory: the same objects at every call. */
  tables<T>(factory: TableFactory<T>): T
}

export function createKit(engine: Engine): Kit {
  const known = new Map<TableFactory<unknown>, unknown>()
  const kit: Kit = {
    ...(engine === 'sqlite' ? sqliteBuilders : postgresBuilders),
    engine,
    tables<T>(factory: TableFactory<T>): T {
      if (!known.has(factory)) known.set(factory, factory(kit))
      return known.get(factory) as T
    },
  }
  return kit
}
