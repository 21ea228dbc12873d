import { setImmediate } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/pg-proxy'
import type { PoolClient, QueryConfig, QueryResultRow } from 'pg'
import type { CountCache } from '../count-cache.ts'
import { errorCode } from '../errors.ts'
import type { Kit } from '../kit.ts'
import type { Revision } from '../revision/revision.ts'
import { rowVerbs } from '../row-statements.ts'
import type { TransactionScope } from '../scope.ts'
import type { Tx, WriteTurn } from '../store.ts'
import { idleTooLongCode, isReadOnly } from './errors.ts'
import { postgresRowStatements } from './row-statements.ts'

/** Time after which the server ends a statement. */
export const statementMsMax = 60_000
/** Time after which a statement is given up: a server that is there has ended it before. */
export const answerMsMax = statementMsMax + 10_000
/** Time after which the server ends a transaction that waits for its next statement. */
const idleInTransactionMsMax = 10_000

const limits = `SET LOCAL statement_timeout = ${statementMsMax}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMsMax}`

/**
 * Settings of the planner for many short statements on solid-state disks. Compiling a statement takes longer than the
 * statement itself, and processes that help one caller are missing for the others.
 */
const planner = 'SET LOCAL jit = off; SET LOCAL random_page_cost = 1.1; SET LOCAL max_parallel_workers_per_gather = 0'

/** Numbers of the locks of turns and of all writes, beside that of the migrations: the same in every version. */
const turnLocks: Record<WriteTurn, number> = { ingest: 7_265_617_002 }
const writesLock = 7_265_617_003

/**
 * Isolation levels. Writes are SERIALIZABLE because a verb is written once: on SQLite writers never overlap, and only
 * this level gives the same promise if several collectors share one database. READ COMMITTED would let two of them each
 * find no device with some serial number, and each create it. A read sees one moment, and never conflicts.
 */
const begin = {
  write: `BEGIN ISOLATION LEVEL SERIALIZABLE; ${limits}; ${planner}; SELECT pg_advisory_xact_lock_shared(${writesLock})`,
  aloneWrite: `BEGIN ISOLATION LEVEL SERIALIZABLE; ${limits}; ${planner}`,
  read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}; ${planner}`,
  counter: `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off; ${limits}`,
}

/** The locks of a collector whose machine is lost or frozen outside the transaction end as its transaction would. */
const takeLocks = (locks: number[]) =>
  [
    `SET idle_session_timeout = ${idleInTransactionMsMax}`,
    ...locks.map((lock) => `SELECT pg_advisory_lock(${lock})`),
  ].join('; ')
const returnLocks = 'SELECT pg_advisory_unlock_all(); RESET idle_session_timeout'

/** Parts of a store that its transactions share. */
type Shared = { tables: Kit['tables']; counts: CountCache }

/**
 * Runs `fn` in one transaction: a write that `isAlone` while no other write runs, in all collectors of the database. The
 * error of a failed statement is `scope.failure`, whatever `fn` made of it.
 */
export async function runTransaction<R>(
  client: PoolClient,
  scope: TransactionScope,
  shared: Shared,
  fn: (tx: Tx) => PromiseLike<R>,
  { turn, isAlone }: { turn: WriteTurn | undefined; isAlone: boolean },
): Promise<R> {
  let lost: Error | undefined
  const onError = (error: Error) => {
    lost = error
    if (errorCode(error) === idleTooLongCode) {
      scope.cancel(
        new Error(
          `a ${scope.kind} transaction waited ${idleInTransactionMsMax} ms for something other than its statements`,
        ),
      )
    }
  }
  client.on('error', onError)
  // A turn comes first: who waits for one must not keep other writes waiting.
  const locks = [...(turn ? [turnLocks[turn]] : []), ...(isAlone ? [writesLock] : [])]
  const onLost = (failure: Error) => {
    lost ??= failure
  }
  /** End of a read, on which nothing depends. */
  let end: Promise<unknown> = Promise.resolve()
  try {
    // Taken before the transaction, which would otherwise see nothing of the one that it waits for.
    if (locks.length > 0) await client.query(takeLocks(locks))
    const begun = scope.statement(() => client.query(begin[isAlone ? 'aloneWrite' : scope.kind]))
    begun.catch(() => undefined)
    // A read sends its first statement together with BEGIN. What others write would stay if only BEGIN failed.
    if (scope.kind !== 'read') await begun
    const result = await scope.run(() => fn(createTx(client, scope, shared)))
    await begun
    const ended = client.query('COMMIT')
    if (scope.kind === 'read') end = ended.catch(onLost)
    else await ended
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(onLost)
    // The server became a standby: the next connection is to the new primary.
    if (scope.kind !== 'read' && isReadOnly(scope.failure)) lost ??= new Error('the server accepts no writes')
    throw error
  } finally {
    // Given back with the connection if that is lost.
    if (locks.length > 0 && !lost) await client.query(returnLocks).catch(onLost)
    void end.then(() => {
      client.off('error', onError)
      client.release(lost)
    })
  }
}

/** Types PostgreSQL's Drizzle as SQLite's: the builders are used alike, and the store's tests run on both. */
function createTx(client: PoolClient, scope: TransactionScope, { tables, counts }: Shared): Tx {
  let inFlight = 0
  /** Sends a statement. The server runs those that are sent together one after the other, so each has a later limit. */
  const execute = <R extends QueryResultRow>(query: QueryConfig & { rowMode?: 'array' }) =>
    scope.statement(async () => {
      inFlight += 1
      const limited: QueryConfig & { query_timeout: number } = { ...query, query_timeout: inFlight * answerMsMax }
      try {
        return await client.query<R>(limited)
      } finally {
        inFlight -= 1
      }
    })
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await execute<unknown[]>({ text, values, rowMode: 'array' })).rows
  const db = drizzle(async (text, values: unknown[], method) =>
    method === 'all' ? { rows: await rowsOf(text, values) } : execute({ text, values }),
  )
  const verbsOfRows = rowVerbs(
    postgresRowStatements,
    async (statements) => {
      for (const { sql, params } of statements) await execute({ text: sql, values: params })
    },
    ({ sql, params }) => rowsOf(sql, params),
  )
  const revisionOf = async ({ query }: Revision) => {
    const [row] = query === undefined ? [] : await rowsOf(query)
    return row?.[0] == null ? undefined : Number(row[0])
  }
  const cachedCount: Tx['cachedCount'] = async (revisions, key, count) => {
    if (scope.kind !== 'read') return count()
    // A promoted standby may lack the last commits, and reach their revisions again with other rows.
    const startTime = rowsOf('SELECT pg_postmaster_start_time()::text')
    const [[server], ...numbers] = await Promise.all([startTime, ...revisions.map(revisionOf)])
    return counts.of(revisions, numbers, `${server} ${key}`, count)
  }
  const verbs = { tables, ...verbsOfRows, cachedCount, revisionOf: async () => undefined, pause: () => setImmediate() }
  return Object.assign(db, verbs) as unknown as Tx
}
