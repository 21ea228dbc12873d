import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'
import type { Store } from './store.ts'

/** `url` as libpq's: `postgresql://user:password@host:5432/database`. */
export type StoreOptions = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** Opens the database; an OperatorError says what is wrong with it. The schema is `migrate`'s. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return options.engine === 'sqlite' ? openSqlite(options.file) : openPostgres(options.url)
}
