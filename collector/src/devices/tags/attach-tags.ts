import { newId } from '@rollcall/shared/ids.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { insertChunks, valueChunks } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/** A tag by its id, or by its name, which is created if the catalog lacks it. */
type AutoTag = { deviceId: string; tagId?: string | undefined; tagName?: string | undefined }

/**
 * Attaches Auto tags. A tag that was deleted meanwhile is left out; an attached one stays. Returns the devices that got a
 * tag.
 */
export async function attachTags(tx: Tx, siteId: string, wanted: readonly AutoTag[]): Promise<string[]> {
  if (wanted.every(({ tagId, tagName }) => tagId === undefined && tagName === undefined)) return []
  const { deviceTags } = tx.tables(deviceTables)
  const byName = await ensureTags(tx, siteId, new Set(wanted.flatMap(({ tagName }) => tagName ?? [])))
  const existing = await existingTags(tx, siteId, new Set(wanted.flatMap(({ tagId }) => tagId ?? [])))
  const pairs = wanted.flatMap(({ deviceId, tagId, tagName }) =>
    [tagId !== undefined && existing.has(tagId) ? tagId : undefined, byName.get(tagName?.toLowerCase() ?? '')].flatMap(
      (id) => (id === undefined ? [] : [{ deviceId, tagId: id }]),
    ),
  )
  const tagged: string[] = []
  for (const chunk of insertChunks(deviceTags, pairs)) {
    const added = await tx
      .insert(deviceTags)
      .values(chunk)
      .onConflictDoNothing()
      .returning({ deviceId: deviceTags.deviceId })
    tagged.push(...added.map(({ deviceId }) => deviceId))
  }
  return tagged
}

async function existingTags(tx: Tx, siteId: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  const { tags } = tx.tables(deviceTables)
  const found = new Set<string>()
  for (const chunk of valueChunks([...ids])) {
    const rows = await tx
      .select({ id: tags.id })
      .from(tags)
      .where(and(eq(tags.siteId, siteId), inArray(tags.id, chunk)))
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** Ids of tags by name in lower case. */
async function ensureTags(tx: Tx, siteId: string, names: ReadonlySet<string>): Promise<Map<string, string>> {
  const { tags } = tx.tables(deviceTables)
  const rows = [...names].map((name) => ({ id: newId(), siteId, name, nameKey: name.toLowerCase(), colour: null }))
  for (const chunk of insertChunks(tags, rows)) await tx.insert(tags).values(chunk).onConflictDoNothing()
  const found = new Map<string, string>()
  for (const chunk of valueChunks(rows.map(({ nameKey }) => nameKey))) {
    const stored = await tx
      .select({ id: tags.id, nameKey: tags.nameKey })
      .from(tags)
      .where(and(eq(tags.siteId, siteId), inArray(tags.nameKey, chunk)))
    for (const { id, nameKey } of stored) found.set(nameKey, id)
  }
  return found
}
