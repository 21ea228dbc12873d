import { expect, it } from 'vitest'
import { interfaceCoverage } from './coverage.ts'

it('lists each row with its tests, and the rows without one', () => {
  const { document, unproven } = interfaceCoverage([
    { file: 'b.test.ts', name: 'edits <all> | none', proves: ['devices.patch', 'errors.400'] },
    { file: 'a.test.ts', name: 'edits', proves: ['devices.patch'] },
  ])
  expect(document).toContain('only what is in the body | `a.test.ts` edits<br>`b.test.ts` edits &lt;all> \\| none |\n')
  expect(unproven).toContain('devices.delete')
  expect(unproven).not.toContain('devices.patch')
  expect(unproven).not.toContain('errors.400')
})

it('shows at most three tests of a row', () => {
  const tests = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ file: 'x.test.ts', name, proves: ['devices.get'] as const }))
  expect(interfaceCoverage(tests).document).toContain('`x.test.ts` c<br>and 2 more |')
})
