import { newId } from '@rollcall/shared/ids.ts'
import { expect } from 'vitest'
import { type TestCall, testApp } from './app.ts'
import { auditedComputer } from './computer.ts'

type Problem = { status: number; code: string; errors?: { path: string; message: string }[] }
type Store = Parameters<typeof testApp>[0]

export type Operation = {
  method: string
  /** Path as in the description: `/api/v1/devices/{id}`. */
  path: string
  query: string[]
  /** Example of the JSON body; undefined if the operation has none. */
  body: unknown
}

type Described = {
  parameters?: { in?: string; name?: string }[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
}

/**
 * For tests: creates the app on a store with one of each resource, the operations of its description, and calls that
 * must be refused. `dump` returns everything in a store.
 */
export async function badInputApp(store: Store, dump: (store: Store) => Promise<object>) {
  const test = await testApp(store)
  const { call, ctx } = test
  const auditServiceId = await test.addAuditService()
  const create = async (path: string, body: object) => {
    const answer = await call('POST', `/api/v1/${path}`, { json: body })
    const created = (await answer.json()) as { id?: string; taskId?: string }
    const id = created.id ?? created.taskId
    expect(id, `${path}: ${JSON.stringify(created)}`).toBeDefined()
    return id
  }
  const { deviceId, snapshotId } = await auditedComputer(ctx)
  const segment = { name: 'Lab', type: 'address-list', auditServiceId, addresses: ['10.0.0.1'] }
  const segmentId = await create('segments', segment)
  const viewId = await create('views', { name: 'Printers', list: 'devices', parameters: { type: 'printer' } })
  const { items: products } = (await (await call('GET', '/api/v1/software')).json()) as { items: { id: string }[] }
  const ids: Record<string, string | null | undefined> = {
    segments: segmentId,
    tasks: await create(`segments/${segmentId}/scan`, {}),
    tags: await create('tags', { name: 'Printers' }),
    credentials: await create('credentials', {
      name: 'Public',
      kind: 'snmp-community',
      version: 'v2c',
      community: 'public',
    }),
    schedules: await create('schedules', { name: 'Nightly', kind: 'scan', cron: '0 2 * * *', timeZone: 'UTC' }),
    devices: deviceId,
    snapshots: snapshotId,
    software: products[0]?.id,
    views: viewId,
    reports: await create('reports', {
      name: 'Printers',
      viewId,
      cron: '0 3 1 1 *',
      recipients: ['it@example.invalid'],
    }),
    rules: await create('rules', { name: 'Power', query: 'type = ups' }),
    'bulk-operations': await create('bulk-operations', {
      action: { kind: 'edit', fields: { assetTag: 'INV-1' } },
      devices: { ids: [deviceId] },
    }),
    'app-registrations': await create('app-registrations', { name: 'CMDB' }),
    users: await create('users', { username: 'ada', name: 'Ada', siteIds: [ctx.siteId] }),
    'audit-services': auditServiceId,
    sites: ctx.siteId,
  }
  const at = ({ path }: Operation) =>
    path
      .replace('{siteId}', ctx.siteId)
      .replace(/\/([a-z-]+)\/\{[a-zA-Z]*\}/g, (_, kind: string) => `/${kind}/${ids[kind] ?? newId()}`)
      .replace(/\{[a-zA-Z]+\}/g, newId)
  const document = (await (await call('GET', '/api/openapi.json')).json()) as Parameters<typeof operationsOf>[0]
  const operations = operationsOf(document).filter(
    ({ path }) => path.includes('/api/') || path.startsWith('/audit-data/'),
  )
  // The first listener is recorded once, so it must not count as a change.
  await (await call('GET', '/api/v1/events')).body?.cancel()
  const before = await dump(store)

  /** Returns the problem of a refused call, after checking that the database is unchanged. */
  async function refused(operation: Operation, sent: TestCall, { at: place = at(operation), what = '' } = {}) {
    const answer = await call(operation.method, place, sent)
    const where = `${operation.method} ${place.slice(0, 200)} ${what}`
    const text = await answer.text()
    expect(answer.status, `${where}: ${text.slice(0, 1000)}`).toBeGreaterThanOrEqual(400)
    expect(answer.status, `${where}: ${text.slice(0, 1000)}`).toBeLessThan(500)
    const problem = (text === '' ? {} : JSON.parse(text)) as Problem
    expect(problem.status ?? answer.status, where).toBe(answer.status)
    return { ...problem, status: answer.status, paths: problem.errors?.map(({ path }) => path) ?? [], where }
  }
  /** Checks that every table is as before, except for the given ones. */
  const unchanged = async (changed: Record<string, unknown> = {}) =>
    expect(await dump(store)).toEqual({ ...before, ...changed })
  const withBody = operations.filter(({ body }) => typeof body === 'object' && body !== null)
  expect(withBody.length).toBeGreaterThan(10)
  return { ...test, operations, withBody, at, refused, unchanged }
}

/** For tests: lists every operation of an OpenAPI description. */
function operationsOf(document: { paths: Record<string, Record<string, Described>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((each) => each.in === 'query').map(({ name }) => name ?? ''),
      body: requestBody?.content?.['application/json']?.example,
    })),
  )
}

/** For tests: lists every leaf of a value with its keys. */
export function leavesOf(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]))
}

/** For tests: copies a value with another leaf at the path. */
export function withLeaf(value: unknown, path: readonly string[], leaf: unknown): unknown {
  const copy = structuredClone(value)
  let inside = copy as Record<string, unknown>
  for (const key of path.slice(0, -1)) inside = inside[key] as Record<string, unknown>
  inside[path.at(-1) ?? ''] = leaf
  return copy
}

export const pointerOf = (path: readonly string[]): string => path.map((key) => `/${key}`).join('')
