import { mergeFields } from '../../reconciliation/device-fields.ts'
import { ownerOf } from '../../reconciliation/standing.ts'
import { endOfTime, type StateAt, statesAt } from '../../snapshots/as-of.ts'
import { replaceInstallations } from '../../software/installations.ts'
import { ensureProducts } from '../../software/products.ts'
import type { KeptDevice } from '../../store/schema/merges.ts'
import type { Tx } from '../../store/store.ts'
import { fieldsOfStates } from '../fields-of-states.ts'
import type { DeviceRow } from '../load.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../row-fields.ts'
import { writeWhole } from './whole-device.ts'

/** Writes a device with what its snapshots say, where they are no longer those that it had. */
export async function writeTold(
  tx: Tx,
  device: KeptDevice,
  set: Partial<DeviceRow> & { modifiedAt: string },
): Promise<DeviceRow> {
  const { id, siteId } = device.row
  const now = set.modifiedAt
  const states = await statesAt(tx, id, endOfTime)
  const had = new Set(device.states.map(({ snapshotId }) => snapshotId))
  const isSame = states.length === had.size && states.every(({ snapshotId }) => had.has(snapshotId))
  const told = isSame ? undefined : fieldsOfStates(states)
  const fields = fieldsOfRow(device.row)
  const row = withKeys({
    ...device.row,
    ...(told ? mergeFields(fields, told, 'current') : fields),
    ...currentAudit(states),
    ...set,
  })
  await writeWhole(tx, { ...device, row, states }, now)
  const owner = ownerOf(states, 'softwareHash') as StateAt | undefined
  if (!row.isArchived && owner?.softwareHash !== ownerOf(device.states, 'softwareHash')?.softwareHash) {
    const software = owner?.data.software ?? []
    await replaceInstallations(tx, new Map([[id, software]]), await ensureProducts(tx, siteId, software, now), now)
  }
  return row
}
