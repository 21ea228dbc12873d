import type { DeviceRecord, DeviceRow } from '../../device-records/load-devices.ts'
import type { StoredIdentifier } from '../../matching/candidates.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import { isSameState, originOf, type State, type StateSection, shownReading } from '../../matching/newest-states.ts'
import { chosenForm, formOf, hasForm } from '../../matching/shown-value.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import { changedSources } from '../facts/fact-sources.ts'
import type { DeviceChangeset } from './changeset.ts'

type Between = Pick<
  DeviceChangeset,
  'deviceId' | 'row' | 'identifiers' | 'states' | 'hardware' | 'network' | 'factSources'
>

/** Compares two states of a device; `before` is null for a new one. */
export function changesBetween(before: DeviceRecord | null, after: DeviceRecord): Between {
  const [states, statesBefore] = [after.states, before?.states ?? []]
  const [hardware, network] = [shownHash(states, 'hardware'), shownHash(states, 'network')]
  const isRetyped = before !== null && before.row.type !== after.row.type
  return {
    deviceId: after.row.id,
    row: { before: before?.row ?? null, after: after.row },
    identifiers: identifierChanges(before?.identifiers ?? [], after.identifiers),
    states: stateChanges(statesBefore, states),
    ...(hardware === shownHash(statesBefore, 'hardware') ? {} : { hardware: { hash: hardware } }),
    ...(network === shownHash(statesBefore, 'network') && !isRetyped ? {} : { network: { hash: network } }),
    ...changedSources(statesBefore, states),
  }
}

/**
 * Replaces the installations if another section lists them from now on. Installations of an archived device are written
 * when it is restored.
 */
export function softwareBetween(
  before: readonly State[],
  { row, states }: Pick<DeviceRecord, 'row' | 'states'>,
): Pick<DeviceChangeset, 'software'> {
  const [hash, previousHash] = [shownHash(states, 'software'), shownHash(before, 'software')]
  return hash === previousHash || row.isArchived ? {} : { software: { hash, previousHash } }
}

/** Hash of the section that a device with these states shows; null for none. */
const shownHash = (states: readonly State[], section: StateSection): string | null =>
  shownReading(states, section)?.hash ?? null

export function identifierChanges(
  before: readonly Identifier[],
  after: readonly Identifier[],
): NonNullable<DeviceChangeset['identifiers']> {
  const had = new Map(before.map((row) => [keyOf(row), row]))
  const has = new Set(after.map(keyOf))
  return {
    added: after.filter((row) => !had.has(keyOf(row))),
    updated: after.flatMap((row) => {
      const earlier = had.get(keyOf(row))
      const now = earlier && { ...row, ...chosenForm(earlier, row) }
      return now && !isSame(earlier, now) ? [now] : []
    }),
    removed: before.filter((row: StoredIdentifier) => !has.has(keyOf(row))),
  }
}

const isSame = (a: Identifier, b: Identifier): boolean =>
  a.firstSeen === b.firstSeen && a.lastSeen === b.lastSeen && a.origin === b.origin && hasForm(a, formOf(b))

/** Compares the states of a device. */
export function stateChanges(
  before: readonly State[],
  after: readonly State[],
): NonNullable<DeviceChangeset['states']> {
  const had = new Map(before.map((state) => [originOf(state), state]))
  const has = new Set(after.map(originOf))
  return {
    put: after.filter((state) => {
      const before = had.get(originOf(state))
      return !before || !isSameState(before, state)
    }),
    removed: before.filter((state) => !has.has(originOf(state))),
  }
}

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
