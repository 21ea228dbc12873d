import { credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { taskHostListSchema } from '@rollcall/shared/api/task-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snmpUsers } from '../harness/network/spec.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { prepareSshd } from '../harness/sshd.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { createSegment, joinFromInside, scan } from './support/audit-site.ts'
import { deviceAt, taskEnd } from './support/inventory.ts'

const [secure, blue, server, plain] = ['10.72.0.10', '10.72.0.11', '10.72.0.12', '10.72.0.13']
const [user = snmpUsers[0]] = snmpUsers

let network: Network
let up: Up
let folder: TmpFolder
let segment: Segment
let wrongUser: string

const createCredential = async (body: object) =>
  (await up.api.create('/api/v1/credentials', body, credentialRecordSchema)).id
const v3 = (name: string, authPassword: string) => ({
  ...{ name, kind: 'snmp-v3', user: user?.user, securityLevel: 'authPriv', authProtocol: 'SHA-256', authPassword },
  ...{ privProtocol: 'AES-256', privPassword: user?.privPassword },
})

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({
    hosts: [
      { name: 'secure', kind: 'snmp-v3', address: secure },
      { name: 'blue', kind: 'snmp-v2c', address: blue, snmp: { community: 'site-blue' } },
      { name: 'server', kind: 'ping-only', address: server },
      { name: 'plain', kind: 'ping-only', address: plain },
    ],
  })
  const { program, args, ready } = (await prepareSshd(folder.path)).command(server, 22)
  await network.spawn('server', program, args, { ready })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  const site = await joinFromInside(network, up, 'inside')
  wrongUser = await createCredential(v3('auditor-256', 'not the passphrase'))
  const community = { name: 'old community', kind: 'snmp-community', version: 'v2c', community: 'site-red' }
  const login = { name: 'old login', kind: 'ssh-password', username: 'auditor', password: 'not the password' }
  segment = await createSegment(up.api, {
    ...{ name: 'Lab', type: 'ip-range', auditServiceId: site.auditServiceId, addresses: ['10.72.0.10-10.72.0.13'] },
    credentialIds: [wrongUser, await createCredential(community), await createCredential(login)],
  })
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
  await folder?.remove()
})

const textsOf = async (taskId: string) => {
  const { items } = await up.api.read(`/api/v1/tasks/${taskId}/hosts`, taskHostListSchema)
  return new Map(items.map(({ address, audit }) => [address, audit]))
}

test('a scan says of each host why it was not audited', async () => {
  const { id, progress } = await scan(up.api, segment.id)
  expect(progress).toMatchObject({ hostsFound: 4, audited: 0, notAudited: 4, failed: 0 })
  const audits = await textsOf(id)
  const wrong = 'SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol'
  expect(audits.get(secure)).toMatchObject({ state: 'notAudited', reason: 'wrong-authentication', text: wrong })
  expect(audits.get(blue)?.attempts.map(({ reason }) => reason)).toContain('wrong-community')
  expect(audits.get(server)?.text).toBe('SSH old login: login refused, 1 of 3 attempts used today')
  expect(audits.get(plain)?.text).toMatch(/^no open port among 21, 22, .*\b161\b/)
})

test('a credential test has the same words, and an audit with the right one reads the host', async () => {
  const right = await createCredential(v3('new auditor', user?.authPassword ?? ''))
  const tryOut = async (id: string, address: string) => {
    const path = `/api/v1/credentials/${id}/test`
    const { taskId } = await up.api.create(path, { segmentId: segment.id, address }, taskAcceptedSchema)
    const { status, error } = await taskEnd(up.api, taskId)
    return { status, error, text: (await textsOf(taskId)).get(address)?.text }
  }
  expect(await tryOut(wrongUser, secure)).toEqual({
    status: 'Failed',
    error: `SNMPv3 user ${user?.user}: user known, wrong authentication passphrase or protocol`,
    text: 'SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol',
  })
  const works = { status: 'Success', error: null, text: 'SNMPv3 new auditor: the login works' }
  expect(await tryOut(right, secure)).toEqual(works)
  expect(await tryOut(right, plain)).toMatchObject({
    status: 'Failed',
    text: expect.stringMatching(/closed|no open port/),
  })

  const { id: scanned } = await scan(up.api, segment.id)
  const again = { addresses: [secure], credentialIds: [right] }
  const { taskId } = await up.api.create(`/api/v1/tasks/${scanned}/audit`, again, taskAcceptedSchema)
  expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success', progress: { hostsFound: 1, audited: 1 } })
  expect((await deviceAt(up.api, secure)).auditProblem).toBeNull()
})

test('a device that the next scan cannot read has a problem until it is read again', async () => {
  await scan(up.api, segment.id)
  expect((await deviceAt(up.api, secure)).auditProblem).toMatchObject({
    reason: 'wrong-authentication',
    text: 'SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol',
  })
  const fixed = await up.api.call('PATCH', `/api/v1/credentials/${wrongUser}`, {
    body: { authPassword: user?.authPassword },
  })
  expect(fixed.status).toBe(200)
  expect(await scan(up.api, segment.id)).toMatchObject({ progress: { audited: 1 } })
  expect((await deviceAt(up.api, secure)).auditProblem).toBeNull()
})

test('a host with an unknown key gets no login where the site requires known keys', async () => {
  const settings = { ssh: { requireKnownHostKeys: true } }
  expect((await up.api.call('PATCH', '/api/v1/site/settings', { body: settings })).status).toBe(200)
  const login = { name: 'any login', kind: 'ssh-password', username: 'auditor', password: 'x' }
  const path = `/api/v1/credentials/${await createCredential(login)}/test`
  await using second = await tmpFolder()
  const { program, args, ready } = (await prepareSshd(second.path)).command(plain, 22)
  const sshd = await network.spawn('plain', program, args, { ready })
  const { taskId } = await up.api.create(path, { segmentId: segment.id, address: plain }, taskAcceptedSchema)
  expect((await taskEnd(up.api, taskId)).status).toBe('Failed')
  expect((await textsOf(taskId)).get(plain)?.text).toMatch(/^SSH: unknown host key, no credential was sent/)
  expect(sshd.output()).not.toContain('auditor')
})
