import type { Change, ChangeQuery } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import {
  type AnyColumn,
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { deviceNames } from '../device-records/device-names.ts'
import { idNow } from '../device-records/merges.ts'
import type { Context } from '../lib/context.ts'
import { changeTables, isDeletion, isEdit, isSoftware } from '../store/schema/change-log.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { countedRangesOf, type TimeRange } from './counted-ranges.ts'
import { instantAfter } from './stored-counts.ts'

/** Reads the ids under which the change log has a product or a name group. */
type ReadSoftwareIds = (db: Db, siteId: string, softwareId: string) => Promise<readonly string[]>

/** Lists the site's change log, newest first, then by id, the later one first. */
export async function listChanges(
  ctx: Context,
  query: ChangeQuery,
  readSoftwareIds: ReadSoftwareIds,
): Promise<List<Change>> {
  return ctx.store.read(async (db) => {
    const wanted = rangeOf(query)
    const { softwareId, deviceId } = query
    const matches = await matching(db, ctx.siteId, query, readSoftwareIds)
    const countLive = (range: TimeRange) => countLines(db, matches, range)
    // Entries of one device, one product or one editor, and edits, are few enough to be counted directly.
    const ranges =
      deviceId === undefined && softwareId === undefined && query.editedBy === undefined && !query.edits
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
    const columns = columnsOf(db)
    const lines = await db
      .select(columns)
      .from(changes)
      .where(and(matches, within(db, { from: wanted.from, until: first.until })))
      .orderBy(desc(changes.timestamp), desc(changes.id))
      .limit(query.limit)
      .offset(skip)
    return { items: await toChanges(db, lines), total }
  })
}

/** Entries read at a time: few enough that other callers hardly notice. */
const partMax = 500

/**
 * Exports all entries that match the query in parts, in its order; limit and offset do not count. Each part is read on
 * its own, so that a slow receiver blocks nobody. Entries that are written meanwhile may be missing.
 */
export async function* exportChanges(
  ctx: Context,
  query: ChangeQuery,
  readSoftwareIds: ReadSoftwareIds,
): AsyncGenerator<Change[]> {
  let last: Pick<Change, 'timestamp' | 'id'> | undefined
  do {
    const part = await ctx.store.read(async (db) => {
      const { changes } = db.tables(changeTables)
      const after =
        last &&
        or(lt(changes.timestamp, last.timestamp), and(eq(changes.timestamp, last.timestamp), lt(changes.id, last.id)))
      const lines = await db
        .select(columnsOf(db))
        .from(changes)
        .where(and(await matching(db, ctx.siteId, query, readSoftwareIds), within(db, rangeOf(query)), after))
        .orderBy(desc(changes.timestamp), desc(changes.id))
        .limit(partMax)
      return toChanges(db, lines)
    })
    if (part.length > 0) yield part
    last = part.length === partMax ? part.at(-1) : undefined
  } while (last)
}

const rangeOf = ({ from, to }: ChangeQuery): TimeRange => ({ from, until: to && instantAfter(to) })

/** Condition for the entries that match the query, whatever their time. */
async function matching(db: Db, siteId: string, query: ChangeQuery, readSoftwareIds: ReadSoftwareIds) {
  const deviceId = query.deviceId && (await idNow(db, siteId, query.deviceId))
  const about = query.softwareId === undefined ? undefined : await readSoftwareIds(db, siteId, query.softwareId)
  return conditions(db, siteId, { ...query, deviceId }, about)
}

/** Number of entries of a site's log in a range of time. */
export async function countChanges(db: Db, siteId: string, wanted: TimeRange): Promise<number> {
  const matches = conditions(db, siteId, {}, undefined)
  const ranges = await countedRangesOf(db, siteId, wanted, {}, (range) => countLines(db, matches, range))
  return ranges.reduce((sum, { lines }) => sum + lines, 0)
}

const columnsOf = (db: Db) => {
  const { siteId: _, ...columns } = getTableColumns(db.tables(changeTables).changes)
  return columns
}

type Line = Omit<ReturnType<typeof changeTables>['changes']['$inferSelect'], 'siteId'>

async function toChanges(db: Db, lines: readonly Line[]): Promise<Change[]> {
  const names = await deviceNames(db, [...new Set(lines.flatMap(({ deviceId }) => deviceId ?? []))])
  const subjects = lines.flatMap(({ deviceId, entityId }) => (names.has(deviceId ?? '') ? [] : [deviceId ?? entityId]))
  const deleted = await deletedNames(db, [...new Set(subjects)])
  return lines.map(({ editorKind, editorId, ...line }) => {
    const { deviceId, entityId, subjectName } = line
    const deletedName = deleted.get(deviceId ?? entityId)
    return {
      ...line,
      deviceName: names.get(deviceId ?? '') ?? null,
      subjectName: subjectName ?? deletedName ?? null,
      subjectDeleted: deletedName !== undefined,
      editor: editorKind === null ? null : { kind: editorKind, id: editorId ?? '' },
    }
  })
}

/** Names of records that were deleted, from the entries of their deletion. */
async function deletedNames(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const { changes } = db.tables(changeTables)
  const rows = await db
    .select({ id: changes.entityId, name: changes.from })
    .from(changes)
    .where(and(among(changes.entityId, ids), isDeletion(changes.verb, changes.entity)))
  return new Map(rows.map(({ id, name }) => [id, name]))
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
  { verb, entity, deviceId, editedBy, edits }: Partial<ChangeQuery>,
  about: readonly string[] | undefined,
): SQL | undefined {
  const { changes } = db.tables(changeTables)
  // SQLite would choose the index with the most equal columns. A verb has many entries; a device, a product or an
  // editor has few.
  const isNarrow = deviceId !== undefined || about !== undefined
  const column = isNarrow ? unindexed : plain
  const kind = isNarrow || editedBy !== undefined || edits ? unindexed : plain
  return and(
    deviceId === undefined ? undefined : eq(changes.deviceId, deviceId),
    about && and(isSoftware(changes.entity), among(changes.entityId, about)),
    sql`${column(changes.siteId)} = ${sql.param(siteId, changes.siteId)}`,
    editedBy === undefined
      ? undefined
      : and(isEdit(changes.deviceId, changes.entity), sql`${column(changes.actor)} = ${sql.param(editedBy)}`),
    edits ? isNotNull(changes.editorKind) : undefined,
    verb && sql`${kind(changes.verb)} = ${sql.param(verb, changes.verb)}`,
    entity === undefined ? undefined : sql`${kind(changes.entity)} = ${sql.param(entity, changes.entity)}`,
  )
}

const plain = (column: AnyColumn): AnyColumn => column
/** Wraps a text in an expression that no index covers. */
const unindexed = (column: AnyColumn): SQL => sql`(${column} || '')`
