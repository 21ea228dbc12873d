import {
  customType,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { sqliteRevision } from '../revision/sqlite.ts'
import { sqliteTally } from '../tally/sqlite.ts'
import { sqliteTextIndex } from '../text-index/sqlite.ts'
import {
  asBuffer,
  digestFromBytes,
  digestToBytes,
  finite,
  instantFromMs,
  instantToMs,
  safeInteger,
  storableText,
  uuidFromBytes,
  uuidToBytes,
} from './values.ts'

const textColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: storableText,
})

const integerColumn = customType<{ data: number; driverData: number }>({
  dataType: () => 'integer',
  toDriver: safeInteger,
})

const realColumn = customType<{ data: number; driverData: number }>({
  dataType: () => 'real',
  toDriver: finite,
})

const timeColumn = customType<{ data: string; driverData: number }>({
  dataType: () => 'integer',
  toDriver: instantToMs,
  fromDriver: instantFromMs,
})

const bytesColumn = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'blob',
  toDriver: asBuffer,
})

const uuidColumn = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => 'blob',
  toDriver: uuidToBytes,
  fromDriver: uuidFromBytes,
})

const digestColumn = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => 'blob',
  toDriver: digestToBytes,
  fromDriver: digestFromBytes,
})

const jsonColumn = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value): unknown => JSON.parse(value),
})

export const sqliteBuilders = {
  table: sqliteTable,

  /**
   * Text, compared and ordered by code point on both engines. A narrower type can be given:
   * `kit.text<Status>('status')`.
   */
  text: <T extends string = string>(name: string) => textColumn(name).$type<T>(),

  /** A whole number within plus or minus 2^53 - 1. */
  integer: (name: string) => integerColumn(name),

  /**
   * Primary key that the engine numbers: unique and rising, with gaps. On PostgreSQL a lower number can become visible
   * after a higher one, as transactions commit in any order.
   */
  sequence: (name: string) => integer(name, { mode: 'number' }).primaryKey({ autoIncrement: true }),

  /** A 64-bit floating-point number, not NaN or infinite. */
  real: (name: string) => realColumn(name),

  boolean: (name: string) => integer(name, { mode: 'boolean' }),

  /**
   * An instant. Takes any RFC 3339 date-time, gives UTC with milliseconds (`2026-11-20T08:15:30.123Z`). Stored as
   * integer milliseconds since 1970 on both engines, so it sorts, compares and subtracts alike in SQL.
   */
  time: (name: string) => timeColumn(name),

  /** Any JSON value, stored as it was written (key order too); not for use in a WHERE. SQL NULL is `null`. */
  json: <T>(name: string) => jsonColumn(name).$type<T>(),

  /** Bytes. Takes any Uint8Array, gives a Buffer. */
  bytes: (name: string) => bytesColumn(name),

  /** A UUID in 16 octets instead of 36 characters, for very large tables: `sameUuid` compares it with one in text. */
  uuid: (name: string) => uuidColumn(name),

  /** A SHA-256 in 32 octets; takes and gives lower-case hex. */
  digest: (name: string) => digestColumn(name),

  index,
  uniqueIndex,
  /** A column of an index whose order has empty values first, like `ascending`. */
  emptyFirst: <C extends SQLiteColumn>(column: C): C => column,
  /** A key of several columns: `kit.primaryKey({ columns: [t.deviceId, t.tagId] })`. */
  primaryKey,

  /** To be returned beside its table. See `../text-index/text-index.ts`. */
  textIndex: sqliteTextIndex,
  /** To be returned beside the table it counts. See `../tally/tally.ts`. */
  tally: sqliteTally,
  /** To be returned beside the table it follows. See `../revision/revision.ts`. */
  revision: sqliteRevision,
}

export type SchemaBuilders = typeof sqliteBuilders
