import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { driverError } from '../errors.ts'
import { createKit } from '../kit.ts'
import { refuseNested, type TransactionKind, TransactionScope } from '../scope.ts'
import { Slots } from '../slots.ts'
import type { Store, Tx } from '../store.ts'
import { isConflict, isConnectionLost, postgresOperatorError } from './errors.ts'
import { migratePostgres } from './migrate.ts'
import { runTransaction } from './transaction.ts'

export const connectionsMax = 10
const writersMax = 4
/** Every call waits for its count, which therefore waits for no other write. */
const countersMax = 1

/** A transaction that meets others is tried again for about five seconds. */
const attemptsMax = 14
const backOffMsMax = 1_000

/** Takes over the pool: `close` ends it. */
export function createPostgresStore(pool: Pool, where: string): Store {
  const kit = createKit('postgres')
  const slots = {
    write: new Slots(writersMax),
    counter: new Slots(countersMax),
    read: new Slots(connectionsMax - writersMax - countersMax),
  }
  const current = new AsyncLocalStorage<TransactionScope>()

  const transact = async <R>(kind: TransactionKind, fn: (tx: Tx) => PromiseLike<R>): Promise<R> => {
    refuseNested(current.getStore(), kind)
    return slots[kind].use(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const scope = new TransactionScope(kind)
        try {
          const client = await pool.connect()
          return await current.run(scope, () => runTransaction(client, scope, kit.tables, fn))
        } catch (error) {
          if (attempt >= attemptsMax || !mayPassAgain(scope, error)) {
            throw postgresOperatorError(error, where) ?? driverError(error)
          }
        }
        // Random, so that two that met do not meet again.
        await delay(Math.random() * Math.min(backOffMsMax, 5 * 2 ** attempt))
      }
    })
  }

  let closed: Promise<void> | undefined
  const shutDown = async () => {
    await Promise.all(Object.values(slots).map((each) => each.close()))
    await pool.end()
  }

  return {
    engine: 'postgres',
    tables: kit.tables,
    read: (fn) => transact('read', fn),
    async write(fn, committed) {
      const result = await transact('write', fn)
      committed?.()
      return result
    },
    writeCounters: (fn) => transact('counter', fn),

    async migrate(migrations, tell = () => undefined) {
      return slots.write.use(async () => {
        try {
          return await migratePostgres(await pool.connect(), migrations, tell)
        } catch (error) {
          throw postgresOperatorError(error, where) ?? error
        }
      })
    },

    close: () => (closed ??= shutDown()),
  }
}

/** Whether the transaction certainly left nothing behind, and failed by no fault of its own. */
function mayPassAgain(scope: TransactionScope, error: unknown): boolean {
  const cause = scope.failure ?? error
  if (isConflict(cause)) return true
  // When the connection goes during COMMIT nobody knows whether it took place.
  const duringCommit = scope.ended && scope.failure === undefined
  return isConnectionLost(cause) && !duringCommit
}
