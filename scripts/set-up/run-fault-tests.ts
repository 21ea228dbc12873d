import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import type { Vitest } from 'vitest/node'
import { type FaultFigures, faultTable } from '../../test/faults/support/figures.ts'
import { roundsVariable, seedVariable } from '../../test/faults/support/rounds.ts'
import { runTests } from './run-tests.ts'

const figuresFile = fileURLToPath(new URL('../../docs/fault-figures.md', import.meta.url))
const roundsDefault = '100'

/** Runs the fault tests whose files have one of the names, or all of them. Resolves to the exit code. */
export async function runFaultTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: roundsDefault },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
    },
  })
  process.env[roundsVariable] = values.rounds
  process.env[seedVariable] = values.seed
  const files = positionals.length > 0 ? positionals.map((name) => `test/faults/${name}`) : ['test/faults/']
  // One after the other: they measure how long it takes until all works again.
  return runTests(['--project', 'flows', '--no-file-parallelism', ...files], (vitest) => {
    const table = `${faultTable(figuresIn(vitest))}\n${values.rounds} rounds where a round is short, seed ${values.seed}; ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}.\n`
    console.log(`\n${table}`)
    if (values.write) writeFileWholeSync(figuresFile, `# Figures of the fault tests\n\n${table}`, { mode: 0o644 })
  })
}

function figuresIn(vitest: Vitest): FaultFigures[] {
  return vitest.state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()])
    .flatMap((test) => test.meta().faultFigures ?? [])
}
