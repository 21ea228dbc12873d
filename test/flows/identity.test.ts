import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertListSchema } from '@rollcall/shared/api/alert.ts'
import { deviceSchema } from '@rollcall/shared/api/device.ts'
import { deviceMatchListSchema } from '@rollcall/shared/api/device-history.ts'
import { splitResultSchema, unmergeableDeviceListSchema } from '@rollcall/shared/api/device-split.ts'
import { cloudEventSchema } from '@rollcall/shared/api/event.ts'
import { identityJunkListSchema } from '@rollcall/shared/api/identity-junk.ts'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { reviewSummarySchema } from '@rollcall/shared/api/review.ts'
import { snapshotSchema } from '@rollcall/shared/api/snapshot.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

let folder: TmpFolder
let receiver: WebhookReceiver
let up: Up
let clones: Clone[]

beforeAll(async () => {
  folder = await tmpFolder()
  receiver = await startWebhookReceiver({ tls: true })
  const caFile = join(folder.path, 'ca.pem')
  await writeFile(caFile, receiver.ca)
  up = await startUp({
    dataDir: join(folder.path, 'data'),
    args: ['--no-agent'],
    env: { NODE_EXTRA_CA_CERTS: caFile },
  })
  const webhook = { name: 'Alarms', url: receiver.url, enabled: true, events: ['device.collision'] }
  const body = { notifications: { webhooks: [webhook] } }
  expect((await up.api.call('PATCH', '/api/v1/site/settings', { body })).status).toBe(200)
  clones = [await joinClone(1), await joinClone(2), await joinClone(3)]
})
afterAll(async () => {
  await up?.stop()
  await receiver?.stop()
  await folder?.remove()
})

/** An agent on one of several copies of a virtual machine, which all have one name: reports, and tells as which device. */
type Clone = { report: () => Promise<string> }

async function joinClone(number: number): Promise<Clone> {
  const { token } = await up.api.create('/api/v1/join-tokens', { for: 'agent', uses: 1 }, joinTokenSchema)
  const request = { secret: parseJoinToken(token)?.secret, hostname: 'web', version: '1.0.0' }
  const joined = agentJoinedSchema.parse((await up.api.post('/api/agent/join', request, { token: null })).json())
  const ipAddress = `192.0.2.${number}`
  const identity = {
    agentId: joined.agentId,
    hostname: 'web',
    biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
    machineId: '1111222233334444555566667777888a',
    macAddresses: [`00:0c:29:00:00:0${number}`],
    ipAddresses: [ipAddress],
  }
  return {
    async report() {
      const body = {
        ...{ schemaVersion: 1, id: newId(), source: 'Agent', depth: 'audit', type: 'computer', name: 'web' },
        ...{ observedAt: new Date().toISOString(), identity, network: { ipAddress } },
      }
      const answer = await up.api.post('/api/agent/snapshots', body, { token: joined.token })
      return z.object({ deviceId: z.uuid() }).parse(answer.json()).deviceId
    },
  }
}

const reportAll = async () => {
  const ids: string[] = []
  for (const { report } of clones) ids.push(await report())
  return ids
}

test('three live copies of a machine become three devices and open an alert', async () => {
  await reportAll()
  await reportAll()
  const ids = await reportAll()
  expect(new Set(ids).size).toBe(3)
  expect(await reportAll()).toEqual(ids)
  await waitFor(() => receiver.received.length > 0, { what: 'the alarm', timeoutMs: 20_000 })
  const event = cloudEventSchema.parse(receiver.received[0]?.json())
  expect(event).toMatchObject({ type: 'rollcall.device.collision', data: { deviceIds: expect.any(Array) } })
  const alerts = await up.api.read('/api/v1/alerts', alertListSchema)
  expect(alerts.items.map(({ kind }) => kind)).toContain('device.collision')
  const { collisions } = await up.api.read('/api/v1/reviews/summary', reviewSummarySchema)
  expect(collisions).toBeGreaterThan(0)
  const junk = await up.api.read('/api/v1/identity-junk?kind=uuid', identityJunkListSchema)
  expect(junk.items).toMatchObject([{ origin: 'learned', devices: 3 }])
})

test('two devices marked as different stay separate after one is deleted and returns', async () => {
  const [first = '', second = '', third] = await reportAll()
  const path = `/api/v1/devices/${first}/keep-apart`
  expect((await up.api.post(path, { otherId: second })).status).toBe(204)
  expect((await up.api.call('DELETE', `/api/v1/devices/${second}`)).status).toBe(204)
  expect((await up.api.read(path, unmergeableDeviceListSchema)).items).toMatchObject([{ id: second, name: null }])
  const [again, back, other] = await reportAll()
  expect([again, other]).toEqual([first, third])
  expect([first, second, third]).not.toContain(back)
  expect((await up.api.read(path, unmergeableDeviceListSchema)).items).toMatchObject([{ id: back, name: 'web' }])
})

test('two machines matched to one device are split, and each shows its own history', async () => {
  const dayOf = (day: number) => new Date(Date.now() - (5 - day) * dayMs).toISOString()
  const audit = async (day: number, name: string, tray: number) => {
    const device = { name, manufacturer: 'HP', serialNumber: 'CNBJ1234567' }
    const body = { source: 'Manual', auditDate: dayOf(day), device, data: { customFields: { tray } } }
    return up.api.create('/api/v1/snapshots', body, snapshotSchema)
  }
  const made = [await audit(1, 'press-1', 1), await audit(2, 'press-9', 9), await audit(3, 'press-1', 3)]
  const [first, wrong] = made
  expect(new Set(made.map(({ deviceId }) => deviceId)).size).toBe(1)
  const path = `/api/v1/devices/${first?.deviceId}`
  const split = (dryRun: boolean) =>
    up.api.create(`${path}/split`, { snapshotIds: [wrong?.id], dryRun }, splitResultSchema)
  expect(await split(true)).toMatchObject({ snapshots: 1, device: { name: 'press-1' }, other: { name: 'press-9' } })
  const { other } = await split(false)
  const trayAt = async (where: string, day: number) =>
    (await up.api.read(`${where}?asOf=${dayOf(day + 0.5)}`, deviceSchema)).data?.customFields
  expect(await Promise.all([1, 2, 3].map((day) => trayAt(path, day)))).toEqual([{ tray: 1 }, { tray: 1 }, { tray: 3 }])
  expect(await trayAt(`/api/v1/devices/${other.id}`, 2)).toEqual({ tray: 9 })
  expect((await up.api.get(`/api/v1/devices/${other.id}?asOf=${dayOf(1.5)}`)).status).toBe(404)
  const { items } = await up.api.read(`/api/v1/devices/${other.id}/matches`, deviceMatchListSchema)
  expect(items[0]?.summary).toMatch(/^A person assigned it to this device\./)
})
