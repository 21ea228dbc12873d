import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { CountCache } from '../count-cache.ts'
import { driverError, errorCode } from '../errors.ts'
import { createKit, type Kit } from '../kit.ts'
import type { Revision } from '../revision/revision.ts'
import { rowVerbs, type Statement } from '../row-statements.ts'
import { refuseNested, type TransactionKind, TransactionScope } from '../scope.ts'
import type { Tx } from '../store.ts'
import { type Availability, collectorEnds, StoreUnavailableError } from '../unavailable.ts'
import type { SqliteConnection } from './connection.ts'
import { sqliteStoreError } from './errors.ts'
import { createSqliteRowStatements } from './row-statements.ts'

/** Runs transactions on the connections of one database. */
export type Transactions = {
  readonly kit: Kit
  /** Throws if the caller is already in a transaction. */
  refuseNested(kind: TransactionKind): void
  /** `watch` is called at the start and cancels the scope if the transaction awaits foreign work. */
  run<R>(
    connection: SqliteConnection,
    kind: TransactionKind,
    watch: (scope: TransactionScope) => Watch,
    fn: (tx: Tx) => PromiseLike<R>,
  ): Promise<R>
  /** Rolls back current transactions and refuses later ones. */
  cutOff(): void
}

export function createTransactions(path: string, availability: Availability): Transactions {
  const kit = createKit('sqlite')
  const current = new AsyncLocalStorage<TransactionScope>()
  const countCache = new CountCache()
  const underWay = new Set<TransactionScope>()
  let isCutOff = false
  const statements = createSqliteRowStatements()

  const run: Transactions['run'] = async <R>(
    connection: SqliteConnection,
    kind: TransactionKind,
    watch: (scope: TransactionScope) => Watch,
    fn: (tx: Tx) => PromiseLike<R>,
  ): Promise<R> => {
    const { database } = connection
    if (isCutOff) throw collectorEnds()
    const scope = new TransactionScope(kind)
    underWay.add(scope)
    let watching: Watch | undefined
    const pause = () => watching?.pause()
    const revisionOf = async ({ query }: Revision) => {
      if (query === undefined) return undefined
      const [row] = await scope.statement(() => connection.query({ sql: query, params: [] }))
      return Number(row?.[0])
    }
    /** Runs a statement, and gives the event loop a turn if the slice is over. */
    const inSlice = async <R>(execute: () => R | Promise<R>): Promise<R> => {
      const result = await scope.statement(execute)
      await pause()
      return result
    }
    const tx: Tx = Object.assign(
      drizzle((sql, params, method) => inSlice(() => connection.execute(sql, params, method))),
      {
        tables: kit.tables,
        pause: async () => pause(),
        ...rowVerbs(
          statements,
          (all) => scope.statement(() => executeInSlices(connection, scope, all, pause)),
          (one) => inSlice(() => connection.query(one)),
        ),
        revisionOf,
        // A write may be rolled back, and another one may then get its revision.
        cachedCount: async (revisions: readonly Revision[], key: string, count: () => Promise<number>) =>
          kind === 'read'
            ? countCache.of(revisions, await Promise.all(revisions.map(revisionOf)), key, count)
            : count(),
      },
    )
    try {
      database.exec(kind === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE')
      watching = watch(scope)
      const result = await current.run(scope, () => scope.run(() => fn(tx)))
      database.exec('COMMIT')
      return result
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      const sorted = sqliteStoreError(error, path)
      if (sorted === undefined || isWriteOfRead(kind, error)) throw driverError(error)
      // A disk that is full for a read is the one with temporary files.
      throw kind === 'read' && sorted instanceof StoreUnavailableError ? sorted : availability.failed(sorted)
    } finally {
      watching?.stop()
      underWay.delete(scope)
    }
  }

  return {
    kit,
    refuseNested: (kind) => refuseNested(current.getStore(), kind),
    run,
    cutOff() {
      isCutOff = true
      for (const scope of underWay) scope.cancel(collectorEnds())
    },
  }
}

/** Detects a write in a read transaction: a defect of the program, not a database that cannot be written. */
const isWriteOfRead = (kind: TransactionKind, error: unknown): boolean =>
  kind === 'read' && errorCode(error) === 'SQLITE_READONLY'

/** Time for which a transaction has the event loop before it pauses. */
const sliceMs = 10

/**
 * Runs statements in slices. The connection is exclusive in that time: readers see nothing of an uncommitted
 * transaction, and writers wait.
 */
async function executeInSlices(
  connection: SqliteConnection,
  scope: TransactionScope,
  statements: Iterable<Statement>,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  for (const statement of statements) {
    connection.run(statement)
    const pausing = pause()
    if (pausing) await pausing
    // After a rollback the remaining statements would run outside of the transaction.
    scope.assertOpen()
  }
}

export type Watch = {
  stop(): void
  /** If the slice is over, gives the event loop a turn that does not count against the transaction. */
  pause(): Promise<void> | undefined
}

/**
 * Cancels a write that awaits foreign work. SQLite answers within the call, so a write that awaits only its own
 * statements ends before the event loop takes another turn. A turn that is no pause shows that the write awaits
 * something else.
 */
export function cancelOnForeignWork(scope: TransactionScope): Watch {
  const awaitTurn = () =>
    setImmediate(() =>
      scope.cancel(
        new Error('a write transaction waits for something other than its statements: do that before or after it'),
      ),
    )
  let turn = awaitTurn()
  let since = performance.now()
  /** Set during a pause, which all concurrent statements of the transaction share. */
  let pausing: Promise<void> | undefined
  const takeTurn = async () => {
    clearImmediate(turn)
    await new Promise((resolve) => setImmediate(resolve))
    turn = awaitTurn()
    since = performance.now()
    pausing = undefined
  }
  return {
    stop: () => clearImmediate(turn),
    pause() {
      if (!pausing && performance.now() - since >= sliceMs) pausing = takeTurn()
      return pausing
    },
  }
}
