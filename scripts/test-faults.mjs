// `npm run test:faults [-- name …] [--rounds N] [--seed N] [--write]`: the long form of test/faults, and a table of what
// it found; with --write the table goes into docs/fault-figures.md.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { installTools } = await import('./set-up/install-tools.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  await installTools('test', projectDir)
  const { buildWeb } = await import('./set-up/build-web.ts')
  await buildWeb(projectDir)
  const { runFaultTests } = await import('./set-up/run-fault-tests.ts')
  process.exit(await runFaultTests(process.argv.slice(2)))
}
