import { join } from 'node:path'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { testApp } from './app.ts'

/** For tests and generators: returns the OpenAPI description as the collector serves it, and the routes of the app. */
export async function readDescription() {
  const folder = await tmpFolder()
  const store = await openStore({ engine: 'sqlite', file: join(folder.path, 'empty.db') })
  try {
    await store.migrate(await readMigrations('sqlite'))
    const app = await testApp(store)
    const text = await (await app.call('GET', '/api/openapi.json', { token: null })).text()
    return { text, routes: app.routes }
  } finally {
    await store.close()
    await folder.remove()
  }
}
