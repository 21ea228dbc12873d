import { and, asc, eq, or, sql } from 'drizzle-orm'
import { searchWords } from '../devices/list/search-text.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { among, lowerAscii } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { indexedCharactersMin } from '../store/text-index/text-index.ts'
import { type Hit, shownColumns } from './find-by-identifiers.ts'

/** `isExact`: one word is the whole name of the port or user. */
type TermHit = Hit & { isExact: boolean }

/** Maximum number of terms that one word may find. Hundreds of switches have a port of the same name. */
const candidatesMax = 2_000

/**
 * Finds ports and signed-in users. Each word has to be in the term or among the fields of its device, so that
 * `access-1-2 Gi1/0/6` finds one port.
 */
export async function findByTerms(db: Db, siteId: string, q: string, limit: number): Promise<TermHit[]> {
  const { devices, deviceTerms, deviceTermSearch, deviceSearch } = db.tables(deviceTables)
  const words = searchWords(q)
  const indexed = words.filter((word) => [...word].length >= indexedCharactersMin)
  const ids = new Set<string>()
  for (const word of indexed) {
    const rows = await db.select({ id: deviceTermSearch.foundKey }).from(deviceTermSearch.found(word, candidatesMax))
    for (const { id } of rows) ids.add(id)
  }
  if (ids.size === 0) return []
  const isWhole = or(...words.map((word) => sql`lower(${deviceTerms.value}) = ${lowerAscii(word)}`))
  const anywhere = words.map((word) => or(deviceTermSearch.contains(word), deviceSearch.contains(word)))
  const rows = await db
    .select({
      kind: deviceTerms.kind,
      value: deviceTerms.value,
      alias: deviceTerms.alias,
      device: shownColumns(db),
    })
    .from(deviceTerms)
    .innerJoin(devices, eq(devices.id, deviceTerms.deviceId))
    .where(
      and(among(deviceTerms.id, [...ids]), eq(deviceTerms.siteId, siteId), eq(devices.isArchived, false), ...anywhere),
    )
    .orderBy(sql`${isWhole} desc`, asc(devices.nameKey), asc(deviceTerms.id))
    .limit(limit)
  return rows.map(({ kind, value, alias, device }) => ({
    device,
    isExact: words.some((word) => word === value.toLowerCase()),
    ...(kind === 'port'
      ? { matched: null, port: { name: value, alias } }
      : { matched: { kind, value: alias === null ? value : `${value} (${alias})` }, port: null }),
  }))
}
