import { expect, it } from 'vitest'
import {
  isSameState,
  joinStates,
  newestStates,
  readingOf,
  type State,
  shownReading,
  shownReadings,
} from './newest-states.ts'

const time = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString()

const state = (day: number, sections: string, rest: Partial<State> = {}): State => ({
  source: 'Agent',
  depth: 'audit',
  snapshotId: `${rest.source ?? 'Agent'} ${day}`,
  observationId: `observation ${day}`,
  auditDate: time(day),
  hardwareHash: sections.includes('h') ? `hardware of ${day}` : null,
  softwareHash: sections.includes('s') ? `software of ${day}` : null,
  networkHash: sections.includes('n') ? `network of ${day}` : null,
  customFieldsHash: sections.includes('c') ? `fields of ${day}` : null,
  earlier: null,
  ...rest,
})

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries()) {
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest]
  }
}

it('joins the states of a source to the newest snapshot and the newest reading of each section, in every order', () => {
  const states = [state(1, 'hsc'), state(2, 's'), state(3, 'hn'), state(4, ''), state(5, 'n')]
  for (const order of ordersOf(states)) {
    const joined = order.reduce(joinStates)
    expect(joined).toMatchObject({ snapshotId: 'Agent 5', auditDate: time(5) })
    const readings = (['hardware', 'software', 'network', 'customFields'] as const).map((section) =>
      readingOf(joined, section),
    )
    expect(readings).toEqual([
      expect.objectContaining({ hash: 'hardware of 3', snapshotId: 'Agent 3', auditDate: time(3) }),
      expect.objectContaining({ hash: 'software of 2', snapshotId: 'Agent 2', auditDate: time(2) }),
      expect.objectContaining({ hash: 'network of 5', snapshotId: 'Agent 5', auditDate: time(5) }),
      expect.objectContaining({ hash: 'fields of 1', snapshotId: 'Agent 1', auditDate: time(1) }),
    ])
    expect(isSameState(joined, states.reduce(joinStates))).toBe(true)
    // Any grouping gives the same, so two devices can be merged.
    const halves = [order.slice(0, 2).reduce(joinStates), order.slice(2).reduce(joinStates)]
    expect(isSameState(halves.reduce(joinStates), joined)).toBe(true)
  }
})

it('returns the first state itself if the other adds nothing', () => {
  const joined = joinStates(state(1, 'hs'), state(2, 'n'))
  expect(joinStates(joined, state(1, 'hs'))).toBe(joined)
  expect(joinStates(joined, state(1, 'c'))).not.toBe(joined)
})

it('keeps the states of different sources apart', () => {
  const states = [state(1, 's'), state(2, '', { source: 'Import' }), state(3, '')]
  expect(newestStates(states).map(({ snapshotId }) => snapshotId)).toEqual(['Agent 3', 'Import 2'])
})

it('counts the age of a section from its reading, not from the newest snapshot of its source', () => {
  const agent = joinStates(state(1, 's'), state(20, 'n'))
  const scan = state(10, 's', { source: 'Service' })
  expect(shownReading([agent, scan], 'software')).toMatchObject({ hash: 'software of 10', source: 'Service' })
  expect(shownReading([joinStates(state(5, 's'), agent), scan], 'software')).toMatchObject({ hash: 'software of 5' })
})

it('fills only the sections that the current snapshot lacks', () => {
  const shown = shownReadings([
    state(1, 'sh'),
    state(2, 'h', { source: 'Service' }),
    state(3, 'nc', { source: 'Service', depth: 'discovery' }),
  ])
  expect(shown.hardware).toMatchObject({ hash: 'hardware of 2' })
  expect(shown.software).toMatchObject({ hash: 'software of 1' })
  expect(shown.network).toMatchObject({ hash: 'network of 3' })
  expect(shownReadings([]).software).toBeUndefined()
})
