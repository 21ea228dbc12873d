import { OperatorError } from '@rollcall/shared/errors.ts'
import { Pool, type PoolClient, type PoolConfig, type QueryResult, type QueryResultRow } from 'pg'

/** Connections to the primary of one or several servers. */
export type Servers = {
  /** Number of servers that the URL names. */
  readonly count: number
  /** Returns a connection to the primary. Rejects if no server is one now. */
  connect(): Promise<PoolClient>
  /** Runs a statement outside a transaction. */
  query<R extends QueryResultRow>(text: string): Promise<QueryResult<R>>
  end(): Promise<void>
}

const serversMax = 8

/**
 * Opens pools of connections to the servers of a URL. As in libpq, a URL may name several: `host1:5432,host2:5432`. Only
 * the primary is used. When it is lost, the others are asked until one of them was promoted.
 */
export function openServers(url: string, options: Omit<PoolConfig, 'connectionString'>): Servers {
  const pools = urlsOf(url).map((connectionString) => {
    const pool = new Pool({ ...options, connectionString })
    // An idle connection was lost: the pool has dropped it, and the next use opens a new one.
    pool.on('error', () => undefined)
    return pool
  })
  const checked = new WeakSet<PoolClient>()
  let current = 0

  const connectTo = async (pool: Pool) => {
    const client = await pool.connect()
    if (pools.length === 1 || checked.has(client)) return client
    try {
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
      if (rows[0]?.standby) throw Object.assign(new Error('it is a standby'), { code: cannotConnectNow })
    } catch (error) {
      client.release(true)
      throw error
    }
    checked.add(client)
    return client
  }

  const connect = async () => {
    let failure: unknown
    for (const _ of pools) {
      const index = current
      const pool = pools[index]
      try {
        if (pool) return await connectTo(pool)
      } catch (error) {
        failure = error
        // Unless another call has already moved on.
        if (current === index) current = (index + 1) % pools.length
      }
    }
    throw failure
  }

  return {
    count: pools.length,
    connect,
    async query<R extends QueryResultRow>(text: string) {
      const client = await connect()
      let lost: unknown
      try {
        return await client.query<R>(text)
      } catch (error) {
        lost = error
        throw error
      } finally {
        client.release(lost !== undefined)
      }
    },
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  }
}

/** SQLSTATE cannot_connect_now */
const cannotConnectNow = '57P03'

/** Returns a URL for each server of a URL. */
export function urlsOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  const urls = hosts.split(',').map((host) => start + host + rest)
  if (start === '' || urls.length > serversMax || !urls.every((each) => URL.canParse(each))) {
    throw new OperatorError(
      `the PostgreSQL URL is not of the form postgresql://user:password@host:5432/database, with up to ${serversMax} servers as host1:5432,host2:5432`,
    )
  }
  return urls
}
