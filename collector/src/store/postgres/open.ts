import { counted } from '@rollcall/shared/counted.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { ReadingStore, Store } from '../store.ts'
import { Availability, type StoreListener } from '../unavailable.ts'
import { postgresOperatorError } from './errors.ts'
import { openServers, type Servers, urlsOf } from './servers.ts'
import { connectionsMax, createPostgresStore, readersMax } from './store.ts'
import { answerMsMax } from './transaction.ts'

const connectMsMax = 10_000
const minuteMs = 60_000
/** Limit of the difference between the clocks of a collector and of the server. */
const clockMsMax = minuteMs

export const openPostgres = (url: string, listener?: StoreListener): Promise<Store> =>
  open(url, connectionsMax, listener, assertSameClock)

/** Opens a database for reads alone, with as many connections as a store uses for reads. */
export const openPostgresForReads = (url: string, listener?: StoreListener): Promise<ReadingStore> =>
  open(url, readersMax, listener)

async function open(
  url: string,
  max: number,
  listener: StoreListener | undefined,
  check?: (servers: Servers, where: string) => Promise<void>,
): Promise<Store> {
  const where = addressesOf(url)
  const servers = openPool(url, max)
  try {
    const { rows } = await servers.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`)
    const encoding = rows[0]?.encoding
    if (encoding !== 'UTF8') {
      throw new OperatorError(`the database at ${where} has encoding ${encoding}: create it with ENCODING 'UTF8'`)
    }
    await check?.(servers, where)
    return createPostgresStore(servers, where, new Availability(listener))
  } catch (error) {
    await servers.end()
    throw postgresOperatorError(error, where) ?? error
  }
}

/**
 * Rejects if the clock of this machine is wrong. Collectors that share a database compare their times there: one with a
 * clock ahead would take over work that another one is doing.
 */
async function assertSameClock(servers: Servers, where: string): Promise<void> {
  const { rows } = await servers.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  const aheadMs = Date.now() - (rows[0]?.ms ?? 0)
  if (Math.abs(aheadMs) <= clockMsMax) return
  const difference = `${counted(Math.round(Math.abs(aheadMs) / minuteMs), 'minute')} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  throw new OperatorError(
    `the clock of this machine is ${difference} the clock of PostgreSQL at ${where}: synchronize both machines by NTP`,
  )
}

/** Creates the connections of a store. They open when they are first used. */
export const openPool = (url: string, max = connectionsMax) =>
  openServers(url, {
    max,
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    // Statements of a transaction that do not wait for one another are sent together.
    pipeline: true,
    query_timeout: answerMsMax,
    application_name: 'rollcall',
  })

/** `host:port/database` of each server for display: the URL has the password. */
const addressesOf = (url: string): string =>
  urlsOf(url)
    .map((each) => new URL(each))
    .map(({ hostname, port, pathname }) => `${hostname || 'localhost'}:${port || '5432'}${pathname}`)
    .join(' and ')
