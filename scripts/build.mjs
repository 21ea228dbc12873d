// `npm run build`: builds the web interface, where its sources have changed, and writes the bill of materials of the
// release. `npm start` and `npm test` build the web interface themselves.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { buildWeb } = await import('./set-up/build-web.ts')
  const { writeSbom } = await import('./set-up/write-sbom.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  await buildWeb(projectDir)
  console.log(`Bill of materials: ${await writeSbom(projectDir)}`)
}
