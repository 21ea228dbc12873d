import { expect, it } from 'vitest'
import { createChangeDetector, tickMs } from './change-detector.ts'

/** Returns the seconds at which a change is reported, given the seconds at which the software changes. */
function reportsOf(changesAtS: readonly number[], untilS: number): number[] {
  let nowMs = 0
  const readState = () => `${changesAtS.filter((atS) => atS * 1000 <= nowMs).length}`
  const changes = createChangeDetector(readState, () => nowMs)
  const reports: number[] = []
  for (; nowMs <= untilS * 1000; nowMs += tickMs) {
    if (!changes.isDue()) continue
    reports.push(nowMs / 1000)
    changes.reported()
  }
  return reports
}

const everySecond = (fromS: number, toS: number) => Array.from({ length: toS - fromS + 1 }, (_, index) => fromS + index)

it('reports nothing while the software stays the same', () => {
  expect(reportsOf([], 3_600)).toEqual([])
})

it('reports a change once, after a tick without another one', () => {
  expect(reportsOf([1], 600)).toEqual([20])
})

it('reports the changes of one transaction together', () => {
  expect(reportsOf(everySecond(1, 15), 600)).toEqual([30])
})

it('reports changes that never end within 45 seconds of the first one', () => {
  expect(reportsOf(everySecond(1, 600), 90)).toEqual([40, 80])
})

it('reports a change that was made while the one before was reported', () => {
  expect(reportsOf([1, 21], 600)).toEqual([20, 40])
})

it('keeps a change that may not be reported yet', () => {
  let state = 'a'
  const changes = createChangeDetector(
    () => state,
    () => 0,
  )
  state = 'b'
  expect([changes.isDue(), changes.isDue(), changes.isDue()]).toEqual([false, true, true])
  changes.reported()
  expect(changes.isDue()).toBe(false)
})
