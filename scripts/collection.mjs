// `npm run collection`: writes a Postman collection of the API and its environment into dist/.
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { writeCollection } = await import('./collection/write-collection.ts')
  for (const file of await writeCollection(fileURLToPath(new URL('../dist', import.meta.url)))) console.log(file)
}
