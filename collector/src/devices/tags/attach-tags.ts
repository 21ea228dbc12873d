import { newId } from '@rollcall/shared/ids.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'
import type { TagRef } from '../changeset/changeset.ts'

type AutoTag = TagRef & { deviceId: string }

/** Attaches Auto tags. A tag that was deleted meanwhile is left out; an attached one stays. */
export async function attachTags(tx: Tx, siteId: string, wanted: readonly AutoTag[]): Promise<void> {
  if (wanted.every(({ tagId, tagName }) => tagId === undefined && tagName === undefined)) return
  const { deviceTags } = tx.tables(deviceTables)
  const byName = await ensureTags(tx, siteId, new Set(wanted.flatMap(({ tagName }) => tagName ?? [])))
  const existing = await existingTags(tx, siteId, new Set(wanted.flatMap(({ tagId }) => tagId ?? [])))
  const pairs = wanted.flatMap(({ deviceId, tagId, tagName }) =>
    [tagId !== undefined && existing.has(tagId) ? tagId : undefined, byName.get(tagName?.toLowerCase() ?? '')].flatMap(
      (id) => (id === undefined ? [] : [{ deviceId, tagId: id }]),
    ),
  )
  await tx.upsertRows(deviceTags, pairs, { target: ['deviceId', 'tagId'], set: [] })
}

async function existingTags(tx: Tx, siteId: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  const { tags } = tx.tables(deviceTables)
  const rows = await tx.rowsAmong(tags, [...ids], { key: 'id', and: { siteId }, columns: ['id'] })
  return new Set(rows.map(({ id }) => id))
}

/** Ids of tags by name in lower case. */
async function ensureTags(tx: Tx, siteId: string, names: ReadonlySet<string>): Promise<Map<string, string>> {
  const { tags } = tx.tables(deviceTables)
  const rows = [...names].map((name) => ({ id: newId(), siteId, name, nameKey: name.toLowerCase(), colour: null }))
  await tx.upsertRows(tags, rows, { target: ['siteId', 'nameKey'], set: [] })
  const nameKeys = rows.map(({ nameKey }) => nameKey)
  const stored = await tx.rowsAmong(tags, nameKeys, { key: 'nameKey', and: { siteId }, columns: ['id', 'nameKey'] })
  return new Map(stored.map(({ id, nameKey }) => [nameKey, id]))
}
