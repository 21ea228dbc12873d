import { type DeviceFields, describe, mergeFields } from '../../matching/device-fields.ts'
import { currentOf, isNewer, ownerOf } from '../../matching/newest-states.ts'
import type { StateAt } from '../../snapshots/read/as-of.ts'

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
