import { afterAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../harness/wait.ts'
import { endpoints } from '../../interface/client/endpoints.ts'
import type { Reply } from '../../interface/client/transport.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, expectFields, invalidPathsOf, problemOf, startWalk, unknownId } from './walk.ts'

const walk = await startWalk()
const { client } = walk
const { auditServiceId } = walk.up.facts
afterAll(() => walk.up.stop())

type Input = Record<string, unknown>
/** A segment that takes a minute to scan. */
async function create(name: string) {
  const scanOptions = { pingOnly: true, maxPacketsPerSecond: 1 }
  const input = { name, type: 'ip-range', auditServiceId, addresses: ['127.9.0.1-127.9.0.60'], scanOptions }
  return bodyOf(await client.segments.create(input), 201)
}

describe('what segments need', () => {
  test('credentials never return their secrets', proves('credentials.crud', 'credentials.kinds'), async () => {
    const secret = 'never-to-be-seen'
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nnever-to-be-seen\n-----END OPENSSH PRIVATE KEY-----\n'
    const kinds: Input[] = [
      { kind: 'snmp-community', version: 'v1', community: secret },
      { kind: 'snmp-v3', user: 'u', securityLevel: 'authNoPriv', authProtocol: 'SHA', authPassword: secret },
      { kind: 'ssh-password', username: 'u', password: secret },
      { kind: 'ssh-key', username: 'u', privateKey: key },
      { kind: 'ldap', username: 'cn=u', password: secret },
      { kind: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: secret },
      { kind: 'azure', tenantId: 't', clientId: 'c', clientSecret: secret },
      { kind: 'google-cloud', serviceAccountKey: `{"private_key":"${secret}"}` },
    ]
    const replies: Reply[] = []
    for (const input of kinds) {
      const created = await client.credentials.create({ name: `A ${input['kind']}`, ...input })
      const { id } = bodyOf(created, 201)
      replies.push(created, await client.credentials.get(id), await client.credentials.update(id, { name: 'Renamed' }))
      expect((await client.credentials.remove(id)).status).toBe(204)
    }
    replies.push(await client.credentials.list())
    for (const { text } of replies) expect(text).not.toContain(secret)
    expect(invalidPathsOf(await client.credentials.create({ name: 'x', kind: 'telnet' }))).toEqual(['/kind'])
  })

  test('schedules return their next run', proves('schedules.crud'), async () => {
    const input = { name: 'Nightly', kind: 'scan', cron: '30 2 * * *', timeZone: 'Europe/Berlin' }
    const made = bodyOf(await client.schedules.create(input), 201)
    expectFields(made, { id: 'uuid', enabled: 'boolean', nextRun: 'time' })
    expect(made).toMatchObject(input)
    expect(bodyOf(await client.schedules.update(made.id, { enabled: false })).nextRun).toBeNull()
    expect(bodyOf(await client.schedules.list({ kind: 'scan' })).items.map(({ id }) => id)).toEqual([made.id])
    expect(invalidPathsOf(await client.schedules.create({ ...input, name: 'Wrong', cron: 'often' }))).toEqual(['/cron'])
    expect(invalidPathsOf(await client.schedules.update(made.id, { timeZone: 'Mars/Olympus' }))).toEqual(['/timeZone'])
    expect((await client.schedules.remove(made.id)).status).toBe(204)
    problemOf(await client.schedules.get(made.id), 404, 'not_found')
  })
})

describe('the site', () => {
  test(
    'has settings with write-only secrets',
    proves('settings.get', 'settings.patch', 'settings.storageTest'),
    async () => {
      const groups = {
        snapshotStorage: {
          endpoint: 'https://127.0.0.1:1',
          region: 'us-east-1',
          bucket: 'b',
          prefix: 'p',
          accessKeyId: 'k',
        },
        machineIdFallback: { enabled: true, treatEmptyAsJunk: true, junkBiosUuids: [unknownId] },
        retention: { snapshotsPerDevice: 10, snapshotDays: 30, changeLogDays: 365, staleDeviceDays: 90 },
        quota: { monthlyTransactions: 1_000_000, rechargeDay: 15, timeZone: 'Europe/Berlin' },
        workload: { perSecond: 1000, perMinute: 60_000 },
      }
      const secret = { ...groups, snapshotStorage: { ...groups.snapshotStorage, secretAccessKey: 'hush-hush' } }
      bodyOf(await client.settings.update({ ...secret, notifications: { recipients: ['it@example.org'] } }))
      const settings = await client.settings.get()
      expect(bodyOf(settings)).toMatchObject({ ...groups, notifications: { recipients: ['it@example.org'] } })
      expect(settings.text).not.toContain('hush-hush')
      expect(invalidPathsOf(await client.settings.update({ quota: { rechargeDay: 29 } }))).toEqual([
        '/quota/rechargeDay',
      ])
      const probe = bodyOf(await client.settings.testSnapshotStorage({}))
      expect(probe).toMatchObject({ ok: false, problem: 'unreachable', detail: expect.any(String) })
    },
  )

  test('lists notifications, and streams events', proves('notifications.list', 'events.stream'), async () => {
    expect(bodyOf(await client.notifications())).toEqual({ items: [], total: 0 })
    let streamed: Reply | undefined
    const listening = client
      .events((text) => text.includes('segment.added'))
      .then((reply) => {
        streamed = reply
      })
    // That the stream is open shows only by what it brings.
    let count = 0
    const received = await waitFor(
      async () => {
        count += 1
        await create(`Segment ${count}`)
        return streamed
      },
      { what: 'the event' },
    )
    await listening
    expect(received.status).toBe(200)
    expect(received.text).toMatch(/^event: ?segment\.added$/m)
  })
})

describe('agents and Audit Services', () => {
  test('lists, shows and deletes agents', proves('agents.crud', 'agents.joinTokens'), async () => {
    const token = bodyOf(
      await client.joinTokens.create({ for: 'agent', uses: 3, ttlSeconds: 600, tag: 'Laptops' }),
      201,
    )
    expect(bodyOf(await client.joinTokens.list()).items).toContainEqual(
      expect.objectContaining({ id: token.id, usesLeft: 3, tag: 'Laptops' }),
    )
    expect((await client.joinTokens.remove(token.id)).status).toBe(204)
    const [agent] = bodyOf(await client.agents.list()).items
    expectFields(agent, { id: 'uuid', siteId: 'uuid', status: 'string', version: 'string', lastSeen: 'time?' })
    expect((await client.agents.remove(agent?.id ?? '')).status).toBe(204)
    problemOf(await client.agents.get(agent?.id ?? ''), 404, 'not_found')
  })

  test(
    'lists, renames and deletes Audit Services, whose segments are then in the No service state',
    proves('auditServices.fields', 'auditServices.joinToken', 'auditServices.delete'),
    async () => {
      const segment = await create('Left alone')
      const { taskId } = bodyOf(await client.segments.scan(segment.id), 202)
      const [service] = bodyOf(await client.auditServices.list()).items
      expectFields(service, { id: 'uuid', name: 'string', siteId: 'uuid', version: 'string?', capabilities: 'array' })
      expect(service).toMatchObject({ id: auditServiceId, status: 'Active' })
      const token = await client.auditServices.joinToken(auditServiceId)
      expect(bodyOf(token, 201)).toMatchObject({ token: expect.any(String), uses: 1 })
      expect((await client.auditServices.remove(auditServiceId)).status).toBe(204)
      problemOf(await client.auditServices.get(auditServiceId), 404, 'not_found')
      expect(bodyOf(await client.segments.get(segment.id)).auditServiceId).toBeNull()
      expect(bodyOf(await client.tasks.get(taskId)).status).toBe('Cancelled')
      problemOf(await client.segments.scan(segment.id), 400, 'no_audit_service')
    },
  )
})

test('every endpoint of this part was called', () => {
  // Who calls, and from which site, is walked where callers are.
  const elsewhere = /app-registrations|\/sites\b|usage/
  expect(walk.missed(endpoints.administration.filter((endpoint) => !elsewhere.test(endpoint)))).toEqual([])
})
