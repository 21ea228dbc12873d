import { networkSchema } from '@rollcall/shared/inventory/network.ts'
import { eq } from 'drizzle-orm'
import { ownerOf } from '../../reconciliation/standing.ts'
import { readSections } from '../../snapshots/sections.ts'
import { installationsOf, restoreInstallations } from '../../software/kept-installations.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { KeptDevice } from '../../store/schema/merges.ts'
import type { Db, Tx } from '../../store/store.ts'
import { attachTags } from '../attach-tags.ts'
import { recordVersions } from '../history/record-versions.ts'
import { requestRewrites } from '../history/request-rewrites.ts'
import { syncTagSpans } from '../history/tag-spans.ts'
import { loadDevices } from '../load.ts'
import { replaceStates, writeIdentifiers } from '../write.ts'
import { writeAnnounced } from '../write-announced.ts'

/** A device with all that is kept of it beside its snapshots; undefined where there is none of this id. */
export async function loadWhole(db: Db, deviceId: string): Promise<KeptDevice | undefined> {
  const [known] = await loadDevices(db, [deviceId])
  if (!known) return undefined
  const { deviceTags } = db.tables(deviceTables)
  const tags = await db.select({ id: deviceTags.tagId }).from(deviceTags).where(eq(deviceTags.deviceId, deviceId))
  return { ...known, tagIds: tags.map(({ id }) => id), installations: await installationsOf(db, deviceId) }
}

/** The same of one that this transaction has found to be there. */
export async function requireWhole(db: Db, deviceId: string): Promise<KeptDevice> {
  const whole = await loadWhole(db, deviceId)
  if (!whole) throw new Error(`device ${deviceId} went while it was read`)
  return whole
}

/**
 * Makes a device what this says, in everything; its snapshots are there already. Tags that the catalog no longer has
 * are left out.
 */
export async function writeWhole(tx: Tx, device: KeptDevice, now: string): Promise<void> {
  const { row, identifiers, states, tagIds, installations } = device
  const { id, siteId } = row
  const { devices, deviceIdentifiers, deviceTags } = tx.tables(deviceTables)
  await tx.insert(devices).values(row).onConflictDoUpdate({ target: devices.id, set: row })
  await tx.delete(deviceIdentifiers).where(eq(deviceIdentifiers.deviceId, id))
  await writeIdentifiers(
    tx,
    siteId,
    identifiers.map((identifier) => ({ ...identifier, deviceId: id })),
    [],
  )
  await replaceStates(tx, id, states)
  await tx.delete(deviceTags).where(eq(deviceTags.deviceId, id))
  await attachTags(
    tx,
    siteId,
    tagIds.map((tagId) => ({ deviceId: id, tagId })),
  )
  const hash = ownerOf(states, 'networkHash')?.networkHash
  const sections = await readSections(tx, hash ? [hash] : [])
  await writeAnnounced(tx, new Map([[id, networkSchema.parse(sections.get(hash ?? '') ?? {})]]))
  await requestRewrites(tx, siteId, [{ deviceId: id, from: row.firstSeen }])
  if (row.isArchived) return
  await restoreInstallations(tx, id, installations, now)
  await syncTagSpans(tx, siteId, [id], now)
  await recordVersions(tx, [{ row, at: now }])
}
