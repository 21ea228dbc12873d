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
  groups: sql`${by[0].table}`,
  total: sql<number>`count(*)`.mapWith(Number),
})
