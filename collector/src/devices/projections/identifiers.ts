import { isRandomMac } from '@rollcall/shared/inventory/junk/addresses.ts'
import { isDistinctive, reviewDuplicates } from '../../device-records/likely-duplicates.ts'
import type { StoredIdentifier } from '../../matching/candidates.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { type DeviceChangeset, idsOf, isArchived, isDeleted, isRestored } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Writes identifiers, and the likely duplicates that follow from them. */
export const identifiers: Projection = {
  async apply(tx, changesets, { siteId }) {
    const { deviceIdentifiers } = tx.tables(deviceTables)
    const { put, removed } = lastChanges(changesets)
    await tx.deleteRows(deviceIdentifiers, removed, ['deviceId', 'kind', 'value'])
    await tx.upsertRows(
      deviceIdentifiers,
      put.map((row) => ({ ...row, siteId })),
      { target: ['deviceId', 'kind', 'value'], set: ['reported', 'manufacturer', 'firstSeen', 'lastSeen', 'origin'] },
    )
    await reviewDuplicates(tx, siteId, [...new Set(idsOf(changesets, changesDuplicates))])
  },
  async touch(tx, snapshots) {
    const seen = snapshots.flatMap(({ deviceId, identifiers: due, auditDate: lastSeen, source: origin }) =>
      due.map(({ kind, value }) => ({ deviceId, kind, value, lastSeen, origin })),
    )
    const { deviceIdentifiers } = tx.tables(deviceTables)
    await tx.updateRows(deviceIdentifiers, seen, { key: ['deviceId', 'kind', 'value'], set: ['lastSeen', 'origin'] })
  },
}

type OfDevice<T> = T & { deviceId: string }

/** The last change of each identifier. */
function lastChanges(changesets: readonly DeviceChangeset[]) {
  const put = new Map<string, OfDevice<Identifier>>()
  const removed = new Map<string, OfDevice<StoredIdentifier>>()
  for (const { deviceId, identifiers: each } of changesets) {
    for (const row of each?.removed ?? []) {
      removed.set(`${deviceId} ${keyOf(row)}`, { ...row, deviceId })
      put.delete(`${deviceId} ${keyOf(row)}`)
    }
    for (const row of [...(each?.added ?? []), ...(each?.updated ?? [])]) {
      put.set(`${deviceId} ${keyOf(row)}`, { ...row, deviceId })
      removed.delete(`${deviceId} ${keyOf(row)}`)
    }
  }
  return { put: [...put.values()], removed: [...removed.values()] }
}

/**
 * Reports whether the device's likely duplicates may have changed. Two of one name are likely only while they have the
 * same address. Two with random MAC addresses are no longer likely when the earlier one is seen again.
 */
function changesDuplicates(changeset: DeviceChangeset): boolean {
  if (isDeleted(changeset)) return false
  const { identifiers: each, doNotMerge, row, sharesDnsName } = changeset
  const changed = [...(each?.added ?? []), ...(each?.removed ?? [])]
  const changesEvidence = row?.before ? changed.length > 0 : changed.some(isDistinctive) || sharesDnsName === true
  const isSeenAgain = each?.updated.some(({ kind, value }) => kind === 'mac' && isRandomMac(value)) ?? false
  return changesEvidence || isSeenAgain || doNotMerge !== undefined || isArchived(changeset) || isRestored(changeset)
}
