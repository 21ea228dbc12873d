import {
  bigserial,
  boolean,
  customType,
  type ExtraConfigColumn,
  index,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { postgresRevision } from '../revision/postgres.ts'
import { postgresTally } from '../tally/postgres.ts'
import { postgresTextIndex } from '../text-index/postgres.ts'
import type { SchemaBuilders } from './sqlite.ts'
import {
  asBuffer,
  checkedUuid,
  digestFromBytes,
  digestToBytes,
  finite,
  instantFromMs,
  instantToMs,
  safeInteger,
  storableText,
} from './values.ts'

/** Collation "C" orders by code point, as SQLite does, and its lower() changes only ASCII letters, as SQLite's. */
const textColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
  toDriver: storableText,
})

const integerColumn = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'bigint',
  toDriver: safeInteger,
  fromDriver: Number,
})

const realColumn = customType<{ data: number; driverData: number }>({
  dataType: () => 'double precision',
  toDriver: finite,
})

const timeColumn = customType<{ data: string; driverData: number | string }>({
  dataType: () => 'bigint',
  toDriver: instantToMs,
  fromDriver: instantFromMs,
})

const bytesColumn = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: asBuffer,
})

const uuidColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'uuid',
  toDriver: checkedUuid,
})

const digestColumn = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: digestToBytes,
  fromDriver: digestFromBytes,
})

/** json, not jsonb, which reorders keys and refuses \u0000. The driver has parsed it when it comes back. */
const jsonColumn = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
})

const builders = {
  table: pgTable,
  text: (name: string) => textColumn(name),
  integer: (name: string) => integerColumn(name),
  sequence: (name: string) => bigserial(name, { mode: 'number' }).primaryKey(),
  real: (name: string) => realColumn(name),
  boolean: (name: string) => boolean(name),
  time: (name: string) => timeColumn(name),
  json: (name: string) => jsonColumn(name),
  bytes: (name: string) => bytesColumn(name),
  uuid: (name: string) => uuidColumn(name),
  digest: (name: string) => digestColumn(name),
  index,
  uniqueIndex,
  emptyFirst: (column: ExtraConfigColumn) => column.nullsFirst(),
  primaryKey,
  textIndex: postgresTextIndex,
  tally: postgresTally,
  revision: postgresRevision,
} satisfies Record<keyof SchemaBuilders, unknown>

/**
 * The one place where PostgreSQL's columns are typed as SQLite's: the builders have the same methods, and the store's
 * tests run on both.
 */
export const postgresBuilders = builders as unknown as SchemaBuilders
