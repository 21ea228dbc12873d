// `npm run bench [-- name …]`: measures side by side with a peer or a baseline, prints tables, and with --write keeps
// them in docs/performance.md.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { toolsFor } = await import('@rollcall/shared/node/tool-list.ts')
  const { installTools } = await import('./set-up/install-tools.ts')
  await installTools(toolsFor('test'), fileURLToPath(new URL('..', import.meta.url)))
  const { buildProgram } = await import('./set-up/build-program.ts')
  await buildProgram(fileURLToPath(new URL('..', import.meta.url)))
  const { bench } = await import('../test/bench/main.ts')
  process.exitCode = await bench(process.argv.slice(2))
}
