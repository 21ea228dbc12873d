import { messageOf } from '@rollcall/shared/errors.ts'
import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node'
import { isLongForm } from '../../test/harness/long-form.ts'
import { isCoverageCurrent } from './interface-coverage.ts'

type Totals = { passed: number; failed: number; skipped: number }

type Report = (vitest: Vitest) => void

/**
 * Runs every suite (arguments are vitest's) and prints the sums alone on the last line of standard output, after what
 * `report` prints. Resolves to the exit code. A file that does not load and an error outside a test count as failed; so
 * does a run without tests.
 */
export async function runTests(args: readonly string[], report: Report = () => undefined): Promise<number> {
  const totals = await vitestTotals(args, report).catch((error: unknown) => {
    console.error(`The tests cannot be run: ${messageOf(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  if (totals.passed + totals.failed === 0) totals.failed = 1
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
  console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`)
  return totals.failed === 0 ? 0 : 1
}

async function vitestTotals(args: readonly string[], report: Report): Promise<Totals> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  // vitest sets the exit code of this process too; ours says the same, from the sums.
  const vitest = await startVitest(filter, { ...options, watch: false })
  try {
    const totals = countTests(vitest)
    // The document is of the short form. Of a part of it, or of tests that fail, nothing can be said about the whole.
    if (args.length === 0 && !isLongForm && totals.failed === 0)
      totals[(await isCoverageCurrent(vitest)) ? 'passed' : 'failed'] += 1
    report(vitest)
    return totals
  } finally {
    await vitest.close()
  }
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
