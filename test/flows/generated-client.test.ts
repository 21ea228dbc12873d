import { cp, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { proves } from '../interface/proves.ts'
import { type OpenApi, readOpenApi } from './support/openapi.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const answersSchema = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
)

let up: Up
let openApi: OpenApi
/** Folder with a generated client and a program that uses it, as an integrator would have. */
let project: TmpFolder

beforeAll(async () => {
  up = await startUp()
  project = await tmpFolder()
  const description: unknown = (await up.api.get('/api/openapi.json', { token: null })).json()
  openApi = readOpenApi(description)
  await cp(join(import.meta.dirname, 'generated-client'), project.path, { recursive: true })
  await symlink(join(root, 'node_modules'), join(project.path, 'node_modules'))
  await generateApi({
    spec: description as Parameters<typeof generateApi>[0]['spec'],
    output: project.path,
    fileName: 'client.ts',
    httpClientType: 'fetch',
    moduleNameFirstTag: true,
    silent: true,
  })
})
afterAll(async () => {
  await up?.stop()
  await project?.remove()
})

test(
  'a client generated from the description calls every operation',
  proves('general.openapi', 'versioning.openapi', 'general.camelCase'),
  async () => {
    const built = await runProcess(join(root, 'node_modules/.bin/tsc'), ['-p', project.path], { timeoutMs: 60_000 })
    expect(built.stdout).toBe('')

    const created = await up.cli(
      ...['app-registration', 'create', '--name', 'generated', '--capability', 'Administrator', '--json'],
    )
    const { clientId, clientSecret } = createdAppRegistrationSchema
      .pick({ clientId: true, clientSecret: true })
      .parse(created.json())
    const answersFile = join(project.path, 'answers.json')
    const main = join(project.path, 'built', 'main.js')
    const { url, siteId, caFile } = up.facts
    const walk = await runProcess(process.execPath, [main, url, clientId, clientSecret, siteId, answersFile], {
      timeoutMs: 90_000,
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile },
    })
    const answers = answersSchema.parse(JSON.parse(await readFile(answersFile, 'utf8')))
    expect(walk.code, walk.stderr).toBe(0)

    for (const { method, path, body, ...answer } of answers) {
      openApi.check(method, path, { ...answer, body: Buffer.from(body) })
    }
    const good = answers.filter(({ status }) => status >= 200 && status < 300)
    const walked = new Set(good.map(({ method, path }) => openApi.operationOf(method, path)))
    // A bulk operation of one device ends before it can be cancelled; http/v1/bulk-operations.test.ts cancels.
    // Nothing waits to be confirmed while the clock is right; test/faults/clock.test.ts confirms.
    const unwalked = ['POST /api/v1/bulk-operations/{id}/cancel', 'POST /api/v1/alerts/{id}/confirm']
    expect(openApi.operations.filter((operation) => !walked.has(operation))).toEqual(unwalked)

    const places = good
      .filter(({ path, body }) => path.startsWith('/api/v1/') && body !== '')
      .flatMap(({ path, body }) => fieldsIn(JSON.parse(body)).map(([name, value]) => ({ path, name, value })))
    expect(places.length).toBeGreaterThan(1000)
    expect(places.filter(({ name, value }) => !isAsDecided(name, value))).toEqual([])
  },
)

/** Fields that contain names chosen by devices and people. */
const foreign = ['customFields', 'data']

function fieldsIn(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  return Object.entries(value).flatMap(([name, each]): [string, unknown][] =>
    foreign.includes(name) ? [[name, each]] : [[name, each], ...fieldsIn(each)],
  )
}

/** Keys are camelCase, ids UUIDv7, times UTC with milliseconds. */
function isAsDecided(name: string, value: unknown): boolean {
  if (!/^[a-z][a-zA-Z]*$/.test(name)) return false
  if (typeof value !== 'string') return true
  if (/^(id|\w+Id)$/.test(name) && !/^(clientId|accessKeyId)$/.test(name)) {
    return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value)
  }
  const isTime = /(?:At|Date|Seen|Run|Start|End)$|^timestamp$/.test(name)
  return !isTime || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}
