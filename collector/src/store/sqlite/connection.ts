import Database, { type Statement as Prepared } from 'better-sqlite3'
import type { RemoteCallback } from 'drizzle-orm/sqlite-proxy'
import type { Statement } from '../row-statements.ts'

/** Prepared statements that one connection keeps for reuse. The least recently used is dropped first. */
const statementsMax = 256

export type SqliteConnection = {
  database: Database.Database
  execute: RemoteCallback
  run(statement: Statement): void
  query(statement: Statement): unknown[][]
}

/** Time that SQLite waits for a lock of another process. This process is blocked during it, so it is short. */
export const busyTimeoutMs = 2_000

/** Runs Drizzle's statements on a connection, each prepared once. */
export function createConnection(file: string, options: { readonly: boolean }): SqliteConnection {
  const database = new Database(file, { ...options, timeout: busyTimeoutMs })
  const statements = new Map<string, Prepared<unknown[], unknown>>()

  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare<unknown[], unknown>(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    if (statements.size > statementsMax) {
      const [oldest] = statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
    }
    return statement
  }

  return {
    database,
    execute: async (sql, params: unknown[], method) => {
      const statement = prepared(sql)
      if (method === 'run') {
        statement.run(...params)
        return { rows: [] }
      }
      return { rows: statement.raw().all(...params) }
    },
    query: ({ sql, params }) => prepared(sql).raw().all(params) as unknown[][],
    run: ({ sql, params }) => {
      prepared(sql).run(params)
    },
  }
}
