import { counted } from '@rollcall/shared/counted.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { and, count, eq, exists, gte, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { hasAuditProblem } from '../../scanning/audit-problems/read-audit-problem.ts'
import { devicesWith } from '../../software/installations/devices-with-software.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among, amongFound, rowByRow } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { indexedCharactersMin } from '../../store/text-index/text-index.ts'
import type { Scope } from '../query/column-matches.ts'
import { countSet, idsOfDevices } from '../query/device-set.ts'
import type { ListQuery } from '../query/list-query.ts'
import type { Match } from '../query/match.ts'
import { countListed, matchQuery } from '../query/match-query.ts'
import { staleBefore } from '../stale/stale-watermark.ts'
import { searchWords } from './search-text.ts'

/** Maximum number of ids to read one by one and sort. More matches are read in the order of the list. */
export const fewMax = 5_000

/**
 * Maximum number of ids for a tag or a product alone, on pages near either end of the list. The total needs no device rows, so
 * the other way pays sooner.
 */
const aloneFewMax = fewMax / 2

/** Devices that are tested in the order of the list in the time in which one is read by its id and sorted. */
const testsPerRead = 4

/** Maximum number of matches to read and sort where the order of the list would test each device. */
export const handfulMax = 200

/** Maximum number of ids of a word to read at once. Counting and finding them again would search the index three times. */
const foundMax = 1_000

/** Conditions of a list, sorted by cost. */
export type Narrowed = {
  /** Condition that only a few devices meet, found by an index; undefined if there is none. */
  few: SQL | undefined
  /** Conditions on a device's own row, in addition to `few`. */
  conditions: SQL[]
  /** Counts matches without device rows, if a tag or a product that many devices have is the only condition. */
  countAlone: (() => Promise<number>) | undefined
  /** The conditions, if they are only the type, a tag and words of `q`: few changes of a device change their count. */
  cacheKey: string | undefined
  /** Number of tests of a device by the conditions of a query; 0 without one. */
  tests: number
}

/** `within` is the condition for an index search, `condition` the one for a row. */
type Candidate = { size: number; within: SQL; condition: SQL; count?: (() => Promise<number>) | undefined }

/** Chooses how to answer a query: its values may match a few devices or all. */
export async function narrow(db: Db, siteId: string, query: ListQuery): Promise<Narrowed> {
  const { devices, deviceSearch } = db.tables(deviceTables)
  const words = searchWords(query.q)
  const long = words.filter((word) => [...word].length >= indexedCharactersMin)
  const tagIds = query.tag === undefined ? undefined : await tagIdsOf(db, siteId, query.tag)
  const scope = { db, siteId, isArchived: query.archived === true }
  const match = query.where && (await matchWithCount(scope, query.where))
  const candidates = [
    ...(match?.ids ? [{ ...match, within: amongFound(devices.id, match.ids), condition: match.row }] : []),
    ...(tagIds ? [await byTag(db, tagIds)] : []),
    ...(query.softwareId === undefined ? [] : [await bySoftware(db, siteId, query.softwareId)]),
    ...(await Promise.all(long.map((word) => byWord(db, word)))),
  ].sort((a, b) => a.size - b.size)
  const watermark = query.stale === undefined ? undefined : await staleBefore(db, siteId)
  const own = [...ownConditions(db, query, watermark), ...(match && !match.ids ? [match.row] : [])]
  const [first, ...others] = candidates
  // Archived devices have neither tags nor installations that count.
  const isAlone = own.length + words.length + others.length === 0 && query.archived !== true
  const isOnlyMatch = match && own.length === 1 && words.length + candidates.length === 0
  const countAlone = isAlone ? first?.count : isOnlyMatch ? match.count : undefined
  const isOneTest = countAlone !== undefined && (match?.conditions ?? 1) === 1
  const listed = isOneTest ? await countListed(scope) : 0
  const few = candidates.find(({ size }) =>
    isOneTest ? size <= aloneFewMax || (size <= fewMax && isFarFromEnds(query, size, listed)) : size <= fewMax,
  )
  const conditions = [
    ...own,
    ...candidates.filter((candidate) => candidate !== few).map(({ condition }) => condition),
    ...words.filter((word) => !long.includes(word)).map((word) => deviceSearch.contains(word)),
  ]
  const isFrequent = !match && query.softwareId === undefined && own.length === (query.type === undefined ? 0 : 1)
  if (match && !(countAlone && conditions.length === 1))
    await requireBounded(scope, match, few?.size, conditions.length)
  return {
    few: few?.within,
    conditions,
    countAlone: few ? undefined : countAlone,
    cacheKey: isFrequent ? JSON.stringify([siteId, scope.isArchived, query.type, tagIds, words]) : undefined,
    tests: match ? match.conditions + conditions.length - 1 : 0,
  }
}

/** Reports whether reading a page in the order of the list tests more devices than the matches are worth. */
function isFarFromEnds({ limit, offset }: ListQuery, matches: number, listed: number): boolean {
  const skipped = Math.min(offset, Math.max(matches - offset - limit, 0))
  return ((skipped + limit) / matches) * listed > testsPerRead * matches
}

/** The match of a query. One that is a set is counted, so that few devices are read by their ids. */
async function matchWithCount(scope: Scope, query: Query): Promise<Match> {
  const match = await matchQuery(scope, query)
  const { db } = scope
  const { set } = match
  if (!set || match.conditions === 1 || match.size <= fewMax) return match
  const size = await countSet(db, set, () => countListed(scope))
  if (size <= fewMax && !set.isRest) return { ...match, size, ids: idsOfDevices(db, set.numbers), conditions: 1 }
  return { ...match, size, ids: undefined, count: async () => size }
}

/** Devices times conditions up to which they are tested one by one. */
export const testsMax = 50_000

/** Refuses a query that would test too many devices one by one. */
async function requireBounded(
  scope: Scope,
  match: Match,
  fewest: number | undefined,
  conditions: number,
): Promise<void> {
  const devices = fewest ?? (await countListed(scope))
  if (devices * (match.conditions + conditions - 1) <= testsMax) return
  const text = match.text.length > 200 ? `${match.text.slice(0, 200)}…` : match.text
  const fault = `‘${text}’ would test ${counted(devices, 'device')} one by one. Add a condition with “and” that fewer than ${fewMax.toLocaleString('en')} devices meet, such as a name, a tag or a software product`
  throw invalidField('query', fault)
}

function ownConditions(db: Db, query: ListQuery, watermark: string | undefined): SQL[] {
  const { devices } = db.tables(deviceTables)
  return [
    ...(query.type === undefined ? [] : [eq(devices.type, query.type)]),
    ...(query.segmentId === undefined ? [] : [eq(devices.lastSegmentId, query.segmentId)]),
    ...(query.source === undefined ? [] : [eq(devices.auditSource, query.source)]),
    ...(query.changedSince === undefined ? [] : [gte(devices.modifiedAt, query.changedSince)]),
    ...(query.lastSeenBefore === undefined ? [] : [lt(devices.lastSeen, query.lastSeenBefore)]),
    ...(query.lastSeenSince === undefined ? [] : [gte(devices.lastSeen, query.lastSeenSince)]),
    ...(query.firstSeenSince === undefined ? [] : [gte(devices.firstSeen, query.firstSeenSince)]),
    ...(query.manufacturer === undefined ? [] : [eq(devices.manufacturer, query.manufacturer)]),
    ...(query.hasManufacturer === undefined ? [] : [hasManufacturer(db, query.hasManufacturer)]),
    ...(query.auditProblem === undefined ? [] : [withAuditProblem(db, query.auditProblem)]),
    ...(query.stale === undefined ? [] : [seenSinceWatermark(db, query.stale, watermark)]),
  ]
}

function hasManufacturer(db: Db, isPresent: boolean): SQL {
  const { devices } = db.tables(deviceTables)
  return isPresent ? isNotNull(devices.manufacturer) : isNull(devices.manufacturer)
}

function withAuditProblem(db: Db, isPresent: boolean): SQL {
  const problem = hasAuditProblem(db, db.tables(deviceTables).devices.id)
  return isPresent ? problem : not(problem)
}

/** Without a watermark no device is stale. */
function seenSinceWatermark(db: Db, isStale: boolean, watermark: string | undefined): SQL {
  const { devices } = db.tables(deviceTables)
  if (watermark === undefined) return isStale ? sql`1 = 0` : sql`1 = 1`
  return isStale ? lt(devices.lastSeen, watermark) : gte(devices.lastSeen, watermark)
}

/** Ids of a tag, by its name without regard to case, or by its id. */
async function tagIdsOf(db: Db, siteId: string, tag: string): Promise<string[]> {
  const { tags } = db.tables(deviceTables)
  const key = tag.toLowerCase()
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.siteId, siteId), or(eq(tags.nameKey, key), eq(tags.id, key))))
  return rows.map(({ id }) => id)
}

async function byTag(db: Db, tagIds: readonly string[]): Promise<Candidate> {
  const { devices, deviceTags } = db.tables(deviceTables)
  const tagged = inArray(deviceTags.tagId, [...tagIds])
  const attached = db.select({ id: deviceTags.deviceId }).from(deviceTags)
  const some = db
    .select({ id: deviceTags.deviceId })
    .from(deviceTags)
    .where(tagged)
    .limit(fewMax + 1)
    .as('some')
  const [found] = await db.select({ n: count() }).from(some)
  const ofDevice = db.select({ id: deviceTags.tagId }).from(deviceTags)
  return {
    size: found?.n ?? 0,
    within: amongFound(devices.id, attached.where(tagged).getSQL()),
    condition: exists(ofDevice.where(and(eq(deviceTags.deviceId, devices.id), tagged))),
    // A tag and its devices are on one site. If the text is one tag's name and another's id, a device may have both.
    ...(tagIds.length === 1 ? { count: () => db.$count(deviceTags, tagged) } : {}),
  }
}

async function bySoftware(db: Db, siteId: string, softwareId: string): Promise<Candidate> {
  const { devices } = db.tables(deviceTables)
  const { sizeMax, idsOf, isOf, count } = await devicesWith(db, siteId, softwareId)
  return { size: sizeMax, within: amongFound(devices.id, idsOf.getSQL()), condition: isOf(devices.id), count }
}

async function byWord(db: Db, word: string): Promise<Candidate> {
  const { devices, deviceSearch } = db.tables(deviceTables)
  const condition = deviceSearch.contains(word)
  const found = await db.select({ id: deviceSearch.foundKey }).from(deviceSearch.found(word, foundMax + 1))
  if (found.length <= foundMax) {
    const ids = found.map(({ id }) => id)
    return { size: ids.length, within: among(devices.id, ids), condition }
  }
  const [counted] = await db.select({ n: count() }).from(deviceSearch.matches(word, fewMax + 1))
  return { size: counted?.n ?? 0, within: amongFound(devices.id, deviceSearch.keysOf(word)), condition }
}

/** All conditions as one, evaluated row by row. */
export const eachRow = (conditions: readonly SQL[]): SQL | undefined => and(...conditions.map(rowByRow))
