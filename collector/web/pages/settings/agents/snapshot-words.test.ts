import { expect, test } from 'vitest'
import { timeOfDay } from '../../../ui/time-format.ts'
import { snapshotForecast, snapshotResult } from './snapshot-words.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

test.each([
  ['watches', { watching: true }, 'within a minute'],
  [
    'watches and got the request',
    { watching: true, snapshotRequestedAt: at(0), nextSnapshotBy: at(1) },
    'within a min',
  ],
  ['does not answer', { watching: true, snapshotRequestedAt: at(-3), nextSnapshotBy: at(-2) }, 'The agent is late'],
  ['runs later', { nextSnapshotBy: at(65) }, `by ${timeOfDay(at(65))} at the latest`],
  ['runs tomorrow', { nextSnapshotBy: at(26 * 60) }, '2026'],
  ['missed its run', { nextSnapshotBy: at(-5) }, `it was expected by ${timeOfDay(at(-5))}`],
  ['is not in contact', {}, 'has not been in contact lately'],
])('says when the snapshot of an agent arrives that %s', (_, agent, words) => {
  const state = { watching: false, snapshotRequestedAt: null, nextSnapshotBy: null, ...agent }
  expect(snapshotForecast(state, now)).toContain(words)
})

const requestedAt = at(-1)
const refusal = (minutes: number) => ({ at: at(minutes), reason: 'The body is not valid.' })
test.each([
  ['no request was made', null, { lastSeen: at(0) }, undefined],
  ['the request is open', requestedAt, { snapshotRequestedAt: requestedAt, lastSeen: at(-2) }, undefined],
  ['a snapshot came', requestedAt, { lastSeen: at(0) }, 'received'],
  ['a snapshot was refused', requestedAt, { lastSeen: at(-2), refusal: refusal(0) }, 'refused'],
  ['an earlier one was refused', requestedAt, { lastSeen: at(0), refusal: refusal(-5) }, 'received'],
])('returns the result when %s', (_, requested, state, result) => {
  const agent = { snapshotRequestedAt: null, refusal: null, ...state }
  expect(snapshotResult(agent, requested)).toBe(result)
})
