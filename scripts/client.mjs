// `npm run client`: writes the types of the client from the OpenAPI description, and packs the client into dist/.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { makeFolder } = await import('@rollcall/shared/node/durable-files.ts')
  const { writeTypes } = await import('./client/write-types.ts')
  const { packClient } = await import('./client/pack-client.ts')
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  const outDir = join(projectDir, 'dist')
  await writeTypes(projectDir)
  await makeFolder(outDir, 0o755)
  console.log(await packClient(projectDir, outDir))
}
