import { getTableName } from 'drizzle-orm'
import type { RevisionMaker } from './revision.ts'

/** None: under SERIALIZABLE one row that every writer changes would put them in each other's way. */
export const postgresRevision: RevisionMaker = (name, of) => ({
  name,
  table: getTableName(of[0].table),
  ddl: '',
  query: undefined,
})
