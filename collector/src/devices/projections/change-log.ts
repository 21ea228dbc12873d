import { type ChangeRow, recordChanges } from '../../change-log/record-changes.ts'
import type { Products } from '../../software/catalog/products.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Writes change log entries. */
export const changeLog: Projection = {
  async apply(tx, changesets, { siteId, at, products }) {
    const entries = changesets.map((changeset) => ({
      siteId,
      actor: changeset.operation.actor,
      timestamp: at,
      observedAt: changeset.operation.observedAt,
      rows: rowsOf(changeset, products),
    }))
    await recordChanges(tx, ...entries.filter(({ rows }) => rows.length > 0))
  },
}

/** Maximum number of entries for one changeset. A last one gives the number of omitted ones. */
export const changeRowsMax = 10_000

function rowsOf({ deviceId, changes, softwareChanges = [] }: DeviceChangeset, products: Products): ChangeRow[] {
  const ofSoftware = softwareChanges.slice(0, changeRowsMax).map(({ verb, name, from, to, item }) => ({
    ...{ verb, entity: 'Software', entityId: products.of(item)?.id ?? deviceId, deviceId },
    ...{ field: name, from, to },
  }))
  const rows = [...changes, ...ofSoftware].slice(0, changeRowsMax)
  const left = changes.length + softwareChanges.length - rows.length
  if (left === 0) return rows
  return [...rows, { verb: 'Modified', entity: 'Device', entityId: deviceId, deviceId, to: `${left} more changes` }]
}
