// `npm run build`: builds the web interface, where its sources have changed. `npm start`, `npm test` and
// `npm run release` do it themselves.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { buildWeb } = await import('./set-up/build-web.ts')
  await buildWeb(fileURLToPath(new URL('..', import.meta.url)))
}
