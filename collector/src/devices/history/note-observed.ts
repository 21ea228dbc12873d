import { type DeviceFields, mergeFields } from '../../reconciliation/device-fields.ts'
import type { Tx } from '../../store/store.ts'
import type { DeviceRow } from '../load.ts'
import { fieldsOfRow } from '../row-fields.ts'
import { type Change, recordVersions } from './record-versions.ts'
import { requestRewrites } from './request-rewrites.ts'
import { isSameListed } from './versions.ts'

/** An observation, and what came of it. */
type Observed = {
  entry: { rowBefore: DeviceRow | undefined }
  item: { observedAt: string; fields: DeviceFields }
  /** The record of its device after it. */
  row: DeviceRow
  /** Undefined where it left no snapshot. */
  state: object | undefined
}

/**
 * Keeps what lists as of a time show, in the transaction that stored the observations. One that comes in its time
 * begins a version where it changes what is shown; what one tells of the past is found out later.
 */
export async function noteObserved(tx: Tx, siteId: string, observed: readonly Observed[]): Promise<void> {
  const changes: Change[] = []
  const reopened: { deviceId: string; from: string }[] = []
  const rows = new Map<string, DeviceRow>()
  for (const each of observed) {
    const { row, item, entry } = each
    const { observedAt } = item
    const before = rows.get(row.id) ?? entry.rowBefore
    rows.set(row.id, row)
    const isShown = !row.isArchived && !(before && isSameListed(before, row))
    if (isShown) changes.push({ row, at: observedAt })
    if (before && changesPast(each, before)) reopened.push({ deviceId: row.id, from: observedAt })
  }
  await recordVersions(tx, changes)
  await requestRewrites(tx, siteId, reopened)
}

/** It is older than what is known, which has either changed since or is not what it says. */
function changesPast({ item: { observedAt, fields }, state }: Observed, known: DeviceRow): boolean {
  if (observedAt < known.firstSeen) return true
  if (!state || observedAt >= known.lastSeen) return false
  const before = fieldsOfRow(known)
  const told = mergeFields(before, fields, 'current')
  const isAsNow = (Object.keys(before) as (keyof DeviceFields)[]).every((key) => before[key] === told[key])
  return known.modifiedAt > observedAt || !isAsNow
}
