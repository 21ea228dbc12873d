import { copyFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../harness/network.ts'
import type { RunningProcess } from '../harness/processes.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { prepareSshd, type SshdFiles } from '../harness/sshd.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { type AuditSite, createSegment, joinFromInside, scan } from './support/audit-site.ts'
import { allDevices, readSnapshot, snapshotsOf } from './support/inventory.ts'
import { interfaceTruth, machineTruth } from './support/machine.ts'

const [server, other] = ['10.71.0.40', '10.71.0.41']

let network: Network
let up: Up
let site: AuditSite
let folder: TmpFolder
let files: SshdFiles
let sshd: RunningProcess
let segmentId: string

const startSshdIn = async (place: string, address: string, given: SshdFiles) => {
  const { program, args, ready } = given.command(address, 22)
  return network.spawn(place, program, args, { ready })
}

beforeAll(async () => {
  folder = await tmpFolder()
  files = await prepareSshd(folder.path)
  network = await startNetwork({
    hosts: [
      { name: 'server', kind: 'ping-only', address: server },
      { name: 'other', kind: 'ping-only', address: other },
    ],
  })
  sshd = await startSshdIn('server', server, files)
  up = await startUp({ args: ['--host', network.rootAddress] })
  site = await joinFromInside(network, up, 'inside')
  const { username, privateKey, password } = files
  const wrong = { name: 'old', kind: 'ssh-password', username, password: `not ${password}` } as const
  const right = { name: 'key', kind: 'ssh-key', username, privateKey } as const
  const create = (body: typeof wrong | typeof right) =>
    up.api.create('/api/v1/credentials', body, credentialRecordSchema)
  const credentialIds = [(await create(wrong)).id, (await create(right)).id]
  const auditServiceId = site.auditServiceId
  const addresses = [server, other]
  const segment = { name: 'Servers', type: 'address-list', auditServiceId, addresses, credentialIds } as const
  segmentId = (await createSegment(up.api, segment)).id
  expect(await scan(up.api, segmentId)).toMatchObject({ progress: { hostsFound: 2, audited: 1 } })
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
  await folder?.remove()
})

/** This machine, as it is seen by its agent and from inside its sshd. */
const machine = async () => {
  const [found, ...more] = (await allDevices(up.api)).filter(({ name }) => name === hostname().split('.')[0])
  if (found === undefined || more.length > 0)
    throw new Error(`${more.length + 1} devices have the name of this machine`)
  return found.id
}
const snapshots = async (source: 'Agent' | 'Service') =>
  (await snapshotsOf(up.api, await machine())).filter((snapshot) => snapshot.source === source)

const failedLogins = () => sshd.output().match(/^Failed password/gm)?.length ?? 0

test('a host with a valid login is audited from inside', async () => {
  const truth = await machineTruth()
  const [{ id } = { id: '' }] = await snapshots('Service')
  const { data } = await readSnapshot(up.api, id)
  const packages = data.software.filter(({ source }) => source === 'dpkg')
  expect(packages.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(truth.packages)
  expect(data.hardware).toMatchObject({ os: { name: truth.os.name }, memory: { totalBytes: truth.memoryBytes } })
  expect(data.network.ipAddress).toBe(server)
  const { namespace } = network.host('server')
  const [eth0] = data.network.interfaces?.filter(({ name }) => name === 'eth0') ?? []
  expect(eth0).toMatchObject({ macAddress: (await interfaceTruth(namespace)).get('eth0')?.macAddress })
  const raw = await up.api.get(`/api/v1/snapshots/${id}/raw`)
  expect(gunzipSync(raw.body).toString()).toContain('/var/lib/dpkg/status')
})

test("the audit matches the device of the host's agent", async () => {
  expect((await snapshots('Agent')).length).toBeGreaterThan(0)
  expect((await snapshots('Service')).length).toBe(1)
  expect((await allDevices(up.api)).length).toBe(2)
})

test('a key is tried before a password, so a wrong password is never offered', async () => {
  expect(failedLogins()).toBe(0)
  expect(await scan(up.api, segmentId)).toMatchObject({ progress: { new: 0, audited: 1 } })
  expect(failedLogins()).toBe(0)
})

test('a changed host key is refused and reported, and accepted after a person trusts it', async () => {
  await sshd.stop()
  await using second = await tmpFolder()
  const changed = await prepareSshd(second.path)
  await copyFile(join(folder.path, 'user.pub'), join(second.path, 'user.pub'))
  sshd = await startSshdIn('server', server, changed)
  const task = await scan(up.api, segmentId)
  expect(task.progress.audited).toBe(0)
  expect(task.error).toContain(`${server}: host key changed: pinned is ${files.fingerprints[0]}`)
  expect(task.error).toContain(`showed ${changed.fingerprints[0]}`)
  expect(sshd.output()).not.toContain(files.username)
  const forget = ['audit-service', 'forget-host-key', server, '--state-dir', site.stateDir]
  expect(task.error).toContain(forget.join(' '))

  const forgotten = await site.cli(...forget, '--json')
  expect(JSON.parse(forgotten.stdout)).toMatchObject({ address: server, fingerprint: files.fingerprints[0] })
  expect((await site.cli(...forget)).code).toBe(1)
  expect(await scan(up.api, segmentId)).toMatchObject({ error: null, progress: { audited: 1 } })
})
