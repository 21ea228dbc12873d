import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../test/harness/tmp.ts'
import { isDue, isRunDue, lastRunPath, recordRun } from './due.ts'

const minuteMs = 60_000
const agentId = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'
const noonMs = Date.UTC(2026, 10, 20, 12)

/** Returns the times of the runs that a timer with this period makes, in minutes from noon. */
function runsOf(
  schedule: Parameters<typeof isDue>[0],
  { everyMinutes, minutes, lateMs = () => 0 }: { everyMinutes: number; minutes: number; lateMs?: () => number },
): number[] {
  const runs: number[] = []
  let lastMs = 0
  for (let at = 0; at <= minutes; at += everyMinutes) {
    const nowMs = noonMs + at * minuteMs + lateMs()
    if (!isDue(schedule, lastMs, nowMs)) continue
    lastMs = nowMs
    runs.push(at)
  }
  return runs
}

describe('a run of the timer', () => {
  it.each([
    [5, 5],
    [15, 5],
    [45, 5],
    [60, 60],
    [360, 60],
    [1440, 60],
  ])('is due once in an interval of %i minutes, with a timer of %i', (intervalMinutes, everyMinutes) => {
    const minutes = 10 * intervalMinutes
    for (const jitterMinutes of [undefined, 0, intervalMinutes]) {
      const runs = runsOf({ agentId, intervalMinutes, jitterMinutes }, { everyMinutes, minutes })
      expect(runs.length).toBeGreaterThanOrEqual(10)
      expect(runs.length).toBeLessThanOrEqual(12)
    }
  })

  it('is due as often with a timer that starts some seconds early or late', () => {
    let turn = 0
    const lateMs = () => (turn++ % 2 === 0 ? 20_000 : -20_000)
    for (const share of [0, 1, 2, 3, 4, 5]) {
      const schedule = { agentId: `${share}`, intervalMinutes: 120, jitterMinutes: 0 }
      const runs = runsOf(schedule, { everyMinutes: 60, minutes: 24 * 60, lateMs })
      expect(runs.length).toBeGreaterThanOrEqual(12)
      expect(runs.length).toBeLessThanOrEqual(14)
    }
  })

  it('spreads the runs of a fleet over the jitter within days, though its machines were started together', () => {
    const byHour = new Map<number, number>()
    const week = { everyMinutes: 15, minutes: 7 * 1440 }
    for (let machine = 0; machine < 300; machine += 1) {
      const last = runsOf({ agentId: `agent-${machine}`, intervalMinutes: 1440, jitterMinutes: 600 }, week).at(-1) ?? 0
      const hour = Math.floor(last / 60) % 24
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
    }
    // From midnight to ten and one period of the timer, where minute 0 is noon.
    expect([...byHour.keys()].sort((a, b) => a - b).slice(0, 10)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21])
    expect(Math.max(...byHour.keys())).toBeLessThanOrEqual(22)
    for (const count of byHour.values()) expect(count).toBeLessThan(60)
  })

  it('is due after a clock that was years ahead or behind was set', () => {
    const schedule = { agentId, intervalMinutes: 360 }
    expect(isDue(schedule, Date.UTC(2099, 0), noonMs)).toBe(true)
    expect(isDue(schedule, 0, noonMs)).toBe(true)
  })
})

describe('the record of the last run', () => {
  let folder: TmpFolder
  beforeEach(async () => {
    folder = await tmpFolder()
  })
  afterEach(() => folder.remove())
  const config = { agentId, intervalMinutes: 1440 }

  it('makes further runs not due', async () => {
    expect(await isRunDue(folder.path, config)).toBe(true)
    await recordRun(folder.path)
    expect(await isRunDue(folder.path, config)).toBe(false)
    expect(await isRunDue(folder.path, { agentId })).toBe(true)
  })

  it.each([
    ['is damaged', '{"atMs":'],
    ['is empty', ''],
    ['has no number', '{"atMs":"now","version":"0.1.0"}'],
    ['is of another version', JSON.stringify({ atMs: Date.now(), version: '0.0.1' })],
  ])('makes a run due if it %s', async (_case, text) => {
    await writeFile(lastRunPath(folder.path), text)
    expect(await isRunDue(folder.path, config)).toBe(true)
  })
})
