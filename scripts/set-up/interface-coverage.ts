import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { createVitest, type Vitest } from 'vitest/node'
import { interfaceCoverage, type ProvingTest } from '../../test/interface/coverage.ts'

const file = fileURLToPath(new URL('../../docs/interface-coverage.md', import.meta.url))

/** Writes docs/interface-coverage.md from the tests as they are declared; none is run. Resolves to the exit code. */
export async function writeInterfaceCoverage(): Promise<number> {
  const vitest = await createVitest({ watch: false, reporters: [] })
  try {
    const files = await vitest.globTestSpecifications()
    // Other files may start something as soon as they are loaded.
    const proving = files.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').includes('proves('))
    const { unhandledErrors } = await vitest.collectTests(proving)
    const problems = [
      ...unhandledErrors.map(String),
      ...vitest.state.getTestModules().flatMap((module) => module.errors().map(({ message }) => message)),
    ]
    if (problems.length > 0) throw new Error(problems.join('\n'))
    const { document, unproven } = interfaceCoverage(provingTests(vitest))
    await writeFileWhole(file, document, { mode: 0o644 })
    if (unproven.length > 0) console.error(`no test proves these rows of the interface: ${unproven.join(', ')}`)
    return unproven.length === 0 ? 0 : 1
  } finally {
    await vitest.close()
  }
}

/** After a whole run: whether the file is what the tests that passed say, and each row has one. */
export async function isCoverageCurrent(vitest: Vitest): Promise<boolean> {
  const { document, unproven } = interfaceCoverage(provingTests(vitest, 'passed'))
  const isCurrent = document === (await readFile(file, 'utf8').catch(() => ''))
  if (!isCurrent) console.error('docs/interface-coverage.md is not what the tests say: npm run interface-coverage')
  if (unproven.length > 0) console.error(`no test proves these rows of the interface: ${unproven.join(', ')}`)
  return isCurrent && unproven.length === 0
}

function provingTests(vitest: Vitest, state?: 'passed'): ProvingTest[] {
  return vitest.state.getTestModules().flatMap((module) =>
    [...module.children.allTests(state)].flatMap((test) => {
      const { proves } = test.meta()
      const name = relative(vitest.config.root, module.moduleId)
      return proves ? [{ file: name, name: test.fullName, proves }] : []
    }),
  )
}
