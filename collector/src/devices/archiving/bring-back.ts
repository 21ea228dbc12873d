import type { Software } from '@rollcall/shared/inventory/software.ts'
import { recordChanges } from '../../changes/record.ts'
import { judgeDevices } from '../../compliance/judge.ts'
import { recordEvents } from '../../events/record.ts'
import { ownerOf } from '../../reconciliation/standing.ts'
import { readSections } from '../../snapshots/sections.ts'
import { replaceInstallations } from '../../software/installations.ts'
import { restoreInstallations } from '../../software/kept-installations.ts'
import { ensureProducts } from '../../software/products.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { attachTags } from '../attach-tags.ts'
import { recordVersions } from '../history/record-versions.ts'
import { syncTagSpans } from '../history/tag-spans.ts'
import { type KnownDevice, loadDevices } from '../load.ts'
import { reviewDuplicates } from '../merging/review-duplicates.ts'

/** A device that is out of the archive, as its row says already. */
export type Returned = {
  deviceId: string
  archivedAt: string | null
  /** Who brought it back: a person, or the part that has seen it again. */
  actor: string
}

/**
 * Gives devices back what they lost to the archive: tags that the catalog still has, and what was installed since when,
 * brought up to date with what has been learned meanwhile. Part of a transaction: call `ctx.wakeOutbox()` after it.
 */
export async function bringBack(tx: Tx, siteId: string, returned: readonly Returned[], now: string): Promise<void> {
  if (returned.length === 0) return
  const ids = returned.map(({ deviceId }) => deviceId)
  const devices = new Map((await loadDevices(tx, ids)).map((device) => [device.row.id, device]))
  const { deviceArchives: archives } = tx.tables(deviceHistoryTables)
  for (const { deviceId, kept } of await tx.select().from(archives).where(among(archives.deviceId, ids))) {
    await attachTags(
      tx,
      siteId,
      kept.tagIds.map((tagId) => ({ deviceId, tagId })),
    )
    await restoreInstallations(tx, deviceId, kept.installations, now)
  }
  for (const device of devices.values()) await installWhatIsThere(tx, device, now)
  await tx.delete(archives).where(among(archives.deviceId, ids))
  await syncTagSpans(tx, siteId, ids, now)
  await recordVersions(
    tx,
    [...devices.values()].map(({ row }) => ({ row, at: now })),
  )
  await reviewDuplicates(tx, siteId, ids)
  await judgeDevices(tx, siteId, ids, now)
  const line = { verb: 'Modified' as const, entity: 'Device', field: 'archivedAt', to: null }
  await recordChanges(
    tx,
    ...returned.map(({ deviceId, archivedAt, actor }) => ({
      siteId,
      actor,
      timestamp: now,
      rows: [{ ...line, entityId: deviceId, deviceId, from: archivedAt }],
    })),
  )
  const events = ids.map((id) => ({
    type: 'device.restored' as const,
    subjectId: id,
    data: { name: devices.get(id)?.row.name },
  }))
  await recordEvents(tx, { siteId, timestamp: now, events })
}

/** A snapshot that came too late to bring it back may have told other software. */
async function installWhatIsThere(tx: Tx, { row, states }: KnownDevice, now: string): Promise<void> {
  const hash = ownerOf(states, 'softwareHash')?.softwareHash
  if (!hash) return
  const software = ((await readSections(tx, [hash])).get(hash) ?? []) as Software[]
  const products = await ensureProducts(tx, row.siteId, software, now)
  await replaceInstallations(tx, new Map([[row.id, software]]), products, now)
}
