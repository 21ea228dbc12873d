// `npm start`: from a bare clone to a running collector. Plain JavaScript up to the point where the pinned Node runs.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'run')) {
  const { installTools } = await import('./set-up/install-tools.ts')
  const { buildWeb } = await import('./set-up/build-web.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  await installTools('run', projectDir)
  await buildWeb(projectDir)
  const rollcall = new URL('../cli/bin/rollcall.js', import.meta.url)
  process.argv = [process.execPath, fileURLToPath(rollcall), 'up', ...process.argv.slice(2)]
  await import(rollcall.href)
}
