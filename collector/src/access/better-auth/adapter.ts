import { newId } from '@rollcall/shared/ids.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { type CustomAdapter, createAdapterFactory, type DBTransactionAdapter } from 'better-auth/adapters'
import type { BetterAuthOptions } from 'better-auth/types'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SystemContext } from '../../lib/context.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { hashToken } from '../sign-in/session-token.ts'
import { type Condition, conditions, tableOf } from './tables.ts'

type Row = Record<string, unknown>
/** Runs statements in a transaction of their own, or in one that is already open. */
type Runner = {
  read<R>(fn: (db: Db) => PromiseLike<R>): Promise<R>
  write<R>(fn: (tx: Tx) => PromiseLike<R>): Promise<R>
}

/**
 * Stores better-auth's data in the collector's store. For a session only the hash of its token is stored. Disabled
 * users are hidden from better-auth, so everything that starts with a user ends at once.
 */
export function storeAdapter(store: Store, clock: SystemContext['clock']) {
  const config = {
    adapterId: 'rollcall',
    supportsDates: false,
    supportsJSON: true,
    customIdGenerator: () => newId(),
  }
  return (options: BetterAuthOptions) => {
    const over = (runner: Runner) => () => customAdapter(runner, clock)
    const inTransaction = <R>(work: (adapter: DBTransactionAdapter) => Promise<R>): Promise<R> =>
      store.write((tx) => {
        const runner: Runner = { read: async (fn) => fn(tx), write: async (fn) => fn(tx) }
        return work(createAdapterFactory({ config, adapter: over(runner) })(options))
      })
    return createAdapterFactory({ config: { ...config, transaction: inTransaction }, adapter: over(store) })(options)
  }
}

function customAdapter({ read, write }: Runner, clock: SystemContext['clock']): CustomAdapter {
  /**
   * Selects the rows to change, by id: a statement that changes rows of one table must not depend on another table's.
   */
  const idsOf = async (tx: Tx, model: string, where: Condition[], limit = Number.MAX_SAFE_INTEGER) => {
    const table = tableOf(tx, model)
    const rows = await tx
      .select({ id: table.id })
      .from(table as SQLiteTable)
      .where(conditions(table, model, where))
      .limit(limit)
    return rows.map(({ id }) => String(id))
  }
  const select = async (db: Db, model: string, where: Condition[], page: { limit: number; offset?: number }) => {
    const table = tableOf(db, model)
    const rows: Row[] = await db
      .select()
      .from(table as SQLiteTable)
      .where(conditions(table, model, where))
      .limit(page.limit)
      .offset(page.offset ?? 0)
    return rows.map((row) => shown(model, row, where, clock))
  }
  /** Changes at most one row. The conditions are checked again in the update. */
  const change = (model: string, where: Condition[], values: (table: SQLiteTable) => Row) =>
    write(async (tx) => {
      const table = tableOf(tx, model)
      const [id] = await idsOf(tx, model, where, 1)
      if (id === undefined) return null
      const [row] = await tx
        .update(table as SQLiteTable)
        .set(values(table))
        .where(and(eq(table.id, id), conditions(table, model, where)))
        .returning()
      return row ? shown(model, row, where, clock) : null
    })
  const remove = (model: string, where: Condition[], limit?: number) =>
    write(async (tx) => {
      const table = tableOf(tx, model)
      const ids = await idsOf(tx, model, where, limit)
      const rows: Row[] = await tx
        .delete(table as SQLiteTable)
        .where(inArray(table.id, ids))
        .returning()
      return rows.map((row) => shown(model, row, where, clock))
    })

  return {
    create: async ({ model, data }) => {
      const [row] = await write((tx) => {
        const table = tableOf(tx, model)
        return tx
          .insert(table as SQLiteTable)
          .values(stored(table, model, model === 'session' ? byClock(data, clock.now()) : data))
          .returning()
      })
      return { ...row, ...data }
    },
    findOne: async <T>({ model, where }: { model: string; where: Condition[] }) => {
      const [row] = await read((db) => select(db, model, where, { limit: 1 }))
      return (row ?? null) as T | null
    },
    findMany: async <T>({ model, where = [], limit, offset }: Parameters<CustomAdapter['findMany']>[0]) => {
      const rows = await read((db) => select(db, model, where, { limit, offset: offset ?? 0 }))
      return rows as T[]
    },
    count: ({ model, where = [] }) =>
      read((db) => {
        const table = tableOf(db, model)
        return db.$count(table as SQLiteTable, conditions(table, model, where))
      }),
    update: async <T>({ model, where, update }: { model: string; where: Condition[]; update: T }) =>
      (await change(model, where, (table) => stored(table, model, update as Row))) as T | null,
    updateMany: ({ model, where, update }) =>
      write(async (tx) => {
        const table = tableOf(tx, model)
        const changed = await tx
          .update(table as SQLiteTable)
          .set(stored(table, model, update))
          .where(conditions(table, model, where))
          .returning()
        return changed.length
      }),
    delete: async ({ model, where }) => void (await remove(model, where, 1)),
    deleteMany: async ({ model, where }) => (await remove(model, where)).length,
    consumeOne: async <T>({ model, where }: { model: string; where: Condition[] }) =>
      ((await remove(model, where, 1))[0] ?? null) as T | null,
    incrementOne: async <T>({
      model,
      where,
      increment,
      set = {},
    }: Parameters<NonNullable<CustomAdapter['incrementOne']>>[0]) =>
      (await change(model, where, (table) => ({
        ...stored(table, model, set),
        ...added(table, increment),
      }))) as T | null,
  }
}

/** Replaces a session's times by the collector's clock. better-auth uses the system clock, which may be wrong. */
function byClock({ createdAt, expiresAt, ...session }: Row, now: Date): Row {
  const lifetimeMs = Date.parse(String(expiresAt)) - Date.parse(String(createdAt))
  return { ...session, createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + lifetimeMs).toISOString() }
}

/** Fields that better-auth writes with each change of a user and that nothing reads. */
const ignoredFields: ReadonlySet<string> = new Set(['updatedAt'])

/** Converts values to the form of the table. */
function stored(table: SQLiteTable, model: string, given: Row): Row {
  const columns = getTableColumns(table)
  const values = Object.fromEntries(
    Object.entries(given).filter(([field]) => field in columns || !ignoredFields.has(field)),
  )
  const unknown = Object.keys(values).find((field) => !(field in columns))
  if (unknown !== undefined) throw new Error(`${model} has no column for ${unknown}`)
  if (model !== 'session') return values
  const { token, createdAt } = values
  return {
    ...values,
    ...(typeof token === 'string' ? { token: hashToken(token) } : {}),
    ...optional({ lastUsedAt: createdAt }),
  }
}

/**
 * Converts a row to the form that better-auth expects: with the token from its query, as the store has only the hash, and
 * with the end of a session by the system clock. By that better-auth decides whether it has ended.
 */
function shown(model: string, row: Row, where: Condition[], clock: SystemContext['clock']): Row {
  if (model !== 'session') return row
  const token = where.find(({ field }) => field === 'token')?.value
  const leftMs = Date.parse(String(row['expiresAt'])) - clock.now().getTime()
  const expiresAt = new Date(Date.now() + leftMs).toISOString()
  return { ...row, expiresAt, ...(typeof token === 'string' ? { token } : {}) }
}

function added(table: SQLiteTable, increment: Record<string, number>): Record<string, SQL> {
  const columns = getTableColumns(table)
  return Object.fromEntries(Object.entries(increment).map(([field, by]) => [field, sql`${columns[field]} + ${by}`]))
}
