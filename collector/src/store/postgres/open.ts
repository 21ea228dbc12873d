import { OperatorError } from '@rollcall/shared/errors.ts'
import { Pool } from 'pg'
import type { Store } from '../store.ts'
import { Availability, type StoreListener } from '../unavailable.ts'
import { postgresOperatorError } from './errors.ts'
import { connectionsMax, createPostgresStore } from './store.ts'
import { statementMsMax } from './transaction.ts'

const connectMsMax = 10_000

export async function openPostgres(url: string, listener?: StoreListener): Promise<Store> {
  const where = addressOf(url)
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    // The server ends a statement first; this limit is for a server that is gone.
    query_timeout: statementMsMax + connectMsMax,
    application_name: 'rollcall',
  })
  // An idle connection was lost: the pool has dropped it, and the next use opens a new one.
  pool.on('error', () => undefined)
  try {
    const { rows } = await pool.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`)
    const encoding = rows[0]?.encoding
    if (encoding !== 'UTF8') {
      throw new OperatorError(`the database at ${where} has encoding ${encoding}: create it with ENCODING 'UTF8'`)
    }
    return createPostgresStore(pool, where, new Availability(listener))
  } catch (error) {
    await pool.end()
    throw postgresOperatorError(error, where) ?? error
  }
}

/** `host:port/database` for display: the URL has the password. */
function addressOf(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new OperatorError('the PostgreSQL URL is not of the form postgresql://user:password@host:5432/database')
  }
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`
}
