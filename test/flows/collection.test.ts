import { readFile } from 'node:fs/promises'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import newman, { type NewmanRunExecution } from 'newman'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { writeCollection } from '../../scripts/collection/write-collection.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

const requestSchema = z.looseObject({
  name: z.string(),
  request: z.looseObject({ method: z.string(), url: z.looseObject({ raw: z.string() }) }),
})
const collectionSchema = z.looseObject({
  item: z.array(z.looseObject({ name: z.string(), item: z.array(requestSchema) })),
})
const environmentSchema = z.looseObject({ values: z.array(z.looseObject({ key: z.string(), value: z.string() })) })
const pathsSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

let up: Up
let folder: TmpFolder
let collection: z.infer<typeof collectionSchema>
let environment: z.infer<typeof environmentSchema>

beforeAll(async () => {
  folder = await tmpFolder()
  const [collectionFile = '', environmentFile = ''] = await writeCollection(folder.path)
  collection = collectionSchema.parse(JSON.parse(await readFile(collectionFile, 'utf8')))
  environment = environmentSchema.parse(JSON.parse(await readFile(environmentFile, 'utf8')))
  up = await startUp()
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

const requests = () => collection.item.flatMap(({ item }) => item)

test('the collection has each operation of the description once, and a variable for each id', async () => {
  const { paths } = pathsSchema.parse((await up.api.get('/api/openapi.json')).json())
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} {{url}}${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const collected = requests().map(({ request }) => `${request.method} ${request.url.raw}`)
  expect(collected.sort()).toEqual(described.sort())
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
  expect(new Set(environment.values.map(({ key }) => key))).toEqual(
    new Set([...used, 'url', 'clientId', 'clientSecret']),
  )
})

/** Requests that cannot succeed here, or not at this place of a run. */
const left: readonly [path: RegExp, reason: string][] = [
  [/events$/, 'the answer never ends'],
  [/(merge|unmerge|split|keep-apart|diff\/:otherId)$/, 'needs a second record'],
  [/devices\/:id\/(tags|audit)$/, 'needs a tag of this name, or a device of a segment'],
  [/tasks\/:id\/audit$/, 'needs a host that the task found'],
  [/\/ignore$/, 'deletes the device that later requests need'],
  [/\/me(\/|$)/, 'only for a person'],
  [/(\/confirm|\/cancel)$/, 'nothing waits'],
  [/\/undo$/, 'needs a bulk operation that has ended'],
  [/(settings\/.+\/test|sign-in-settings\/test|sign-in-settings)$/, 'needs a mail server, a bucket or an issuer'],
]

test('the requests of each folder succeed with the ids that earlier requests have stored', async () => {
  const cli = ['app-registration', 'create', '--name', 'Postman', '--capability', 'Administrator', '--json']
  const { clientId, clientSecret } = createdAppRegistrationSchema
    .pick({ clientId: true, clientSecret: true })
    .parse((await up.cli(...cli)).json())
  const { url, siteId, auditServiceId } = up.facts
  const given = new Map(Object.entries({ url, siteId, auditServiceId, clientId, clientSecret }))
  const values = environment.values.map((each) => ({ ...each, value: given.get(each.key) ?? each.value }))
  const isChosen = ({ request: { method, url } }: z.infer<typeof requestSchema>) =>
    method !== 'DELETE' && !left.some(([path]) => path.test(url.raw))
  const item = collection.item.map((each) => ({ ...each, item: each.item.filter(isChosen) }))
  expect(item.filter((each) => each.item.length === 0)).toEqual([])
  const executions = await run({ ...collection, item }, { ...environment, values })
  const failed = executions.filter(({ response }) => !response || response.code >= 300)
  expect(failed.map(({ item, response }) => `${item.name}: ${response?.code} ${response?.text()}`)).toEqual([])
  expect(executions).toHaveLength(item.flatMap((each) => each.item).length)
})

function run(collection: object, environment: object): Promise<NewmanRunExecution[]> {
  return new Promise((resolve, reject) => {
    newman.run(
      { collection, environment, sslExtraCaCerts: up.facts.caFile, timeoutRequest: 30_000 },
      (error, summary) => (error ? reject(error) : resolve(summary.run.executions)),
    )
  })
}
