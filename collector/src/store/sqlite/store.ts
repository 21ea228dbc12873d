import { dirname } from 'node:path'
import { createDiskSpace, fileBytes } from '../disk-space.ts'
import { storeSlots } from '../slots.ts'
import type { Store, Tx } from '../store.ts'
import { type Availability, StoreUnavailableError } from '../unavailable.ts'
import { createCheckpointer } from './checkpointer.ts'
import type { SqliteConnection } from './connection.ts'
import { withoutSync, writeNothing } from './durability.ts'
import { fullDisk, sqliteStoreError } from './errors.ts'
import type { LogSync } from './log-sync.ts'
import { appliedTo, migrateSqlite } from './migrate.ts'
import { createReaders } from './readers.ts'
import { cancelOnForeignWork, createTransactions } from './transactions.ts'

/** The first commit of counters after this time starts a sync, which also covers those before it. */
const counterSyncMs = 1_000

/** Creates a store with one writer behind a queue, and readers that see the last commit. */
export function createSqliteStore(
  path: string,
  writer: SqliteConnection,
  log: LogSync,
  availability: Availability,
): Store {
  const transactions = createTransactions(path, availability)
  const writes = storeSlots(1)
  const readers = createReaders(path, transactions)

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

  /**
   * The caller syncs after its turn, so that the next writer need not wait for the disk. Counters, for which every call
   * waits, have the next turn.
   */
  const commit = <R>(kind: 'write' | 'counter', fn: (tx: Tx) => PromiseLike<R>) =>
    writes[kind === 'counter' ? 'useNext' : 'use'](async () => {
      log.assertSound()
      try {
        const result = await withoutSync(writer.database, () => transactions.run(writer, kind, cancelOnForeignWork, fn))
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
    await Promise.all([writes.close(), readers.close()])
    await checkpointer.close()
    writer.database.pragma('optimize')
    try {
      await log.close()
    } finally {
      writer.database.close()
    }
  }

  return {
    engine: 'sqlite',
    tables: transactions.kit.tables,

    read: readers.read,

    async write(fn, committed) {
      transactions.refuseNested('write')
      const result = await commit('write', fn)
      committed?.()
      await flush()
      return result
    },

    async writeCounters(fn) {
      transactions.refuseNested('counter')
      const result = await commit('counter', fn)
      if (performance.now() - countersSyncedAt >= counterSyncMs) {
        countersSyncedAt = performance.now()
        // Nobody waits for it. A failure has been reported as an outage, and the next write meets it.
        void flush().catch(() => undefined)
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

    // Each commit waits for the disk.
    lossRisk: async () => undefined,

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
      transactions.cutOff()
      return writes.isUsed
    },

    close: () => (closed ??= shutDown()),
  }
}
