import { getTableName, sql } from 'drizzle-orm'
import type { CreateTally } from './tally.ts'

/** Counts on demand: under SERIALIZABLE a counter would make all writers conflict. Only rows of the index are read. */
export const postgresTally: CreateTally = (name, by) => ({
  name,
  table: getTableName(by[0].table),
  ddl: '',
  groups: sql`${by[0].table}`,
  total: sql<number>`count(*)`.mapWith(Number),
})
