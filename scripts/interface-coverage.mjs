// `npm run interface-coverage`: writes docs/interface-coverage.md from the tests as they are declared, in some seconds.
import { onNodeForTypeScript } from './set-up/node.mjs'

if (await onNodeForTypeScript(import.meta.url, 'test')) {
  const { writeInterfaceCoverage } = await import('./set-up/interface-coverage.ts')
  process.exit(await writeInterfaceCoverage())
}
