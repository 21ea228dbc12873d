import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { CountCache } from '../count-cache.ts'
import { driverError } from '../errors.ts'
import { createKit } from '../kit.ts'
import type { Migration } from '../migrations.ts'
import { refuseNested, type TransactionKind, TransactionScope } from '../scope.ts'
import { storeSlots } from '../slots.ts'
import type { Store, Tx, WriteTurn } from '../store.ts'
import { type Availability, collectorEnds, StoreUnavailableError } from '../unavailable.ts'
import { isConflict, isConnectionLost, isReadOnly, postgresOperatorError, postgresStoreError } from './errors.ts'
import { lossRiskOf } from './loss-risk.ts'
import { assertSchemaOf, hasNoMigration, migratePostgres } from './migrate.ts'
import type { Servers } from './servers.ts'
import { runTransaction } from './transaction.ts'

export const connectionsMax = 10
const writersMax = 4
/** Every call waits for its count, so the count waits for no other write. */
const countersMax = 1
export const readersMax = connectionsMax - writersMax - countersMax

/** Attempts of a conflicting transaction, for about five seconds. */
const attemptsMax = 14
/**
 * Attempts of a write beside others. Then it runs alone: a long transaction would lose against a stream of short ones
 * each time.
 */
const attemptsBesideOthers = 4
const backOffMsMax = 1_000

/** Interval at which one transaction tries while the server is away. The others are refused at once. */
const tryAgainMs = 1_000
const checkMsMax = 3_000

/** Creates a store that owns the connections: `close` ends them. */
export function createPostgresStore(servers: Servers, where: string, availability: Availability): Store {
  const kit = createKit('postgres')
  const shared = { tables: kit.tables, counts: new CountCache() }
  const slots = {
    write: storeSlots(writersMax),
    counter: storeSlots(countersMax),
    read: storeSlots(readersMax),
  }
  const current = new AsyncLocalStorage<TransactionScope>()

  const underWay = new Set<TransactionScope>()
  let isCutOff = false
  let triedAt = Number.NEGATIVE_INFINITY
  /** Migrations of this program, once the database has them. */
  let migrated: readonly Migration[] | undefined
  /** Set for good when a newer collector has upgraded the database. */
  let isOutdated = false
  const refuseWhileAway = () => {
    const { outage } = availability
    if (outage?.code !== 'store_unavailable') return
    if (isOutdated || performance.now() - triedAt < tryAgainMs)
      throw new StoreUnavailableError(outage.code, outage.reason)
    triedAt = performance.now()
  }

  const attempt = async <R>(
    kind: TransactionKind,
    scope: TransactionScope,
    fn: (tx: Tx) => PromiseLike<R>,
    locks: { turn: WriteTurn | undefined; isAlone: boolean },
  ) => {
    if (isCutOff) throw collectorEnds()
    const client = await servers.connect()
    underWay.add(scope)
    const running = current.run(scope, () => runTransaction(client, scope, shared, fn, locks))
    const result = await running.finally(() => underWay.delete(scope))
    if (kind !== 'read' || availability.outage?.code === 'store_unavailable') worked()
    return result
  }

  const worked = () => {
    if (!isOutdated) availability.worked()
  }

  /** Rejects if the database cannot be used. */
  const assertUsable = async () => {
    if (!migrated) return void (await servers.query('SELECT 1'))
    try {
      await assertSchemaOf(migrated, servers)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      isOutdated = true
      throw new StoreUnavailableError('store_unavailable', error.message)
    }
  }

  /** Returns the error to throw. */
  const sorted = (scope: TransactionScope, error: unknown) => {
    const cause = scope.failure ?? error
    const unavailable = postgresStoreError(cause, where) ?? postgresStoreError(error, where)
    // A write in a read transaction is a defect of the program, not a standby.
    if (!unavailable || (scope.kind === 'read' && isReadOnly(cause))) return driverError(error)
    // After a connection that was lost during COMMIT, the next transaction shows whether the server is away.
    const isOutage = !isConflict(cause) && !isReadOnly(cause) && !wasCommitting(scope)
    return isOutage ? availability.failed(unavailable) : unavailable
  }

  const transact = async <R>(kind: TransactionKind, fn: (tx: Tx) => PromiseLike<R>, turn?: WriteTurn): Promise<R> => {
    refuseNested(current.getStore(), kind)
    return slots[kind].use(async () => {
      refuseWhileAway()
      for (let attempts = 1; ; attempts += 1) {
        const scope = new TransactionScope(kind)
        try {
          const isAlone = kind === 'write' && attempts > attemptsBesideOthers
          return await attempt(kind, scope, fn, { turn, isAlone })
        } catch (error) {
          if (attempts >= attemptsMax || !mayPassAgain(scope, error)) throw sorted(scope, error)
        }
        // Random, so that two conflicting transactions do not meet again.
        await delay(Math.random() * Math.min(backOffMsMax, 5 * 2 ** attempts))
      }
    })
  }

  let closed: Promise<void> | undefined
  const shutDown = async () => {
    await Promise.all(Object.values(slots).map((each) => each.close()))
    await servers.end()
  }

  return {
    engine: 'postgres',
    tables: kit.tables,
    read: (fn) => transact('read', fn),
    async write(fn, committed, turn) {
      const result = await transact('write', fn, turn)
      committed?.()
      return result
    },
    writeCounters: (fn) => transact('counter', fn),

    isEmpty: () =>
      slots.write.use(async () => {
        try {
          return await hasNoMigration(servers)
        } catch (error) {
          throw postgresOperatorError(error, where) ?? error
        }
      }),

    async migrate(migrations, onMigration = () => undefined) {
      return slots.write.use(async () => {
        try {
          const result = await migratePostgres(await servers.connect(), migrations, onMigration)
          migrated = migrations
          return result
        } catch (error) {
          throw postgresOperatorError(error, where) ?? error
        }
      })
    },

    // Its disk belongs to another machine.
    assertRoom: () => undefined,

    async size() {
      const { rows } = await servers.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
      return { bytes: Number(rows[0]?.bytes) }
    },

    async lossRisk() {
      try {
        return await lossRiskOf(servers)
      } catch (error) {
        throw postgresOperatorError(error, where) ?? error
      }
    },

    outage: () => availability.outage,

    async check() {
      const answers = assertUsable().then(
        () => {
          if (availability.outage?.code === 'store_unavailable') worked()
        },
        (error: unknown) => void availability.failed(postgresStoreError(error, where) ?? error),
      )
      const late = delay(checkMsMax, 'late' as const, { ref: false })
      if ((await Promise.race([answers, late])) !== 'late') return availability.outage
      const reason = `PostgreSQL at ${where} has not answered within ${checkMsMax / 1000} s`
      return availability.outage ?? { code: 'store_unavailable', reason, since: new Date() }
    },

    cutOff() {
      isCutOff = true
      for (const scope of underWay) scope.cancel(collectorEnds())
      return slots.write.isUsed
    },

    close: () => (closed ??= shutDown()),
  }
}

/** Reports whether the transaction certainly stored nothing and did not fail by its own fault. */
function mayPassAgain(scope: TransactionScope, error: unknown): boolean {
  const cause = scope.failure ?? error
  if (isConflict(cause)) return true
  return isConnectionLost(cause) && !wasCommitting(scope)
}

/** Reports whether it is unknown if a failed transaction was committed. */
const wasCommitting = (scope: TransactionScope): boolean => scope.ended && scope.failure === undefined
