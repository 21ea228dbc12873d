import { getTableName } from 'drizzle-orm'
import type { CreateRevision } from './revision.ts'

/** Creates no revision: under SERIALIZABLE a row that every writer changes would make them conflict. */
export const postgresRevision: CreateRevision = (name, of) => ({
  name,
  table: getTableName(of[0].table),
  ddl: '',
  query: undefined,
})
