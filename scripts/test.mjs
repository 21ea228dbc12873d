// `npm test`: sets a bare clone up, then runs every suite. Plain JavaScript up to the point where the pinned Node runs.
// `npm run test:faults [-- name …] [-t title] [--rounds N] [--seed N] [--write]` is the same with `--faults` in front: the
// long form of test/faults, and a table of what it found; with --write the table goes into docs/fault-figures.md.
// `npm run test:packages` is the same with `--packages`: every format, architecture and Debian release of the packages.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { installTools } = await import('./set-up/install-tools.ts')
  const { toolsFor } = await import('@rollcall/shared/node/tool-list.ts')
  const { needsOfTests } = await import('./set-up/needs-of-tests.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  const [first, ...rest] = process.argv.slice(2)
  const needs =
    first === '--packages'
      ? { tools: toolsFor('release'), web: true }
      : await needsOfTests(first === '--faults' ? ['test/faults'] : process.argv.slice(2), projectDir)
  // What is missing still is a failed test of test/house/tools.test.ts, counted like every other.
  await installTools(needs.tools, projectDir)
  if (needs.web) {
    const { buildWeb } = await import('./set-up/build-web.ts')
    await buildWeb(projectDir)
  }
  if (first === '--faults') {
    const { runFaultTests } = await import('./set-up/run-fault-tests.ts')
    process.exit(await runFaultTests(rest))
  }
  const { runTests } = await import('./set-up/run-tests.ts')
  if (first === '--packages') {
    const { longFormVariable } = await import('../test/harness/long-form.ts')
    process.env[longFormVariable] = '1'
    process.exit(await runTests(['--project', 'flows', '--no-file-parallelism', 'test/packages', ...rest]))
  }
  const { isLongForm } = await import('../test/harness/long-form.ts')
  if (!isLongForm) {
    const { useMemoryForTemporaryFiles } = await import('./set-up/temporary-files.ts')
    await useMemoryForTemporaryFiles()
  }
  process.exit(await runTests(process.argv.slice(2)))
}
