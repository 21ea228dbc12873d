import type { DeviceQuery } from '@rollcall/shared/api/device.ts'
import { and, count, eq, exists, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { devicesWith } from '../../software/installations/devices-with-software.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among, rowByRow } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { indexedCharactersMin } from '../../store/text-index/text-index.ts'
import { staleBefore } from '../stale/stale-watermark.ts'
import { searchWords } from './search-text.ts'

/** Ids so few that they are looked up one by one, and sorted. What more devices match is read in the order it is shown in. */
export const fewMax = 5_000

/** The same of a tag or a product alone. How many there are needs no look at them, so the other way costs less sooner. */
const aloneFewMax = fewMax / 2

/** Ids so few that they are read at once, rather than counted first. */
export const handfulMax = 200

/** What a list is narrowed by. */
export type Narrowed = {
  /** Condition that only a few devices meet, found by an index; undefined when there is none. */
  few: SQL | undefined
  /** Conditions on a device's own row, beside `few`. */
  conditions: SQL[]
  /** Counts what matches without a look at the devices: a tag or a product of many is all that a list is narrowed by. */
  countAlone: (() => Promise<number>) | undefined
  /** The words of `q`, where they are the only thing. */
  onlyWords: string[] | undefined
}

/** `within` is the condition as an index is searched for it, `condition` as it is looked at row by row. */
type Candidate = { size: number; within: SQL; condition: SQL; count?: () => Promise<number> }

/** Finds out how a query is best answered: what it names may be on a few devices or on all. */
export async function narrow(db: Db, siteId: string, query: DeviceQuery): Promise<Narrowed> {
  const { deviceSearch } = db.tables(deviceTables)
  const words = searchWords(query.q)
  const long = words.filter((word) => [...word].length >= indexedCharactersMin)
  const tagIds = query.tag === undefined ? undefined : await tagIdsOf(db, siteId, query.tag)
  const candidates = [
    ...(tagIds ? [await byTag(db, tagIds)] : []),
    ...(query.softwareId === undefined ? [] : [await bySoftware(db, siteId, query.softwareId)]),
    ...(await Promise.all(long.map((word) => byWord(db, word)))),
  ].sort((a, b) => a.size - b.size)
  const mark = query.stale === undefined ? undefined : await staleBefore(db, siteId)
  const own = ownConditions(db, query, mark)
  const [first, ...others] = candidates
  // Archived devices have neither tags nor software that would count.
  const isAlone = own.length + words.length + others.length === 0 && query.archived !== true
  const countAlone = isAlone ? first?.count : undefined
  const few = candidates.find(({ size }) => size <= (countAlone ? aloneFewMax : fewMax))
  const conditions = [
    ...own,
    ...candidates.filter((candidate) => candidate !== few).map(({ condition }) => condition),
    ...words.filter((word) => !long.includes(word)).map((word) => deviceSearch.contains(word)),
  ]
  return {
    few: few?.within,
    conditions,
    countAlone: few ? undefined : countAlone,
    onlyWords: words.length > 0 && own.length === 0 && candidates.length === long.length ? words : undefined,
  }
}

function ownConditions(db: Db, query: DeviceQuery, mark: string | undefined): SQL[] {
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
    ...(query.stale === undefined ? [] : [seenSinceMark(db, query.stale, mark)]),
  ]
}

function hasManufacturer(db: Db, isKnown: boolean): SQL {
  const { devices } = db.tables(deviceTables)
  return isKnown ? isNotNull(devices.manufacturer) : isNull(devices.manufacturer)
}

/** Without a mark none is stale. */
function seenSinceMark(db: Db, isStale: boolean, mark: string | undefined): SQL {
  const { devices } = db.tables(deviceTables)
  if (mark === undefined) return isStale ? sql`1 = 0` : sql`1 = 1`
  return isStale ? lt(devices.lastSeen, mark) : gte(devices.lastSeen, mark)
}

/** By the tag's name, whatever its case, or its id. */
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
    within: inArray(devices.id, sql`${attached.where(tagged)}`),
    condition: exists(ofDevice.where(and(eq(deviceTags.deviceId, devices.id), tagged))),
    // A tag is of one site, and so are the devices it is on. Of two, one named by the other's id, a device may have both.
    ...(tagIds.length === 1 ? { count: () => db.$count(deviceTags, tagged) } : {}),
  }
}

async function bySoftware(db: Db, siteId: string, softwareId: string): Promise<Candidate> {
  const { devices } = db.tables(deviceTables)
  const { sizeMax, idsOf, isOf, count } = await devicesWith(db, siteId, softwareId)
  return { size: sizeMax, within: inArray(devices.id, idsOf), condition: isOf(devices.id), count }
}

async function byWord(db: Db, word: string): Promise<Candidate> {
  const { devices, deviceSearch } = db.tables(deviceTables)
  const condition = deviceSearch.contains(word)
  const handful = await db.select({ id: deviceSearch.foundKey }).from(deviceSearch.found(word, handfulMax + 1))
  if (handful.length <= handfulMax) {
    const ids = handful.map(({ id }) => id)
    return { size: ids.length, within: among(devices.id, ids), condition }
  }
  const [found] = await db.select({ n: count() }).from(deviceSearch.matches(word, fewMax + 1))
  return { size: found?.n ?? 0, within: inArray(devices.id, deviceSearch.keysOf(word)), condition }
}

/** All conditions as one, to be looked at row by row. */
export const eachRow = (conditions: readonly SQL[]): SQL | undefined => and(...conditions.map(rowByRow))
