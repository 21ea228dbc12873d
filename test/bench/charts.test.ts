import { expect, test } from 'vitest'
import { growthChart, ratioChart } from './charts.ts'
import { type Report, show } from './report.ts'

const report = (rest: Partial<Report>): Report => ({ title: 'Ingest', method: '', rows: [], ...rest })
const row = { work: 'a <b>', ours: '', against: '', target: '' }

test('a rate of three times the peer is drawn left of 1, a time of three times right of it', () => {
  const x = (svg: string) => Number(/cx="([\d.]+)"/.exec(svg)?.[1])
  const one = (svg: string) => Number(/class="one" d="M([\d.]+)/.exec(svg)?.[1])
  const rate = ratioChart([report({ rows: [{ ...row, ratio: show([3], ''), higherIsBetter: true }] })])
  const time = ratioChart([report({ rows: [{ ...row, ratio: show([3], '') }] })])
  expect(x(rate)).toBeLessThan(one(rate))
  expect(x(time)).toBeGreaterThan(one(time))
  expect(rate).toContain('Ingest: a &lt;b>')
})

test('a curve of two sizes is a line with two points', () => {
  const points = [
    { size: 10_000, value: 1.5 },
    { size: 100_000, value: 2.5 },
  ]
  expect(growthChart([report({ curves: [{ work: 'a', points }] })])).toMatch(/class="curve" d="M[\d. ]+L[\d. ]+"/)
})
