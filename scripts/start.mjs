// `npm start`: from a bare clone to a running collector. Plain JavaScript up to the point where the pinned Node runs.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'run')) {
  const { toolsFor } = await import('@rollcall/shared/node/tool-list.ts')
  const { installTools } = await import('./set-up/install-tools.ts')
  const { buildWeb } = await import('./set-up/build-web.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  await installTools(toolsFor('run'), projectDir)
  await buildWeb(projectDir)
  const { buildProgram } = await import('./set-up/build-program.ts')
  const rollcall = await buildProgram(projectDir)
  process.argv = [process.execPath, rollcall, 'up', ...process.argv.slice(2)]
  await import(pathToFileURL(rollcall).href)
}
