import { sql } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'

/** Warns in the log if the database has no index for `q`. */
export async function warnOfSlowSearch(ctx: SystemContext): Promise<void> {
  const [found] = await ctx.store.read((db) =>
    db.select({ isThere: db.tables(deviceTables).deviceSearch.isThere }).from(sql`(select 1) as one`),
  )
  if (found?.isThere) return
  ctx.log.warn(
    'device search reads every device because PostgreSQL has no pg_trgm: install it (Debian: postgresql-contrib), then run "CREATE EXTENSION pg_trgm; CREATE INDEX devices_search ON devices USING gin (search_text gin_trgm_ops)" in the database',
  )
}
