import { join } from 'node:path'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observe } from '../../bench/dataset/devices.ts'
import { createSegment } from '../../flows/support/audit-site.ts'
import type { Answer, CallOptions } from '../../harness/api-client.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { storedSchema } from '../support/agents.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'
import { startWatchedService, type WatchedService } from '../support/watched-service.ts'

// A balancer that repeats each POST, at another collector and before the first one is answered.

let folder: TmpFolder
let collectors: Collectors
let service: WatchedService
beforeAll(async () => {
  folder = await tmpFolder()
  collectors = await startCollectors(folder.path)
  service = await startWatchedService(join(folder.path, 'audit-service'), collectors)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await collectors?.[Symbol.asyncDispose]()
  await folder?.remove()
})

/** Sends a request to both collectors at once. Returns the answers, the one with the lower status first. */
async function postToBoth(path: string, body?: unknown, options?: CallOptions): Promise<[Answer, Answer]> {
  const [first, second] = await Promise.all([
    collectors.apis[0].post(path, body, options),
    collectors.apis[1].post(path, body, options),
  ])
  return first.status <= second.status ? [first, second] : [second, first]
}

const problemOf = (answer: Answer) => {
  const { status, code } = problemSchema.parse(answer.json())
  return { status, code }
}

const createdOnce: [what: string, path: string, body: unknown, code: string][] = [
  ['a tag', '/api/v1/tags', { name: 'one' }, 'name_taken'],
  ['a user', '/api/v1/users', { username: 'one', name: 'one' }, 'name_taken'],
  ['a site', '/api/v1/sites', { name: 'one' }, 'name_taken'],
  ['a schedule', '/api/v1/schedules', { name: 'one', kind: 'scan', cron: '0 3 1 1 *' }, 'name_taken'],
  ['a rule', '/api/v1/rules', { name: 'one', query: 'type = ups' }, 'name_taken'],
  ['a view', '/api/v1/views', { name: 'one', list: 'devices', parameters: { type: 'printer' } }, 'name_taken'],
  ['an identity junk value', '/api/v1/identity-junk', { kind: 'name', value: 'one' }, 'pattern_taken'],
  ['an entry of the Ignore List', '/api/v1/ignore-list', { kind: 'name', pattern: 'ignored' }, 'pattern_taken'],
  ['a device', '/api/v1/devices', { name: 'press', serialNumber: 'PRESS12345' }, 'device_exists'],
]
test.each(createdOnce)('%s is created once, and the other request is refused', async (_what, path, body, code) => {
  const [created, refused] = await postToBoth(path, body)
  expect(created.status).toBe(201)
  expect(problemOf(refused)).toEqual({ status: 409, code })
})

test('a scan is started once, and the other request is refused', async () => {
  const { auditServiceId } = service
  const addresses = ['127.4.0.1-127.4.0.200']
  const { id } = await createSegment(collectors.api, { name: 'two', type: 'ip-range', auditServiceId, addresses })
  const [started, refused] = await postToBoth(`/api/v1/segments/${id}/scan`, {})
  expect(started.status).toBe(202)
  expect(problemOf(refused)).toEqual({ status: 409, code: 'scan_running' })
})

test('a join token for one agent lets one join, whose snapshot is stored once', async () => {
  const wanted = { for: 'agent', uses: 1, ttlSeconds: 600 }
  const { token } = await collectors.api.create('/api/v1/join-tokens', wanted, joinTokenSchema)
  const secret = parseJoinToken(token)?.secret
  const joining = { secret, hostname: 'desk', version: '0.1.0' }
  const [joined, refused] = await postToBoth('/api/agent/join', joining, { token: null })
  expect(problemOf(refused)).toEqual({ status: 403, code: 'join_refused' })

  const agent = agentJoinedSchema.parse(joined.json())
  const seen = observe(1, 0, { packages: 20 })
  const observedAt = new Date().toISOString()
  const observation = { ...seen, id: newId(), observedAt, identity: { ...seen.identity, agentId: agent.agentId } }
  const headers = { 'User-Agent': 'rollcall-agent/0.1.0' }
  const answers = await postToBoth('/api/agent/snapshots', observation, { token: agent.token, headers })
  const [first, second] = answers.map((answer) => storedSchema.parse(answer.json()))
  expect(second).toEqual(first)
})

test('an import is stored once, and the other request is told so', async () => {
  const content = { hardware: { name: 'imported' }, bios: { ssn: 'IMPORT1234', smanufacturer: 'Example' } }
  const document = { action: 'inventory', deviceid: 'imported-1', itemtype: 'Computer', content }
  const [second, first] = await postToBoth('/api/v1/imports', document)
  expect([first.status, first.json()]).toEqual([201, expect.objectContaining({ status: 'stored' })])
  expect([second.status, second.json()]).toEqual([200, expect.objectContaining({ status: 'duplicate' })])
})

test.each([
  ['a credential', '/api/v1/credentials', { kind: 'snmp-community', version: 'v2c', community: 'an-snmp-community' }],
  ['an App registration', '/api/v1/app-registrations', {}],
])('%s, whose name is not unique, is there twice', async (_what, path, body) => {
  const name = 'repeated'
  expect((await postToBoth(path, { name, ...body })).map(({ status }) => status)).toEqual([201, 201])
  const list = (await collectors.api.get(`${path}?limit=100`)).json() as { items: { name: string }[] }
  expect(list.items.filter((item) => item.name === name)).toHaveLength(2)
})
