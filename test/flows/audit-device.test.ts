import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AuditServiceStatus, auditServiceSchema } from '@rollcall/shared/api/audit-service.ts'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { type Segment, segmentSchema } from '@rollcall/shared/api/segment.ts'
import { tagSchema } from '@rollcall/shared/api/tag.ts'
import { taskAcceptedSchema, taskListSchema } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { waitFor } from '../harness/wait.ts'
import { proves } from '../interface/proves.ts'
import { type AuditSite, createCredentials, createSegment, joinFromInside } from './support/audit-site.ts'
import { deviceAt, readSnapshot, snapshotsOf, taskEnd } from './support/inventory.ts'

const [switchAddress, plainAddress] = ['10.72.0.10', '10.72.0.11']

let network: Network
let up: Up
let site: AuditSite
let segment: Segment
let tagId: string

beforeAll(async () => {
  network = await startNetwork({
    hosts: [
      { name: 'switch', kind: 'snmp-v2c', address: switchAddress, snmp: { community: 'site-blue' } },
      { name: 'plain', kind: 'ping-only', address: plainAddress },
    ],
  })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  tagId = (await up.api.create('/api/v1/tags', { name: 'lab' }, tagSchema)).id
  segment = await createSegment(up.api, {
    name: 'Lab',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    autoTagId: tagId,
    addresses: ['10.72.0.10-10.72.0.11'],
    credentialIds: await createCredentials(up.api, network),
  })
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
})

const requestAudit = async (address: string) => {
  const { id } = await deviceAt(up.api, address)
  return { id, ...(await up.api.create(`/api/v1/devices/${id}/audit`, undefined, taskAcceptedSchema)) }
}

test(
  'a scan with an audit audits each new device that it can read, and retries the others once',
  proves('segments.scan.audit'),
  async () => {
    const { taskId } = await up.api.create(`/api/v1/segments/${segment.id}/scan`, { audit: true }, taskAcceptedSchema)
    expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success', progress: { new: 2, audited: 1 } })
    expect(await deviceAt(up.api, switchAddress)).toMatchObject({ auditSource: 'Service' })
    const [followed] = (await up.api.read('/api/v1/tasks?kind=audit', taskListSchema)).items
    expect(await taskEnd(up.api, followed?.id ?? '')).toMatchObject({
      status: 'Failed',
      deviceId: null,
      deviceName: null,
      segmentId: segment.id,
      progress: { addressesTotal: 1, hostsFound: 1, audited: 0 },
      error: expect.stringContaining('could be read'),
    })
  },
)

test('an audit of one device audits no other device', proves('devices.audit', 'state.task.success'), async () => {
  const capture = await network.capture('audit', `ip and src host 10.72.0.2 and dst host ${plainAddress}`)
  const { id, taskId } = await requestAudit(switchAddress)
  const again = await up.api.post(`/api/v1/devices/${id}/audit`)
  expect([again.status, problemSchema.parse(again.json()).code]).toEqual([409, 'audit_running'])
  expect(await taskEnd(up.api, taskId)).toMatchObject({
    kind: 'audit',
    status: 'Success',
    deviceId: id,
    segmentId: segment.id,
    auditServiceId: site.auditServiceId,
    requestedBy: 'tests',
    progress: { addressesTotal: 1, addressesDone: 1, hostsFound: 1, new: 0, known: 1, audited: 1, failed: 0 },
    error: null,
  })
  expect(await capture.stop()).toEqual([])
  const [newest, first, ...more] = await snapshotsOf(up.api, id)
  expect([first?.deviceId, more]).toEqual([id, []])
  expect((await deviceAt(up.api, switchAddress)).auditId).toBe(newest?.id)
  const { data } = await readSnapshot(up.api, newest?.id ?? '')
  expect(data.network).toMatchObject({ ipAddress: switchAddress })
})

test(
  'a scan attaches the Auto tag of its segment, and an audit does not attach it again',
  proves('service.autoTag'),
  async () => {
    const tags = [{ id: tagId, name: 'lab' }]
    for (const address of [switchAddress, plainAddress]) expect(await deviceAt(up.api, address)).toMatchObject({ tags })
    const { id } = await deviceAt(up.api, switchAddress)
    expect((await up.api.call('DELETE', `/api/v1/devices/${id}/tags/${tagId}`)).status).toBe(204)
    const { taskId } = await requestAudit(switchAddress)
    expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success' })
    expect(await deviceAt(up.api, switchAddress)).toMatchObject({ tags: [] })
  },
)

test('an audit fails with the reason if the device answers but cannot be read', async () => {
  const { taskId } = await requestAudit(plainAddress)
  expect(await taskEnd(up.api, taskId)).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(/^no host that answered could be read/),
  })
})

test(
  'an Audit Service joins again from a new machine and keeps its identity',
  proves('auditServices.joinToken'),
  async () => {
    const where = `/api/v1/audit-services/${site.auditServiceId}`
    const { token } = await up.api.create(`${where}/join-token`, undefined, joinTokenSchema)
    await site.service().stop()
    await rm(join(site.stateDir, 'service.json'))
    const state = ['--state-dir', site.stateDir]
    const joined = await site.cli('audit-service', 'join', '--url', up.facts.url, '--token', token, ...state)
    expect(joined).toMatchObject({ code: 0 })
    expect(await statusOf(where)).toBe('Pending')
    await site.start()
    await waitFor(async () => (await statusOf(where)) === 'Active', { what: 'it to be Active', timeoutMs: 20_000 })
    const { taskId } = await requestAudit(switchAddress)
    expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success', auditServiceId: site.auditServiceId })
  },
)

test(
  'a deleted Audit Service is disconnected at once, and its segment has none',
  proves('auditServices.delete'),
  async () => {
    const service = site.service()
    const removed = await up.api.call('DELETE', `/api/v1/audit-services/${site.auditServiceId}`)
    expect(removed.status).toBe(204)
    await waitFor(() => /unknown or revoked/.test(service.output()), {
      what: 'NATS to refuse the removed service',
      timeoutMs: 20_000,
    })
    const where = `/api/v1/segments/${segment.id}`
    expect(await up.api.read(where, segmentSchema)).toEqual({ ...segment, auditServiceId: null })
    const refused = await up.api.post(`${where}/scan`, {})
    expect([refused.status, problemSchema.parse(refused.json()).code]).toEqual([400, 'no_audit_service'])
  },
)

async function statusOf(where: string): Promise<AuditServiceStatus> {
  return (await up.api.read(where, auditServiceSchema)).status
}
