import { join } from 'node:path'
import { readDescription } from '@rollcall/collector/http/testing/description.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type Description, generateCollection } from './generate-collection.ts'

/** Values that a person fills in. */
const given = { url: 'https://127.0.0.1:8443', clientId: '', clientSecret: '' }
const secret = ['clientSecret', 'token']

/** Writes the Postman collection and its environment. Returns their paths. */
export async function writeCollection(outDir: string): Promise<string[]> {
  const collection = generateCollection(JSON.parse((await readDescription()).text) as Description)
  await makeFolder(outDir, 0o755)
  const files = { collection, environment: environmentOf(collection) }
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const file = join(outDir, `rollcall.postman_${name}.json`)
      await writeFileWhole(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o644 })
      return file
    }),
  )
}

/** Builds the environment with a variable for everything that the requests name. */
function environmentOf(collection: object) {
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const names = [...new Set([...Object.keys(given), ...used])]
  return {
    name: 'Rollcall',
    values: names.map((key) => ({
      key,
      value: new Map(Object.entries(given)).get(key) ?? '',
      type: secret.includes(key) ? 'secret' : 'default',
      enabled: true,
    })),
    _postman_variable_scope: 'environment',
  }
}
