import type { ChangeRow } from '../changes/record.ts'
import { attachTags } from '../devices/attach-tags.ts'
import { noteAutoTags } from '../devices/note-auto-tags.ts'
import type { Tx } from '../store/store.ts'
import type { Placement } from './place.ts'
import { isListed } from './returned.ts'
import type { World } from './world.ts'

type Tagged = {
  /** Ids of the devices that have got a tag. */
  tagged: string[]
  /** Of those that were there before, what the change log is to say, by the observation that brought the tag. */
  tagLines: ReadonlyMap<Placement, readonly ChangeRow[]>
}

/** Attaches the Auto tags that observations bring. */
export async function attachAutoTags(
  tx: Tx,
  { siteId, now }: World,
  placements: readonly Placement[],
): Promise<Tagged> {
  const brought = placements.filter(
    (found) => isListed(found) && (found.item.delivery.autoTagId ?? found.item.delivery.autoTag) !== undefined,
  )
  const tagged = await attachTags(
    tx,
    siteId,
    brought.map(({ entry, item: { delivery } }) => ({
      deviceId: entry.row.id,
      tagId: delivery.autoTagId,
      tagName: delivery.autoTag,
    })),
  )
  if (tagged.length === 0) return { tagged, tagLines: new Map() }
  const known = new Set(brought.flatMap(({ entry: { rowBefore } }) => rowBefore?.id ?? []))
  const lines = await noteAutoTags(tx, siteId, tagged, known, now)
  const byDevice = Map.groupBy(brought, ({ entry }) => entry.row.id)
  const first = [...lines].flatMap(([id, rows]) =>
    (byDevice.get(id) ?? []).slice(0, 1).map((found) => [found, rows] as const),
  )
  return { tagged, tagLines: new Map(first) }
}
