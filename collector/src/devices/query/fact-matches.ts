import type { Field } from '@rollcall/shared/query/fields.ts'
import type { Condition } from '@rollcall/shared/query/query.ts'
import { conditionText } from '@rollcall/shared/query/query-text.ts'
import { aliasedTable, and, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { findsAny } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import type { FieldNumbers } from '../facts/read-facts.ts'
import { countedMax, idsOfDevices, setRowsMax } from './device-set.ts'
import { type FactTable, type FactTest, factTest } from './fact-condition.ts'
import { countSome, type Match } from './match.ts'

/** Fields that a device may have several values of. */
const isSeveral = (field: Field) => field.name === 'user' || field.name === 'address'

/** Devices with a fact that meets a condition. */
export async function matchFact(db: Db, numbers: FieldNumbers, field: Field, condition: Condition): Promise<Match> {
  const text = conditionText(condition)
  const number = numbers.get(field.name)
  if (number === undefined) return noMatch(text)
  const leaf = await leafOf(db, await factTest(db, number, field, condition))
  return matchFacts(db, { leaves: [leaf], conditions: 1, text, isSingle: !isSeveral(field) })
}

/** A condition on a field, with the number of facts that meet it. */
export type Leaf = { test: FactTest; size: number }

export async function leafOf(db: Db, test: FactTest): Promise<Leaf> {
  const { facts } = db.tables(deviceFactTables)
  const rows = db.select({ device: facts.device }).from(facts).where(test.of(facts)).getSQL()
  const counted = test.isIndexed ? await countSome(db, rows, setRowsMax) : Number.POSITIVE_INFINITY
  return { test, size: counted > setRowsMax ? Number.POSITIVE_INFINITY : counted }
}

type FactMatch = Pick<Match, 'conditions' | 'text'> & {
  /** Conditions of which a fact meets one. */
  leaves: readonly Leaf[]
  /** Condition that these facts also meet. */
  also?: (facts: FactTable) => SQL
  /** Set if a device has at most one such fact. */
  isSingle?: boolean
}

/** Devices with such a fact. */
export function matchFacts(db: Db, { leaves, also, isSingle, conditions, text }: FactMatch): Match {
  // No device of the site has such a value.
  if (leaves.length === 0) return { ...noMatch(text), conditions }
  const { facts } = db.tables(deviceFactTables)
  const base = aliasedTable(facts, 'base')
  const rows = leaves.map(({ test }) =>
    db
      .select({ device: base.device })
      .from(base)
      .where(and(test.of(base), also?.(base)))
      .getSQL(),
  )
  const devices = sql.join(rows, sql` union all `)
  const size = leaves.reduce((sum, leaf) => sum + leaf.size, 0)
  const isIndexed = leaves.every(({ test }) => test.isIndexed)
  const isOnDevice = (device: SQLiteColumn) =>
    leaves.map(({ test }) =>
      findsAny(
        db
          .select({ one: sql`1` })
          .from(base)
          .where(and(eq(base.device, device), test.each(base), also?.(base)))
          .getSQL(),
      ),
    )
  // Each fact costs further searches if it has to meet more than one condition.
  const isCounted = isIndexed && (also ? size <= countedMax : leaves.length === 1)
  return {
    size,
    ids: isIndexed ? idsOfDevices(db, devices) : undefined,
    row: onDevice(db, (device) => or(...isOnDevice(device)) ?? sql`1 = 0`),
    ...(isCounted && { count: () => countDevices(db, devices, isSingle === true) }),
    ...(isIndexed &&
      (also ? size <= countedMax : size <= setRowsMax) && {
        set: { numbers: devices, isDistinct: isSingle === true && leaves.length === 1, rows: size, isRest: false },
      }),
    conditions,
    text,
  }
}

async function countDevices(db: Db, devices: SQL, isSingle: boolean): Promise<number> {
  const n = isSingle ? count() : sql<number>`count(distinct device)`.mapWith(Number)
  const [counted] = await db.select({ n }).from(sql`(${devices}) as found`)
  return counted?.n ?? 0
}

export const noMatch = (text: string): Match => ({
  ...{ size: 0, ids: sql`select null where 1 = 0`, row: sql`1 = 0` },
  set: { numbers: sql`select 0 as device where 1 = 0`, isDistinct: true, rows: 0, isRest: false },
  ...{ count: async () => 0, conditions: 1, text },
})

/** Condition on the row of a device by a condition on its number. */
function onDevice(db: Db, where: (device: SQLiteColumn) => SQL): SQL {
  const { devices } = db.tables(deviceTables)
  const { factDevices } = db.tables(deviceFactTables)
  const isThere = and(eq(factDevices.deviceId, devices.id), where(factDevices.device))
  return findsAny(db.select({ one: sql`1` }).from(factDevices).where(isThere).getSQL())
}
