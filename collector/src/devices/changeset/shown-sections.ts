import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { State, StateSection } from '../../matching/newest-states.ts'
import { changedSources } from '../facts/fact-sources.ts'
import { shownHash } from './between.ts'

type Shown = { row: Pick<DeviceRow, 'type' | 'isArchived'>; states: readonly State[] }

/**
 * Sections that an observation shows from now on, and those that the device's facts come from. Sections that the newest snapshot lacks stay as they were.
 */
export function shownSections(before: Shown, { row, states }: Shown) {
  const changed = (section: StateSection, isShownAnew = false) => {
    const [hash, previousHash] = [shownHash(states, section), shownHash(before.states, section)]
    return hash === null || (hash === previousHash && !isShownAnew) ? undefined : { hash, previousHash }
  }
  const [hardware, software] = [changed('hardware'), changed('software')]
  const network = changed('network', before.row.type !== row.type)
  return {
    ...changedSources(before.states, states),
    ...(hardware && { hardware }),
    ...(network && { network }),
    ...(software && !row.isArchived ? { software } : {}),
  }
}
