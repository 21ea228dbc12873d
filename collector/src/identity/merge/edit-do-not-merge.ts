import type { DoNotMerge } from '@rollcall/shared/api/device-split.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import { isDoNotMerge, pairOf } from '../../device-records/do-not-merge.ts'
import { type DeviceRecord, type DeviceRow, loadDevices } from '../../device-records/load-devices.ts'
import { type Operation, operationOf } from '../../device-records/operation.ts'
import { findDevice, requireListed } from '../../device-records/require-device.ts'
import { loadSightings } from '../../device-records/sightings.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { foundationOf } from '../../devices/sightings/first-sighting.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { decided } from '../recluster/decide-sightings.ts'
import { requireOther } from './load-whole-device.ts'

/**
 * Records a do-not-merge decision: no rule merges the two devices from then on, and values that both have prove
 * nothing. It also holds for the devices that they return as after a deletion. Repeating it changes nothing.
 */
export async function addDoNotMerge(ctx: Context, id: string, { otherId }: DoNotMerge): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const operation = operationOf(ctx)
    const device = await requireListed(tx, ctx.siteId, id)
    const other = await requireOther(tx, ctx.siteId, device.id, otherId)
    const pair = { ...pairOf(device.id, other.row.id), keptAt: operation.at, keptBy: operation.actor.name }
    const both = await loadDevices(tx, [device.id, other.row.id])
    const seen = await loadSightings(tx, [device.id, other.row.id])
    const decide = (record: DeviceRecord): DeviceChangeset => {
      const own = seen.filter(({ deviceId }) => deviceId === record.row.id)
      const partner = record.row.id === device.id ? other.row.id : device.id
      return {
        ...separation(operation, record.row, { added: [pair], removed: [] }, { to: partner }),
        sightings: { inserted: decided(own, () => foundationOf(record)), touched: [], deleted: [] },
        review: 'closed',
      }
    }
    await applyChangesets(tx, both.map(decide))
  })
}

/**
 * Deletes a do-not-merge decision, also for deleted devices. Sightings stay where they are: only a person merges the
 * two.
 */
export async function removeDoNotMerge(ctx: Context, id: string, otherId: string): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const operation = operationOf(ctx)
    const device = await requireListed(tx, ctx.siteId, id)
    const partner = otherId.toLowerCase()
    const pair = pairOf(device.id, partner)
    if (!(await isDoNotMerge(tx, pair))) {
      throw new DomainError('not_found', 'This device has no do-not-merge decision with a device of this id.')
    }
    const other = await findDevice(tx, ctx.siteId, partner)
    const ours = separation(operation, device, { added: [], removed: [pair] }, { from: partner })
    // Only the change log of a deleted device is left.
    const theirs = { ...entryOf(partner), field: 'keptApart', from: device.id }
    const changes = other ? ours.changes : [...ours.changes, theirs]
    const changesets = other ? [separation(operation, other, { added: [], removed: [] }, { from: device.id })] : []
    await applyChangesets(tx, [{ ...ours, changes }, ...changesets])
  })
}

function separation(
  operation: Operation,
  row: DeviceRow,
  doNotMerge: NonNullable<DeviceChangeset['doNotMerge']>,
  change: Pick<ChangeRow, 'from' | 'to'>,
): DeviceChangeset {
  const changes = [{ ...entryOf(row.id), field: 'keptApart', ...change }]
  return { operation, deviceId: row.id, row: { before: row, after: row }, doNotMerge, changes, events: [] }
}

const entryOf = (deviceId: string) => ({ verb: 'Modified' as const, entity: 'Device', entityId: deviceId, deviceId })
