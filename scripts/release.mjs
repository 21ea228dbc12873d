// `npm run release [-- --part NAME --arch NAME --format NAME --out FOLDER --sign KEY]`: builds the packages of a release into
// dist/.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { toolsFor } = await import('@rollcall/shared/node/tool-list.ts')
  const { installTools } = await import('./set-up/install-tools.ts')
  const { buildWeb } = await import('./set-up/build-web.ts')
  const { release } = await import('./release/release.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  const { OperatorError } = await import('@rollcall/shared/errors.ts')
  try {
    await installTools(toolsFor('release'), projectDir)
    await buildWeb(projectDir)
    await release(process.argv.slice(2), projectDir)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    console.error(`The release cannot be built: ${error.message}`)
    process.exitCode = 1
  }
}
