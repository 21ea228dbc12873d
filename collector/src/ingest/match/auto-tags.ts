import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { DeviceChangeset, TagRef } from '../../devices/changeset/changeset.ts'
import { readAutoTags } from '../../devices/tags/read-auto-tags.ts'
import type { Db } from '../../store/store.ts'
import type { Prepared } from '../accept/prepare.ts'

type CatalogTag = { id: string; name: string }

export type AutoTags = {
  /** Tags that observations attach, by id, and by name in lower case. */
  tags: ReadonlyMap<string, CatalogTag>
  /** Keys of the devices' tags. */
  attached: ReadonlyMap<string, ReadonlySet<string>>
}

/** Loads the tags that observations attach, and the tags of the devices. */
export async function loadAutoTags(
  db: Db,
  siteId: string,
  observations: readonly Prepared[],
  deviceIds: readonly string[],
): Promise<{ tags: Map<string, CatalogTag>; attached: Map<string, ReadonlySet<string>> }> {
  const ids = new Set(observations.flatMap(({ delivery }) => delivery.autoTagId ?? []))
  const names = new Set(observations.flatMap(({ delivery }) => delivery.autoTag?.toLowerCase() ?? []))
  if (ids.size + names.size === 0) return { tags: new Map(), attached: new Map() }
  const { tags, attached } = await readAutoTags(db, siteId, { ids: [...ids], names: [...names] }, deviceIds)
  return {
    tags: new Map(tags.flatMap((tag) => [[tag.id, tag as CatalogTag] as const, [tag.nameKey, tag] as const])),
    attached: new Map(
      [...Map.groupBy(attached, ({ deviceId }) => deviceId)].map(([id, own]) => [
        id,
        new Set(own.map(({ tagId }) => tagId)),
      ]),
    ),
  }
}

export type NewTag = { key: string; name: string; ref: TagRef }

/** Tags that an observation adds to a device. A tag that was deleted meanwhile is left out. */
export function newTags({ tags, attached }: AutoTags, deviceId: string, { delivery }: Prepared): NewTag[] {
  const { autoTagId, autoTag } = delivery
  const byId = autoTagId === undefined ? undefined : tags.get(autoTagId)
  const byName = autoTag === undefined ? undefined : tags.get(autoTag.toLowerCase())
  const found = [...new Set([byId, byName])].flatMap((tag) =>
    tag ? [{ key: tag.id, name: tag.name, ref: { tagId: tag.id } }] : [],
  )
  const made =
    autoTag === undefined || byName ? [] : [{ key: autoTag.toLowerCase(), name: autoTag, ref: { tagName: autoTag } }]
  const has = attached.get(deviceId)
  return [...found, ...made].filter(({ key }) => !has?.has(key))
}

/** Adds tags to a changeset. A new device's own entry in the change log is enough. */
export function withTags(changeset: DeviceChangeset, tags: readonly NewTag[]): DeviceChangeset {
  const { deviceId, row, tags: before, changes } = changeset
  if (tags.length === 0) return changeset
  const entry = { verb: 'Modified' as const, entity: 'Device', entityId: deviceId, deviceId, field: 'tags' }
  const entries: ChangeRow[] = row.before ? tags.map(({ name: to }) => ({ ...entry, to })) : []
  return {
    ...changeset,
    tags: { attached: [...(before?.attached ?? []), ...tags.map(({ ref }) => ref)], detached: before?.detached ?? [] },
    changes: [...changes, ...entries],
  }
}
