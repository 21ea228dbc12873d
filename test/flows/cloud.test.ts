import { credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import { deviceListSchema } from '@rollcall/shared/api/device.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import type { CreateSegment, Segment } from '@rollcall/shared/api/segment.ts'
import { tagSchema } from '@rollcall/shared/api/tag.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clouds, startClouds } from '../harness/cloud/clouds.ts'
import { awsAccount, azureSubscription, googleProject } from '../harness/cloud/fixtures.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { createSegment, requestScan } from './support/audit-site.ts'
import { allDevices, readDevice, taskEnd } from './support/inventory.ts'

let clouds: Clouds
let up: Up
let tagId: string

beforeAll(async () => {
  clouds = await startClouds()
  const { endpoints } = clouds
  const env = {
    ROLLCALL_AWS_URL: endpoints.aws,
    ROLLCALL_AZURE_LOGIN_URL: endpoints.azureLogin,
    ROLLCALL_AZURE_URL: endpoints.azure,
    ROLLCALL_GOOGLE_TOKEN_URL: endpoints.googleToken,
    ROLLCALL_GOOGLE_URL: endpoints.google,
  }
  up = await startUp({ args: ['--no-agent'], env })
  tagId = (await up.api.create('/api/v1/tags', { name: 'in a cloud' }, tagSchema)).id
})
afterAll(async () => {
  await up?.stop()
  await clouds?.stop()
})

type CloudType = keyof Clouds['secrets']
const accounts: Record<CloudType, CreateSegment['cloud']> = {
  aws: { account: awsAccount.id, regions: [] },
  azure: { subscription: azureSubscription.id, regions: [] },
  'google-cloud': { project: googleProject, regions: [] },
}

async function createCloud(type: CloudType, name: string, secrets: object = {}): Promise<Segment> {
  const cloud = accounts[type]
  const body = { name, kind: type, ...clouds.secrets[type], ...secrets }
  const { id } = await up.api.create('/api/v1/credentials', body, credentialRecordSchema)
  const { auditServiceId } = up.facts
  return createSegment(up.api, { name, type, auditServiceId, autoTagId: tagId, cloud, credentialIds: [id] })
}

const scanned = async (segmentId: string) => taskEnd(up.api, await requestScan(up.api, segmentId))

test.each<[type: CloudType, names: string[], model: string, error: string | null]>([
  ['aws', ['batch', 'web1', 'web2'], 't3.micro', expect.stringContaining('Amazon EC2 in ap-south-2 refuses')],
  ['azure', ['azure1', 'azure2', 'azure3'], 'Standard_B1s', null],
  ['google-cloud', ['google1', 'google2', 'google3'], 'e2-small', null],
])('%s: each instance is one device, also after the next scan', async (type, names, model, error) => {
  const segment = await createCloud(type, type)
  const progress = { addressesTotal: 3, addressesDone: 3, hostsFound: 3, ignored: 0 }
  expect(await scanned(segment.id)).toMatchObject({
    status: 'Success',
    error,
    progress: { ...progress, new: 3, known: 0 },
  })
  const list = `/api/v1/devices?segmentId=${segment.id}&sort=name`
  const { items } = await up.api.read(list, deviceListSchema)
  expect(items.map(({ name }) => name)).toEqual(names)
  expect(items.map((item) => item.type)).toEqual(names.map(() => 'virtual-machine'))
  const [first] = items
  const device = await readDevice(up.api, first?.id ?? '')
  expect(device).toMatchObject({ model, auditSource: 'Service', tags: [{ id: tagId }] })
  expect(device.ipAddress).toMatch(/^10\./)
  expect(device.data).toMatchObject({
    hardware: { system: { model } },
    network: { interfaces: [{ addresses: [{ address: device.ipAddress }] }] },
    customFields: { 'cloud.provider': type },
  })
  expect(await scanned(segment.id)).toMatchObject({ status: 'Success', progress: { ...progress, new: 0, known: 3 } })
  expect((await up.api.read(list, deviceListSchema)).total).toBe(3)
})

test('two instances with one private address in two networks are two devices', async () => {
  const devices = (await allDevices(up.api)).filter(({ ipAddress }) => ipAddress === '10.0.0.5')
  expect(devices.map(({ name }) => name).sort()).toEqual(['web1', 'web2'])
})

test('a cloud device is read by a scan of its segment, and refused for an audit', async () => {
  const [device] = (await allDevices(up.api)).filter(({ name }) => name === 'web1')
  const refused = await up.api.post(`/api/v1/devices/${device?.id}/audit`)
  expect(refused.status).toBe(400)
  expect(problemSchema.parse(refused.json()).detail).toMatch(/in a cloud\. Scan the segment instead/)
})

test('a wrong secret fails the task with the error of the cloud', async () => {
  const segment = await createCloud('azure', 'Wrong secret', { clientSecret: 'not-the-secret-at-all' })
  const task = await scanned(segment.id)
  expect(task).toMatchObject({ status: 'Failed', error: expect.stringMatching(/the sign-in of Azure refuses \(401\)/) })
  expect(JSON.stringify(task)).not.toContain('not-the-secret-at-all')
})

test('a scan without an Audit Service is refused', async () => {
  const segment = await createCloud('aws', 'Unassigned')
  await up.api.call('PATCH', `/api/v1/segments/${segment.id}`, { body: { auditServiceId: null } })
  const refused = await up.api.post(`/api/v1/segments/${segment.id}/scan`, {})
  expect(refused.status).toBe(400)
  expect(problemSchema.parse(refused.json())).toMatchObject({ code: 'no_audit_service' })
})
