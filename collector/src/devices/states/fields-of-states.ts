import type { DeviceRow } from '../../device-records/load-devices.ts'
import { type DeviceFields, describe, mergeFields } from '../../matching/device-fields.ts'
import { currentOf, isNewer, ownerOf } from '../../matching/newest-states.ts'
import type { StateAt } from '../../snapshots/read/as-of.ts'
import type { WholeDevice } from '../../store/schema/merges.ts'
import { stateChanges } from '../changeset/between.ts'
import { currentAudit, fieldsOfRow, withKeys } from './row-fields.ts'

/**
 * Combines a device's snapshots: the one that counts as a whole, and values that only the others have, such as the
 * earlier snapshot of a section that the newest one lacks. undefined without snapshots.
 */
export function fieldsOfStates(states: readonly StateAt[]): DeviceFields | undefined {
  const owner = ownerOf(states) ?? currentOf(states)
  if (!owner) return undefined
  const all = states.flatMap((state) => [state, ...state.before])
  const others = all.filter((state) => state !== owner).sort((a, b) => (isNewer(a, b) ? -1 : 1))
  return others.reduce((fields, state) => mergeFields(fields, fieldsOfState(state), 'fill'), fieldsOfState(owner))
}

/** Fields of a device by one snapshot. */
export const fieldsOfState = ({ source, identity, report, data: { hardware, network } }: StateAt): DeviceFields =>
  describe({ ...report, source, identity, hardware, network })

/** Replaces a device's newest snapshots. If they changed, its record shows them. */
export function withStates(device: WholeDevice, states: StateAt[], set: Partial<DeviceRow>): WholeDevice {
  const { put, removed } = stateChanges(device.states, states)
  const isSame = put.length + removed.length === 0
  const shown = isSame ? undefined : fieldsOfStates(states)
  const fields = fieldsOfRow(device.row)
  const row = withKeys({
    ...device.row,
    ...(shown ? mergeFields(fields, shown, 'current') : fields),
    ...currentAudit(states),
    ...set,
  })
  return { ...device, row, states }
}
