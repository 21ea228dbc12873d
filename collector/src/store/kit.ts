import { postgresBuilders } from './kit/postgres.ts'
import { type SchemaBuilders, sqliteBuilders } from './kit/sqlite.ts'

export type Engine = 'sqlite' | 'postgres'

/** Defines the tables of one feature. Called once for each kit: always by `kit.tables` or `store.tables`. */
export type TableFactory<T> = (kit: Kit) => T

/**
 * Builders for table definitions that work with both engines:
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
 * The types are SQLite's. `./kit/sqlite.ts` describes the stored form of each column type.
 */
export interface Kit extends SchemaBuilders {
  readonly engine: Engine
  /** The tables of a factory: the same objects at every call. */
  tables<T>(factory: TableFactory<T>): T
}

export function createKit(engine: Engine): Kit {
  const created = new Map<TableFactory<unknown>, unknown>()
  const kit: Kit = {
    ...(engine === 'sqlite' ? sqliteBuilders : postgresBuilders),
    engine,
    tables<T>(factory: TableFactory<T>): T {
      if (!created.has(factory)) created.set(factory, factory(kit))
      return created.get(factory) as T
    },
  }
  return kit
}
