import { expect, test } from 'vitest'
import { compareRatios, type Figures } from './figures.ts'
import { exponentOf, type Row, show } from './report.ts'

const figures = (row: Pick<Row, 'ratio' | 'higherIsBetter'>): Figures => ({
  scan: {
    machine: '',
    reports: [{ title: 'Scan', method: '', rows: [{ work: 'a', ours: '', against: '', target: '', ...row }] }],
  },
})
const changeOf = (now: number[], before: number[], more?: Pick<Row, 'higherIsBetter'>) =>
  compareRatios(figures({ ratio: show(now, ''), ...more }), figures({ ratio: show(before, ''), ...more }), '1.0.0')
    ?.split('\n')
    .at(-1)

test('a ratio of times that grew beyond its range is worse, one of rates better', () => {
  expect(changeOf([1.5, 1.6], [1, 1.1])).toContain('1.48, **worse**')
  expect(changeOf([1.5, 1.6], [1, 1.1], { higherIsBetter: true })).toContain('1.48, **better**')
  expect(changeOf([0.5], [1, 1.1])).toContain('0.48, **better**')
})

test('ratios whose ranges overlap, or that differ little, are not judged', () => {
  expect(changeOf([1.5, 1], [1, 1.1])).toMatch(/ 1\.19 \|$/)
  expect(changeOf([1.1], [1])).toMatch(/ 1\.10 \|$/)
})

test('a row that the earlier release did not measure is new', () => {
  expect(compareRatios(figures({ ratio: show([1], '') }), {}, '1.0.0')).toMatch(/ new \|$/)
})

test('the exponent of a quadratic growth is 2, of a constant 0', () => {
  expect(exponentOf([10, 100, 1000].map((size) => ({ size, value: size ** 2 })))).toBeCloseTo(2)
  expect(exponentOf([10, 1000].map((size) => ({ size, value: 5 })))).toBeCloseTo(0)
})
