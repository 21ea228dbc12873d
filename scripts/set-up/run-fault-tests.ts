import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { counted } from '@rollcall/shared/counted.ts'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import type { Vitest } from 'vitest/node'
import { type FaultFigures, faultTable } from '../../test/faults/support/figures.ts'
import { roundsVariable, seedVariable } from '../../test/faults/support/rounds.ts'
import { longFormVariable } from '../../test/harness/long-form.ts'
import { runTests } from './run-tests.ts'

const figuresFile = fileURLToPath(new URL('../../docs/fault-figures.md', import.meta.url))
const roundsDefault = '100'
const heading = `# Figures of the fault tests

The last figures of each fault, written by \`npm run test:faults -- --write\`. *Accepted* things were answered as stored.
*Lost* ones are missing from the store afterwards, and *duplicated* ones are in it twice. Recovery is the time until everything works again.
`

/** Runs the fault tests whose files have one of the names, or all of them. Resolves to the exit code. */
export async function runFaultTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: roundsDefault },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      testNamePattern: { type: 'string', short: 't' },
    },
  })
  process.env[longFormVariable] = '1'
  process.env[roundsVariable] = values.rounds
  process.env[seedVariable] = values.seed
  const files =
    positionals.length > 0
      ? positionals.flatMap((name) => [`test/faults/${name}`, `test/faults/long/${name}`])
      : ['test/faults/']
  const only = values.testNamePattern ? ['-t', values.testNamePattern] : []
  // One after the other: they measure how long it takes until all works again.
  return runTests(['--project', 'flows', '--no-file-parallelism', ...only, ...files], (vitest) => {
    const figures = figuresIn(vitest)
    const measuredOn = new Date().toISOString().slice(0, 10)
    console.log(`\n${faultTable(figures, measuredOn)}`)
    if (!values.write) return
    const earlier = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8') : ''
    const machine = `${counted(cpus().length, 'core')} (${cpus()[0]?.model}), Node ${process.version}, seed ${values.seed}`
    const text = `${heading}\n${faultTable(figures, measuredOn, earlier)}\nLast run: ${machine}.\n`
    writeFileWholeSync(figuresFile, text, { mode: 0o644 })
  })
}

function figuresIn(vitest: Vitest): FaultFigures[] {
  return vitest.state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()])
    .flatMap((test) => test.meta().faultFigures ?? [])
}
