// `npm test`: sets a bare clone up, then runs every suite. Plain JavaScript up to the point where the pinned Node runs.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { installTools } = await import('./set-up/install-tools.ts')
  // What is missing still is a failed test of test/house/tools.test.ts, counted like every other.
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  await installTools('test', projectDir)
  const { buildWeb } = await import('./set-up/build-web.ts')
  await buildWeb(projectDir)
  const { runTests } = await import('./set-up/run-tests.ts')
  process.exit(await runTests(process.argv.slice(2)))
}
