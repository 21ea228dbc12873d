import { getTableName, sql } from 'drizzle-orm'
import type { TallyMaker } from './tally.ts'

/**
 * Counted when it is asked for: under SERIALIZABLE a counter would put all writers in each other's way. The rows of
 * the index are all that is looked at.
 */
export const postgresTally: TallyMaker = (name, by) => ({
  name,
  table: getTableName(by[0].table),
  ddl: '',
  groups: (where) => sql`(select 1 as n from ${by[0].table}${where && sql` where ${where}`}) as counted`,
  total: sql<number>`count(*)`.mapWith(Number),
})
