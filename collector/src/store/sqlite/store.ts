import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { bulkVerbs, type Statement } from '../bulk.ts'
import { createDiskSpace, fileBytes } from '../disk-space.ts'
import { driverError, errorCode } from '../errors.ts'
import { createKit } from '../kit.ts'
import type { Revision } from '../revision/revision.ts'
import { refuseNested, type TransactionKind, TransactionScope } from '../scope.ts'
import { storeSlots } from '../slots.ts'
import type { Store, Tx } from '../store.ts'
import { type Availability, collectorEnds, StoreUnavailableError } from '../unavailable.ts'
import { createSqliteBulk } from './bulk.ts'
import { createCheckpointer } from './checkpointer.ts'
import { createConnection, type SqliteConnection } from './connection.ts'
import { CountCache } from './count-cache.ts'
import { withoutSync, writeNothing } from './durability.ts'
import { fullDisk, sqliteStoreError } from './errors.ts'
import type { LogSync } from './log-sync.ts'
import { appliedTo, migrateSqlite } from './migrate.ts'

/** Concurrent read transactions. Each has its own connection, opened when it is first needed. */
const readersMax = 4

/**
 * Time limit of a read. It may wait for something else, such as the receiver of a long list, but the log grows in that
 * time.
 */
const readMsMax = 30_000

/**
 * Cache of each reader, for a page of a list that is narrowed by a word: thousands of scattered rows are read. More
 * memory gains nothing, as SQLite empties the cache whenever another connection has written.
 */
const readerCacheKiB = 8_000

/** The first commit of counters after this time waits for a sync, which also covers those before it. */
const counterSyncMs = 1_000

/** Creates a store with one writer behind a queue, and readers that see the last commit. */
export function createSqliteStore(
  path: string,
  writer: SqliteConnection,
  log: LogSync,
  availability: Availability,
): Store {
  const kit = createKit('sqlite')
  const writes = storeSlots(1)
  const reads = storeSlots(readersMax)
  const idleReaders: SqliteConnection[] = []
  const current = new AsyncLocalStorage<TransactionScope>()
  const countCache = new CountCache()
  const underWay = new Set<TransactionScope>()
  let isCutOff = false
  const bulk = createSqliteBulk()

  const openReader = () => {
    const reader = createConnection(path, { readonly: true })
    reader.database.pragma(`cache_size = -${readerCacheKiB}`)
    return reader
  }

  /** `watch` is called at the start and cancels the scope if the transaction awaits foreign work. */
  const transact = async <R>(
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
    const tx: Tx = Object.assign(
      drizzle((sql, params, method) => scope.statement(() => connection.execute(sql, params, method))),
      {
        tables: kit.tables,
        pause: async () => pause(),
        ...bulkVerbs(
          bulk,
          (all) => scope.statement(() => executeInSlices(connection, scope, all, pause)),
          (one) => scope.statement(() => connection.query(one)),
        ),
        revisionOf,
        cachedCount: async (revision: Revision, key: string, count: () => Promise<number>) => {
          // A write may be rolled back, and another one may then get its revision.
          const number = kind === 'read' ? await revisionOf(revision) : undefined
          return number === undefined ? count() : countCache.of(revision.name, number, key, count)
        },
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

  let closed: Promise<void> | undefined
  const pagesOfLog = writer.database.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)')
  const checkpointer = createCheckpointer({
    path,
    pages: () => pagesOfLog.get()?.log ?? 0,
    between: async (fn) => (closed ? undefined : writes.use(fn)),
    onError: (error) => {
      const sorted = sqliteStoreError(error, path)
      if (sorted) availability.failed(sorted)
      else process.emitWarning(`The write-ahead log of ${path} could not be moved to the database: ${error}`)
    },
  })
  const space = createDiskSpace(dirname(path))

  /** The caller syncs after its turn, so that the next writer need not wait for the disk. */
  const commit = <R>(kind: 'write' | 'counter', fn: (tx: Tx) => PromiseLike<R>) =>
    writes.use(async () => {
      log.assertSound()
      try {
        const result = await withoutSync(writer.database, () => transact(writer, kind, cancelOnForeignWork, fn))
        checkpointer.committed()
        return result
      } catch (error) {
        // Moves the log to the database, so that the next write finds room in it.
        if (error instanceof StoreUnavailableError) checkpointer.moveNow()
        throw error
      }
    })

  /** Resolves when everything committed is on disk, which ends an outage. */
  const flush = async () => {
    try {
      await log.flush()
    } catch (error) {
      throw availability.failed(error)
    }
    if (availability.outage && (await space.lack()) === undefined) availability.worked()
  }

  let countersSyncedAt = Number.NEGATIVE_INFINITY
  const shutDown = async () => {
    await Promise.all([writes.close(), reads.close()])
    await checkpointer.close()
    for (const reader of idleReaders) reader.database.close()
    writer.database.pragma('optimize')
    try {
      await log.close()
    } finally {
      writer.database.close()
    }
  }

  return {
    engine: 'sqlite',
    tables: kit.tables,

    async read(fn) {
      refuseNested(current.getStore(), 'read')
      return reads.use(async () => {
        const reader = idleReaders.pop() ?? openReader()
        try {
          return await transact(reader, 'read', cancelAfterReadMsMax, fn)
        } finally {
          idleReaders.push(reader)
        }
      })
    },

    async write(fn, committed) {
      refuseNested(current.getStore(), 'write')
      const result = await commit('write', fn)
      committed?.()
      await flush()
      return result
    },

    async writeCounters(fn) {
      refuseNested(current.getStore(), 'counter')
      const result = await commit('counter', fn)
      if (performance.now() - countersSyncedAt >= counterSyncMs) {
        countersSyncedAt = performance.now()
        await flush()
      }
      return result
    },

    isEmpty: () => writes.use(async () => appliedTo(writer.database).length === 0),

    async migrate(migrations, onMigration = () => undefined) {
      const result = await writes.use(() => migrateSqlite(writer.database, path, migrations, onMigration))
      checkpointer.committed()
      return result
    },

    assertRoom() {
      const lack = space.lastLack()
      if (lack !== undefined) throw availability.failed(fullDisk(path, lack))
    },

    async size() {
      return { bytes: await fileBytes(path), logBytes: await fileBytes(`${path}-wal`) }
    },

    outage: () => availability.outage,

    async check() {
      const lack = await space.lack()
      if (lack !== undefined) availability.failed(fullDisk(path, lack))
      if (availability.outage === undefined) return undefined
      // The outage may be over although nobody has written since.
      await writes
        .use(async () => writeNothing(writer.database))
        .then(flush)
        .catch((error: unknown) => availability.failed(sqliteStoreError(error, path) ?? error))
      return availability.outage
    },

    cutOff() {
      isCutOff = true
      for (const scope of underWay) scope.cancel(collectorEnds())
      return writes.isUsed
    },

    close: () => (closed ??= shutDown()),
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

type Watch = {
  stop(): void
  /** If the slice is over, gives the event loop a turn that does not count against the transaction. */
  pause(): Promise<void> | undefined
}

/**
 * Cancels a write that awaits foreign work. SQLite answers within the call, so a write that awaits only its own
 * statements ends before the event loop takes another turn. A turn that is no pause shows that the write awaits
 * something else.
 */
function cancelOnForeignWork(scope: TransactionScope): Watch {
  const awaitTurn = () =>
    setImmediate(() =>
      scope.cancel(
        new Error('a write transaction waits for something other than its statements: do that before or after it'),
      ),
    )
  let turn = awaitTurn()
  let since = performance.now()
  const takeTurn = async () => {
    clearImmediate(turn)
    await new Promise((resolve) => setImmediate(resolve))
    turn = awaitTurn()
    since = performance.now()
  }
  return {
    stop: () => clearImmediate(turn),
    pause: () => (performance.now() - since < sliceMs ? undefined : takeTurn()),
  }
}

function cancelAfterReadMsMax(scope: TransactionScope): Watch {
  const timer = setTimeout(
    () => scope.cancel(new Error(`a read transaction was open for more than ${readMsMax} ms`)),
    readMsMax,
  )
  return { stop: () => clearTimeout(timer), pause: () => undefined }
}
