import type { Change, ChangeQuery } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { type AnyColumn, and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { deviceNames } from '../device-records/device-names.ts'
import { idNow } from '../device-records/merges.ts'
import type { Context } from '../lib/context.ts'
import { changeTables, isEdit, isSoftware } from '../store/schema/change-log.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { countedRangesOf, type TimeRange } from './count-by-bucket.ts'
import { instantAfter } from './counted-buckets.ts'

/** Reads the ids under which the change log has a product or a name group. */
type ReadSoftwareIds = (db: Db, siteId: string, softwareId: string) => Promise<readonly string[]>

/** Lists the site's change log, newest first, then by id, the later one first. */
export async function listChanges(
  ctx: Context,
  query: ChangeQuery,
  readSoftwareIds: ReadSoftwareIds,
): Promise<List<Change>> {
  return ctx.store.read(async (db) => {
    const wanted: TimeRange = { from: query.from, until: query.to && instantAfter(query.to) }
    const { softwareId } = query
    const deviceId = query.deviceId && (await idNow(db, ctx.siteId, query.deviceId))
    const about = softwareId === undefined ? undefined : await readSoftwareIds(db, ctx.siteId, softwareId)
    const matches = conditions(db, ctx.siteId, { ...query, deviceId }, about)
    const countLive = (range: TimeRange) => countLines(db, matches, range)
    // Entries of one device, one product or one editor are few enough to be counted directly.
    const ranges =
      deviceId === undefined && softwareId === undefined && query.editedBy === undefined
        ? await countedRangesOf(db, ctx.siteId, wanted, query, countLive)
        : [{ ...wanted, lines: await countLive(wanted) }]

    let skip = query.offset
    const first = ranges.find(({ lines }) => {
      if (skip < lines) return true
      skip -= lines
      return false
    })
    const total = ranges.reduce((sum, { lines }) => sum + lines, 0)
    if (!first) return { items: [], total }
    const { changes } = db.tables(changeTables)
    const { siteId: _, ...columns } = columnsOf(db)
    const lines = await db
      .select(columns)
      .from(changes)
      .where(and(matches, within(db, { from: wanted.from, until: first.until })))
      .orderBy(desc(changes.timestamp), desc(changes.id))
      .limit(query.limit)
      .offset(skip)
    const names = await deviceNames(db, [...new Set(lines.flatMap(({ deviceId }) => deviceId ?? []))])
    return { items: lines.map((line) => ({ ...line, deviceName: names.get(line.deviceId ?? '') ?? null })), total }
  })
}

/** Number of entries of a site's log in a range of time. */
export async function countChanges(db: Db, siteId: string, wanted: TimeRange): Promise<number> {
  const matches = conditions(db, siteId, {}, undefined)
  const ranges = await countedRangesOf(db, siteId, wanted, {}, (range) => countLines(db, matches, range))
  return ranges.reduce((sum, { lines }) => sum + lines, 0)
}

const columnsOf = (db: Db) => {
  const { id, siteId, verb, entity, entityId, deviceId, field, from, to, actor, timestamp } =
    db.tables(changeTables).changes
  return { id, verb, entity, entityId, deviceId, field, from, to, actor, timestamp, siteId }
}

async function countLines(db: Db, matches: SQL | undefined, range: TimeRange): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(db.tables(changeTables).changes)
    .where(and(matches, within(db, range)))
  return row?.n ?? 0
}

function within(db: Db, { from, until }: TimeRange): SQL | undefined {
  const { changes } = db.tables(changeTables)
  return and(
    from === undefined ? undefined : gte(changes.timestamp, from),
    until === undefined ? undefined : lt(changes.timestamp, until),
  )
}

function conditions(
  db: Db,
  siteId: string,
  { verb, entity, deviceId, editedBy }: Partial<ChangeQuery>,
  about: readonly string[] | undefined,
): SQL | undefined {
  const { changes } = db.tables(changeTables)
  // SQLite would choose the index with the most equal columns. A verb has many entries; a device, a product or an
  // editor has few.
  const isNarrow = deviceId !== undefined || about !== undefined
  const column = isNarrow ? unindexed : plain
  const kind = isNarrow || editedBy !== undefined ? unindexed : plain
  return and(
    deviceId === undefined ? undefined : eq(changes.deviceId, deviceId),
    about && and(isSoftware(changes.entity), among(changes.entityId, about)),
    sql`${column(changes.siteId)} = ${sql.param(siteId, changes.siteId)}`,
    editedBy === undefined
      ? undefined
      : and(isEdit(changes.deviceId, changes.entity), sql`${column(changes.actor)} = ${sql.param(editedBy)}`),
    verb && sql`${kind(changes.verb)} = ${sql.param(verb, changes.verb)}`,
    entity === undefined ? undefined : sql`${kind(changes.entity)} = ${sql.param(entity, changes.entity)}`,
  )
}

const plain = (column: AnyColumn): AnyColumn => column
/** Wraps a text in an expression that no index covers. */
const unindexed = (column: AnyColumn): SQL => sql`(${column} || '')`
