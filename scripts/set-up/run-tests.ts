import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { messageOf } from '@rollcall/shared/errors.ts'
import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node'
import { interfaceCoverage, type ProvingTest } from '../../test/interface/coverage.ts'

type Totals = { passed: number; failed: number; skipped: number }

type Report = (vitest: Vitest) => void

/**
 * Runs every suite (arguments are vitest's) and prints the sums alone on the last line of standard output, after what
 * `report` prints. Resolves to the exit code. A file that does not load and an error outside a test count as failed; so
 * does a run without tests.
 */
export async function runTests(given: readonly string[], report: Report = () => undefined): Promise<number> {
  const args = given.filter((arg) => arg !== '--write-coverage')
  const options = { writeCoverage: args.length < given.length, report }
  const totals = await vitestTotals(args, options).catch((error: unknown) => {
    console.error(`The tests cannot be run: ${messageOf(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  if (totals.passed + totals.failed === 0) totals.failed = 1
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
  console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`)
  return totals.failed === 0 ? 0 : 1
}

async function vitestTotals(
  args: readonly string[],
  { report, ...coverage }: { writeCoverage: boolean; report: Report },
): Promise<Totals> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  // vitest sets the exit code of this process too; ours says the same, from the sums.
  const vitest = await startVitest(filter, { ...options, watch: false })
  try {
    const totals = countTests(vitest)
    // Of a part of the tests, or of tests that fail, nothing can be said about the whole.
    if (args.length === 0 && totals.failed === 0) await addCoverage(vitest, totals, coverage)
    report(vitest)
    return totals
  } finally {
    await vitest.close()
  }
}

const coverageFile = new URL('../../docs/interface-coverage.md', import.meta.url)

/** The table of the interface's rows counts as one test: it is as the tests say, and every row has one. */
async function addCoverage(vitest: Vitest, totals: Totals, { writeCoverage }: { writeCoverage: boolean }) {
  const { document, unproven } = interfaceCoverage(provingTests(vitest))
  if (writeCoverage) await writeFile(coverageFile, document)
  const isCurrent = document === (await readFile(coverageFile, 'utf8').catch(() => ''))
  if (!isCurrent) console.error('docs/interface-coverage.md is not what the tests say: npm test -- --write-coverage')
  if (unproven.length > 0) console.error(`no test proves these rows of the interface: ${unproven.join(', ')}`)
  totals[isCurrent && unproven.length === 0 ? 'passed' : 'failed'] += 1
}

function provingTests(vitest: Vitest): ProvingTest[] {
  return vitest.state.getTestModules().flatMap((module) =>
    [...module.children.allTests('passed')].flatMap((test) => {
      const { proves } = test.meta()
      const file = relative(vitest.config.root, module.moduleId)
      return proves ? [{ file, name: test.fullName, proves }] : []
    }),
  )
}

function countTests(vitest: Vitest): Totals {
  const totals: Totals = { passed: 0, failed: vitest.state.getUnhandledErrors().length, skipped: 0 }
  for (const module of vitest.state.getTestModules()) {
    totals.failed += errorsOutsideTests(module)
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // One that never ran to its end did not pass.
      totals[state === 'pending' ? 'failed' : state] += 1
    }
  }
  return totals
}

/** Files and suites that failed of themselves: a syntax error, a hook that threw. */
function errorsOutsideTests(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length
  return suites + (module.errors().length > 0 ? 1 : 0)
}
