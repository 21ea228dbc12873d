import { expect, it } from 'vitest'
import { createRunLimit } from './run-limit.ts'

/** Counts a run if the limit allows one. */
function take(limit: ReturnType<typeof createRunLimit>): boolean {
  if (limit.isReached()) return false
  limit.count()
  return true
}

it('allows some runs at once, and then one in each period', () => {
  let nowMs = 0
  const limit = createRunLimit({ runsMax: 3, everyMs: 600_000, nowMs: () => nowMs })
  const runsAtMs: number[] = []
  for (; nowMs <= 3_600_000; nowMs += 10_000) if (take(limit)) runsAtMs.push(nowMs)
  expect(runsAtMs).toEqual([0, 10_000, 20_000, ...[1, 2, 3, 4, 5, 6].map((period) => period * 600_000)])
})

it('saves up no more than the runs that may follow each other', () => {
  let nowMs = 0
  const limit = createRunLimit({ runsMax: 2, everyMs: 1_000, nowMs: () => nowMs })
  nowMs = 3_600_000
  expect([take(limit), take(limit), take(limit)]).toEqual([true, true, false])
})
