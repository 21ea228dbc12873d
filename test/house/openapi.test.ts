import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signedHeaders } from '@rollcall/collector/activity/notifications/signed-post.ts'
import { anyText } from '@rollcall/collector/http/openapi/examples.ts'
import { tags } from '@rollcall/collector/http/openapi/tags.ts'
import { readDescription } from '@rollcall/collector/http/testing/description.ts'
import { eventTypes } from '@rollcall/shared/api/event.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { readOpenApi } from '../flows/support/openapi.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { proves } from '../interface/proves.ts'

/** Smaller objects may occur inline at several places. */
const inlineBytesMax = 400
const root = fileURLToPath(new URL('../..', import.meta.url))

type Media = {
  schema?: { $ref?: string; format?: string }
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Answer = { $ref?: string; content?: Record<string, Media> }
type Parameter = {
  name: string
  description?: string
  schema: { description?: string; enum?: unknown; format?: string }
}
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters?: ({ $ref: string } | Parameter)[]
  requestBody?: Answer
  responses: Record<string, Answer>
}
type Document = {
  webhooks: Record<string, Record<string, Operation>>
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Parameters<typeof z.fromJSONSchema>[0]>
    responses: Record<string, Answer>
    securitySchemes: Record<string, object>
  }
}

let file: string
let document: Document
let routes: { method: string; path: string }[]
let operations: (Operation & { where: string; method: string; path: string })[]
let folder: Awaited<ReturnType<typeof tmpFolder>>

beforeAll(async () => {
  folder = await tmpFolder()
  const description = await readDescription()
  const { text } = description
  file = join(folder.path, 'openapi.json')
  await writeFile(file, text)
  document = JSON.parse(text) as Document
  routes = description.routes
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({
      ...each,
      method,
      path,
      where: `${method.toUpperCase()} ${path}`,
    })),
  )
})
afterAll(() => folder?.remove())

test('the description passes the recommended rules of redocly', proves('general.openapi'), async () => {
  const run = await runProcess(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', '--extends', 'recommended', '--format', 'json', file],
    { timeoutMs: 60_000, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  )
  const { totals, problems } = JSON.parse(run.stdout) as { totals: object; problems: object[] }
  expect(problems).toEqual([])
  expect([run.code, totals]).toEqual([0, { errors: 0, warnings: 0, ignored: 0 }])
})

/** Paths of the interface for the product's own programs, which are not part of the public API. */
const ours = ['/api/agent', '/api/auth/', '/api/audit-service/', '/api/glpi-agent', '/api/docs', '/api/openapi.json']

test('every route of the API is described, and every described operation exists', () => {
  const served = routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api|identity-server|audit-data)\//.test(path))
    .filter(({ path }) => !ours.some((start) => path.startsWith(start)))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(operations.map(({ where }) => where).sort()).toEqual([...new Set(served)].sort())
})

test('every operation has a name, a summary, a described tag and a success response', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const groups = tags.map(({ name }) => name)
  expect(groups.filter((name) => !operations.some((each) => each.tags.includes(name)))).toEqual([])
  for (const { where, operationId, summary, tags: own, responses } of operations) {
    expect(operationId, where).toMatch(/^[a-z][a-zA-Z]+$/)
    expect(summary, where).toMatch(/^[A-Z].{5,90}[^.]$/)
    expect(own.length === 1 && groups.includes(own[0] ?? ''), where).toBe(true)
    expect(
      Object.keys(responses).some((status) => status.startsWith('2')),
      where,
    ).toBe(true)
  }
})

test('every operation declares each possible status', () => {
  for (const { where, method, path, security, requestBody, responses } of operations) {
    const isSecured = security.length > 0
    const expected = [
      '429',
      '500',
      '503',
      ...(isSecured ? ['401', '403'] : []),
      ...(path.startsWith('/api/v1/') ? ['400'] : []),
      ...(path.includes('{') ? ['404'] : []),
      ...(requestBody && isSecured ? ['400', '413', '415'] : []),
      ...(['patch', 'delete'].includes(method) ? ['412'] : []),
    ]
    expect(
      expected.filter((status) => !(status in responses)),
      where,
    ).toEqual([])
  }
  expect(document.components.securitySchemes).toHaveProperty('oauth2')
  expect(operations.filter(({ security }) => security.length === 0).map(({ where }) => where)).toEqual([
    'POST /api/oauth/token',
    'POST /identity-server/connect/token',
  ])
})

test('every parameter has a description', () => {
  const silent = operations.flatMap(({ where, parameters = [] }) =>
    parameters.flatMap((each) => ('$ref' in each || explains(each) ? [] : [`${where}: ${each.name}`])),
  )
  expect(silent).toEqual([])
})

test('a webhook is described by the headers that it receives', () => {
  const [operation] = Object.values(document.webhooks['event'] ?? {})
  const names = operation?.parameters?.map((each) => ('name' in each ? each.name : ''))
  const sent = signedHeaders('whsec_', { id: 'event', at: new Date(), body: '' })
  expect(names).toEqual(Object.keys(sent))
})

describe('events', () => {
  const media = () =>
    Object.values(document.webhooks['event'] ?? {})[0]?.requestBody?.content?.['application/cloudevents+json']
  const schema = () => readOpenApi(document).schema('Event')

  test.each(eventTypes)('%s has a schema with a description, and an example that is valid', (type) => {
    expect(media()?.schema).toEqual({ $ref: '#/components/schemas/Event' })
    const name = `${type.replace(/(?:^|\.)(.)/g, (_, first: string) => first.toUpperCase())}Event`
    expect(document.components.schemas[name]).toMatchObject({ description: expect.stringMatching(/^[A-Z].+\.$/) })
    const example = media()?.examples?.[`rollcall.${type}`]?.value
    expect(example).toMatchObject({ type: `rollcall.${type}` })
    expect(schema().parse(example)).toEqual(example)
  })

  test('an event without the data of its type is invalid', () => {
    const event = media()?.examples?.['rollcall.task.changed']?.value as object
    expect(schema().safeParse({ ...event, data: {} }).success).toBe(false)
    expect(schema().safeParse({ ...event, data: { kind: 'scan', status: 'Done' } }).success).toBe(false)
    expect(schema().safeParse({ ...event, type: 'task.changed' }).success).toBe(false)
  })

  test('docs/api.md lists each type with the fields of its data', async () => {
    const table = (await readFile(join(root, 'docs/api.md'), 'utf8'))
      .split('\n')
      .flatMap((line) => /^\| `(\w+\.\w+)` \| [^|]+ \| [^|]+ \| ([^|]+) \|$/.exec(line)?.slice(1, 3) ?? [])
    const listed = Object.fromEntries(
      table.flatMap((type, index) =>
        index % 2 === 0 ? [[type, [...(table[index + 1] ?? '').matchAll(/`(\w+)`/g)].map(([, field]) => field)]] : [],
      ),
    )
    const described = eventTypes.map((type) => {
      const example = media()?.examples?.[`rollcall.${type}`]?.value as { data: object }
      return [type, Object.keys(example.data)]
    })
    expect(listed).toEqual(Object.fromEntries(described))
  })
})

test('the list of devices is a typed list in JSON first, text in CSV, and a file for Excel', () => {
  const content = operations.find(({ operationId }) => operationId === 'listDevices')?.responses[200]?.content ?? {}
  const schemas = Object.entries(content).map(([type, { schema }]) => [type, schema])
  expect(schemas).toEqual([
    ['application/json', { $ref: '#/components/schemas/DeviceList' }],
    ['text/csv', expect.objectContaining({ type: 'string' })],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', { type: 'string', format: 'binary' }],
  ])
})

test('no object schema is repeated inline', () => {
  const places = new Map<string, string[]>()
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value && !Array.isArray(value)) {
      const { description: _, example: __, default: ___, ...content } = value as Record<string, unknown>
      const text = JSON.stringify(content)
      if (text.length > inlineBytesMax) places.set(text, [...(places.get(text) ?? []), at])
    }
    for (const [key, each] of Object.entries(value)) if (key !== 'example') visit(each, `${at}/${key}`)
  }
  visit(document.components.schemas, 'schemas')
  expect(places.size).toBeGreaterThan(50)
  expect([...places.values()].filter((list) => list.length > 1)).toEqual([])
})

/** Returns true for a parameter with a description or a list of values, and for an id, whose name is enough. */
function explains({ description, schema }: Parameter): boolean {
  return Boolean(description ?? schema.description ?? schema.enum) || schema.format === 'uuid'
}

describe('examples', () => {
  const bodies = (): [string, Media][] =>
    operations.flatMap(({ where, requestBody, responses }) => [
      ...mediaOf(requestBody, `${where} request`),
      ...Object.entries(responses).flatMap(([status, answer]) => mediaOf(resolved(answer), `${where} ${status}`)),
    ])
  const mediaOf = (answer: Answer | undefined, where: string) =>
    Object.entries(answer?.content ?? {}).map(([type, media]): [string, Media] => [`${where} ${type}`, media])
  const resolved = (answer: Answer) =>
    answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1) ?? '']

  test('every body has an example without placeholders', () => {
    expect(bodies().length).toBeGreaterThan(500)
    const lacking = bodies().filter(([, media]) => media.schema?.format !== 'binary' && examplesOf(media).length === 0)
    expect(lacking.map(([where]) => where)).toEqual([])
    const dull = bodies().filter(([, media]) => saysNothing(examplesOf(media)))
    expect(dull.map(([where]) => where)).toEqual([])
  })

  test('every problem example has its own status and code', () => {
    for (const [where, { example }] of bodies()) {
      if (!where.endsWith('application/problem+json')) continue
      const { status, code, type } = example as Record<string, unknown>
      expect([where.split(' ').at(-2), type], where).toEqual([String(status), `/problems/${code}`])
    }
  })
})

const examplesOf = ({ example, examples = {} }: Media): unknown[] =>
  example === undefined ? Object.values(examples).map(({ value }) => value) : [example]

/** Returns true if a text or key is the placeholder of the example builder. */
function saysNothing(value: unknown): boolean {
  if (value === anyText) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, each]) => key === anyText || saysNothing(each))
}
