import { credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import { type DeviceListItem, deviceListSchema } from '@rollcall/shared/api/device.ts'
import { type CreateSegment, type DirectoryAddress, segmentSchema } from '@rollcall/shared/api/segment.ts'
import { tagSchema } from '@rollcall/shared/api/tag.ts'
import { type TaskRecord, taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../../harness/network.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type Domain, domain, startDomain } from '../../harness/samba.ts'
import { makeServerTls } from '../../harness/server-tls.ts'
import { type AuditSite, createSegment, joinFromInside, requestScan } from '../support/audit-site.ts'
import { allDevices, deviceAt, taskEnd } from '../support/inventory.ts'

const windows = { operatingSystem: 'Windows 11 Pro', operatingSystemVersion: '10.0 (22631)' }
const computer = (name: string, attributes: Record<string, string> = {}) => ({
  name: name.toUpperCase(),
  attributes: { dNSHostName: `${name}.${domain.name}`, ...attributes },
})
/** More than two pages of accounts whose machines are gone. */
const goneCount = 1100

let network: Network
let up: Up
let site: AuditSite
let dc: Domain
let segment: { id: string; tagId: string; community: string; account: string }

beforeAll(async () => {
  network = await startNetwork({
    hosts: [
      { name: 'dc', kind: 'ping-only', address: '10.72.0.5' },
      { name: 'files', kind: 'snmp-v2c', address: '10.72.0.10', snmp: { community: 'site-blue' } },
      { name: 'pc1', kind: 'ping-only', address: '10.72.0.11' },
      { name: 'leased', kind: 'ping-only', address: '10.72.0.12' },
      { name: 'disabled', kind: 'ping-only', address: '10.72.0.13' },
      { name: 'both', kind: 'ping-only', address: '10.72.0.15', address6: 'fd00:72::15' },
      { name: 'stranger', kind: 'ping-only', address: '10.72.0.14' },
    ],
  })
  const startingDomain = startDomain(network, 'dc', {
    computers: [
      computer('files', windows),
      computer('pc1', windows),
      // Both had the address, one after the other.
      computer('leased1', windows),
      computer('leased2'),
      computer('both', windows),
      computer('off'),
      computer('looped'),
      { ...computer('disabled', windows), disabled: true },
      { name: 'ADDRESS', attributes: { dNSHostName: '10.72.0.14' } },
      ...Array.from({ length: goneCount }, (_, index) => computer(`gone${index}`)),
    ],
    addresses: {
      files: ['10.72.0.10'],
      pc1: ['10.72.0.11'],
      leased1: ['10.72.0.12'],
      leased2: ['10.72.0.12'],
      both: ['10.72.0.15', 'fd00:72::15'],
      off: ['10.72.0.99'],
      looped: ['127.0.0.1'],
      disabled: ['10.72.0.13'],
    },
  })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  dc = await startingDomain
  const community = await createCredential({
    name: 'SNMP',
    kind: 'snmp-community',
    version: 'v2c',
    community: 'site-blue',
  })
  const account = await createLdap(`${domain.user.name}@${domain.name}`, domain.user.password)
  const tagId = (await up.api.create('/api/v1/tags', { name: 'domain' }, tagSchema)).id
  const { id } = await createDirectory('Domain', { credentialIds: [account, community], autoTagId: tagId })
  segment = { id, tagId, community, account }
})
afterAll(async () => {
  await up?.stop()
  await dc?.stop()
  await network?.stop()
})

const createCredential = async (body: object) =>
  (await up.api.create('/api/v1/credentials', body, credentialRecordSchema)).id

const createLdap = (username: string, password: string) =>
  createCredential({ name: `${username} ${password.length}`, kind: 'ldap', username, password })

const createDirectory = (
  name: string,
  fields: Partial<CreateSegment> = {},
  directory: Partial<DirectoryAddress> = {},
) =>
  createSegment(up.api, {
    name,
    type: 'active-directory',
    auditServiceId: site.auditServiceId,
    credentialIds: [segment?.account ?? ''],
    ...fields,
    directory: { url: dc.ldaps, baseDn: `CN=Computers,${domain.baseDn}`, caCertificate: dc.ca, ...directory },
  })

const scanned = async (segmentId: string): Promise<TaskRecord> => taskEnd(up.api, await requestScan(up.api, segmentId))

test('a scan finds the computers of the domain that answer, and counts the others', async () => {
  const task = await scanned(segment.id)
  expect(task).toMatchObject({
    status: 'Success',
    progress: { addressesTotal: 6, addressesDone: 6, hostsFound: 5, new: 4, known: 1, audited: 1, failed: 0 },
    // With the account whose name is an address, and the one whose name leads to the Audit Service itself.
    error: expect.stringMatching(
      new RegExp(
        `^${goneCount + 2} computers of the directory have no address: .* more; 1 did not answer: off\\.${domain.name}; ` +
          `2 may differ from the machine at their address: .*leased`,
      ),
    ),
  })
  const devices = await allDevices(up.api)
  const { total } = await up.api.read(`/api/v1/devices?segmentId=${segment.id}`, deviceListSchema)
  expect([total, devices.length]).toEqual([4, 4])
  expect(hostsOf(devices)).toEqual(['files', 'pc1', 'leased', 'both'])
})

/** Names of the hosts that have the addresses of these devices. */
const hostsOf = (devices: readonly DeviceListItem[]) =>
  network.hosts
    .filter(({ address, address6 }) => devices.some(({ ipAddress }) => ipAddress === address || ipAddress === address6))
    .map(({ name }) => name)

test('attributes from the directory are used for a host that reports nothing', async () => {
  const pc = await deviceAt(up.api, '10.72.0.11')
  expect(pc).toMatchObject({ name: 'pc1.ad.example.org', dnsName: 'pc1.ad.example.org', type: 'computer' })
  expect(pc.tags).toMatchObject([{ id: segment.tagId }])
  expect(pc.data?.hardware?.os).toEqual({ name: 'Windows 11 Pro', version: '10.0', build: '22631' })
})

test('values from the host take precedence, and an address of two accounts is used for neither', async () => {
  const files = await deviceAt(up.api, '10.72.0.10')
  expect(files).toMatchObject({ name: 'files.example.net', dnsName: 'files.ad.example.org' })
  expect(files.data?.hardware?.os?.name).not.toMatch(/Windows/)
  const leased = await deviceAt(up.api, '10.72.0.12')
  expect(leased).toMatchObject({ name: '10.72.0.12', dnsName: null, type: 'unknown' })
})

test('a device of the domain is audited alone, with the credentials for hosts', async () => {
  const { id } = await deviceAt(up.api, '10.72.0.10')
  const { taskId } = await up.api.create(`/api/v1/devices/${id}/audit`, undefined, taskAcceptedSchema)
  expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success', error: null, progress: { audited: 1 } })
})

test('StartTLS gives the same result, and the password is never sent in clear text', async () => {
  const starting = await createDirectory(
    'StartTLS',
    { credentialIds: [segment.account, segment.community] },
    { url: dc.ldap },
  )
  const capture = await network.capture('audit', 'tcp port 389 or tcp port 636')
  const task = await scanned(starting.id)
  const packets = await capture.stop()
  expect(task).toMatchObject({ status: 'Success', progress: { hostsFound: 5, new: 0, known: 5 } })
  expect(packets.join('')).toContain('1.3.6.1.4.1.1466.20037')
  expect(packets.join('')).not.toContain(domain.user.password)
  expect(packets.join('')).not.toContain(domain.user.name)
})

test('a filter narrows the scanned computers, and never widens them', async () => {
  const filtered = await createDirectory('Filtered', {}, { filter: '(|(cn=PC1)(cn=DISABLED))' })
  expect(await scanned(filtered.id)).toMatchObject({ status: 'Success', error: null, progress: { addressesTotal: 1 } })
  const none = await createDirectory('None', {}, { filter: '(cn=nobody)' })
  expect(await scanned(none.id)).toMatchObject({
    status: 'Success',
    error: expect.stringMatching(/^no computer below CN=Computers,DC=ad,/),
    progress: { addressesTotal: 0, hostsFound: 0 },
  })
})

test.each<[what: string, directory: () => Partial<DirectoryAddress> | Promise<Partial<DirectoryAddress>>, RegExp]>([
  ['a wrong base DN', () => ({ baseDn: 'DC=nowhere,DC=example,DC=org' }), /the base DN does not exist$/],
  ['a base DN that is none', () => ({ baseDn: 'dc=example,somewhere' }), /the base DN is not a distinguished name$/],
  ['a filter that is none', () => ({ filter: '(cn)' }), /directory\.filter is not a filter/],
  [
    'a certificate of a CA that nobody here knows',
    async () => ({ caCertificate: (await makeServerTls('other')).ca }),
    /not issued by a trusted CA: put the CA's certificate into directory\.caCertificate/,
  ],
  ['a port where nobody listens', () => ({ url: `${dc.ldaps}:6360` }), /cannot connect to .*ECONNREFUSED/],
])('%s fails the task with the reason', async (what, directory, reason) => {
  const wrong = await createDirectory(what, {}, await directory())
  expect(await scanned(wrong.id)).toMatchObject({ status: 'Failed', error: expect.stringMatching(reason) })
})

test('a wrong password fails the task with the reason, without showing the password', async () => {
  const password = 'not-the-right-password'
  const account = await createLdap(`${domain.user.name}@${domain.name}`, password)
  const wrong = await createDirectory('Wrong password', { credentialIds: [account] })
  const task = await scanned(wrong.id)
  expect(task).toMatchObject({ status: 'Failed', error: expect.stringMatching(/name or password is wrong/) })
  expect(JSON.stringify(task)).not.toContain(password)
  expect(site.service().output()).not.toContain(password)
})

test('the CA of a directory can be removed again', async () => {
  const body = { directory: { caCertificate: null } }
  const changed = await up.api.call('PATCH', `/api/v1/segments/${segment.id}`, { body })
  expect(segmentSchema.parse(changed.json()).directory?.caCertificate).toBeUndefined()
  expect(await scanned(segment.id)).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(/not issued by a trusted CA/),
  })
})
