import { expect, test } from 'vitest'
import { resultSchema } from './result.ts'
import { sightingsMax } from './sighting.ts'

const id = '0197f3c2-7a10-7000-8000-000000000001'
const head = { version: 1, id, taskId: id, attempt: 1, at: '2026-11-20T08:00:00.000Z' }
const progress = { attempt: 1, addressesTotal: 4, addressesDone: 4, hostsFound: 2, audited: 1, failed: 0 }
const started = (addressesTotal: number) => ({ ...head, kind: 'started', addressesTotal })
const finished = (change: object) => ({
  ...head,
  kind: 'finished',
  outcome: { status: 'Success' },
  progress: { ...progress, ...change },
})

test('accepts counts up to the largest scan', () => {
  expect(resultSchema.parse(started(2 ** 20))).toMatchObject({ addressesTotal: 2 ** 20 })
  expect(resultSchema.parse(finished({}))).toMatchObject({ progress })
})

test.each([2 ** 20 + 1, 0.5, -1, Number.MAX_VALUE, Number.NaN])(
  'refuses %d as a count of addresses or hosts',
  (count) => {
    expect(resultSchema.safeParse(started(count)).success).toBe(false)
    for (const field of ['addressesTotal', 'addressesDone', 'hostsFound', 'audited', 'failed'])
      expect(resultSchema.safeParse(finished({ [field]: count })).success, field).toBe(false)
  },
)

test('accepts grouped sightings up to the limit', () => {
  const host = { id, observedAt: head.at, address: '10.0.0.1', dnsName: 'a\u0007b', macAddress: '001b.213c.9df8' }
  const hosts = (count: number) => ({ ...head, kind: 'hosts', hosts: Array(count).fill(host) })
  expect(resultSchema.parse(hosts(1))).toMatchObject({ hosts: [{ dnsName: 'a b', macAddress: '00:1b:21:3c:9d:f8' }] })
  expect(resultSchema.safeParse(hosts(sightingsMax)).success).toBe(true)
  expect(resultSchema.safeParse(hosts(sightingsMax + 1)).success).toBe(false)
  expect(resultSchema.safeParse(hosts(0)).success).toBe(false)
})

test('drops only an invalid field of a host, but requires its identity', () => {
  const observation = {
    schemaVersion: 1,
    id,
    source: 'Service',
    observedAt: head.at,
    type: 'computer',
    name: 'pc-1',
    identity: { macAddresses: ['001b.213c.9df8', '001b'] },
    depth: 'audit',
  }
  const host = (change: object) => ({
    ...head,
    kind: 'host',
    address: '10.0.0.1',
    observation: { ...observation, ...change },
  })
  expect(resultSchema.parse(host({}))).toMatchObject({
    observation: {
      identity: { macAddresses: ['00:1b:21:3c:9d:f8'] },
      truncated: [expect.stringMatching(/^identity\.macAddresses\[\]: left out: not a MAC address/)],
    },
  })
  const { error } = resultSchema.safeParse(host({ observedAt: 'today' }))
  expect(error?.issues.map(({ path }) => path)).toContainEqual(['observation', 'observedAt'])
})
