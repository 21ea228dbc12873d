import type { TransactionScope } from '../scope.ts'
import { storeSlots } from '../slots.ts'
import type { Store } from '../store.ts'
import { createConnection, type SqliteConnection } from './connection.ts'
import type { Transactions, Watch } from './transactions.ts'

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

type Readers = Pick<Store, 'read'> & { close(): Promise<void> }

/** Creates the connections of a database that only read. They see the last commit. */
export function createReaders(path: string, transactions: Transactions): Readers {
  const slots = storeSlots(readersMax)
  const idle: SqliteConnection[] = []
  const open = () => {
    const reader = createConnection(path, { readonly: true })
    reader.database.pragma(`cache_size = -${readerCacheKiB}`)
    return reader
  }
  return {
    async read(fn) {
      transactions.refuseNested('read')
      return slots.use(async () => {
        const reader = idle.pop() ?? open()
        try {
          return await transactions.run(reader, 'read', cancelAfterReadMsMax, fn)
        } finally {
          idle.push(reader)
        }
      })
    },
    async close() {
      await slots.close()
      for (const reader of idle) reader.database.close()
    },
  }
}

function cancelAfterReadMsMax(scope: TransactionScope): Watch {
  const timer = setTimeout(
    () => scope.cancel(new Error(`a read transaction was open for more than ${readMsMax} ms`)),
    readMsMax,
  )
  return { stop: () => clearTimeout(timer), pause: () => undefined }
}
