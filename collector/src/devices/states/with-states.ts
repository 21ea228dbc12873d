import type { DeviceRow } from '../../device-records/load-devices.ts'
import { mergeFields } from '../../matching/device-fields.ts'
import type { StateAt } from '../../snapshots/read/as-of.ts'
import type { WholeDevice } from '../../store/schema/merges.ts'
import { stateChanges } from '../changeset/between.ts'
import { fieldsOfStates } from './fields-of-states.ts'
import { currentAudit, fieldsOfRow, withKeys } from './row-fields.ts'

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
