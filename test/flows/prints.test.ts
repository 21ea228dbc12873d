import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { snapshotReportSchema } from '@rollcall/shared/api/snapshot.ts'
import { taskHostListSchema } from '@rollcall/shared/api/task-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type Domain, domain, startDomain } from '../harness/samba.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { type AuditSite, createSegment, joinFromInside, scan } from './support/audit-site.ts'
import { deviceAt, snapshotsOf } from './support/inventory.ts'

const script = join(import.meta.dirname, 'support', 'describing-hosts.ts')
const addresses = {
  dc: '10.72.0.5',
  filer: '10.72.0.6',
  camera: '10.72.0.11',
  gateway: '10.72.0.12',
  telephone: '10.72.0.13',
  desktop: '10.72.0.14',
  hostile: '10.72.0.15',
}
const described = ['camera', 'gateway', 'telephone', 'desktop', 'hostile'] as const

let network: Network
let up: Up
let site: AuditSite
let dc: Domain
let folder: Awaited<ReturnType<typeof tmpFolder>>

beforeAll(async () => {
  const hosts = Object.entries(addresses).map(([name, address]) => ({ name, kind: 'ping-only' as const, address }))
  network = await startNetwork({ hosts })
  folder = await tmpFolder()
  const startingDomain = startDomain(network, 'dc', { computers: [], addresses: {} })
  await startFileServer()
  for (const kind of described) {
    const args = [script, kind, addresses[kind], addresses.gateway]
    await network.spawn(kind, process.execPath, args, { ready: /is ready/ })
  }
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  dc = await startingDomain
})
afterAll(async () => {
  await up?.stop()
  await dc?.stop()
  await network?.stop()
  await folder?.remove()
})

/** Starts a real Samba file server. */
async function startFileServer() {
  const folders = ['private', 'lock', 'state', 'cache', 'run'].map((name) => join(folder.path, name))
  await Promise.all(folders.map((path) => mkdir(path)))
  const [privateDir, lock, state, cache, run = ''] = folders
  const settings = {
    'netbios name': 'FILER-7',
    workgroup: 'OFFICE',
    'private dir': privateDir,
    'lock directory': lock,
    'state directory': state,
    'cache directory': cache,
    'pid directory': run,
    'ncalrpc dir': join(run, 'ncalrpc'),
    'log file': join(folder.path, 'log'),
    'smb ports': '445',
    'disable spoolss': 'yes',
  }
  const configuration = join(folder.path, 'smb.conf')
  await writeFile(
    configuration,
    `[global]\n${Object.entries(settings)
      .map((each) => each.join(' = '))
      .join('\n')}\n`,
  )
  const listens = ['-c', 'import socket; socket.create_connection(("127.0.0.1", 445), 1).close()']
  await network.spawn('filer', 'smbd', ['--foreground', '-s', configuration], {
    ready: () => network.exec('filer', '/usr/bin/python3', listens).then(({ code }) => code === 0),
    readyTimeoutMs: 30_000,
  })
}

async function scanned(name: string, hosts: readonly (keyof typeof addresses)[], scanOptions = {}) {
  const { id } = await createSegment(up.api, {
    name,
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses: hosts.map((host) => addresses[host]),
    scanOptions,
  })
  const task = await scan(up.api, id)
  const list = await up.api.read(`/api/v1/tasks/${task.id}/hosts?limit=1000`, taskHostListSchema)
  return { task, hosts: list.items }
}

async function reportOf(host: keyof typeof addresses) {
  const [newest] = await snapshotsOf(up.api, (await deviceAt(up.api, addresses[host])).id)
  return up.api.read(`/api/v1/snapshots/${newest?.id}/report`, snapshotReportSchema)
}

const readDevice = (host: keyof typeof addresses) => deviceAt(up.api, addresses[host])

test('with an empty identifyBy no print asks a host', async () => {
  const packets = await network.capture('desktop', 'dst port 3389 and tcp[tcpflags] & tcp-push != 0')
  await scanned('without', ['desktop', 'camera'], { identifyBy: [] })
  expect(await packets.stop()).toEqual([])
  expect((await reportOf('desktop')).probes.map(({ probe }) => probe)).not.toContain('rdp')
  expect((await readDevice('desktop')).name).toBe(addresses.desktop)
})

test('hosts that nobody can log in to have names, systems, models and versions, with the print as evidence', async () => {
  const { task } = await scanned('all', ['dc', 'filer', 'camera', 'gateway', 'telephone', 'desktop'])
  expect(task.progress).toMatchObject({ hostsFound: 6, failed: 0 })

  expect(await readDevice('dc')).toMatchObject({
    type: 'computer',
    data: { network: { hostname: 'dc1', domain: domain.name } },
  })
  expect(await readDevice('filer')).toMatchObject({ name: 'FILER-7' })
  expect(await readDevice('desktop')).toMatchObject({
    type: 'computer',
    name: 'TERM-1',
    data: {
      hardware: { os: { name: 'Windows Server 2022', version: '10.0.20348', build: '20348' } },
      network: { hostname: 'TERM-1', domain: 'corp.example.org' },
    },
  })
  expect(await readDevice('camera')).toMatchObject({
    type: 'camera',
    data: {
      hardware: {
        system: { manufacturer: 'Example', model: 'EX-2042', serialNumber: 'EX20190101AA' },
        firmware: { version: '5.5.82' },
      },
    },
  })
  expect(await readDevice('gateway')).toMatchObject({
    type: 'network-device',
    data: { hardware: { system: { manufacturer: 'Example', model: 'EX-Box 7' } } },
  })
  expect(await readDevice('telephone')).toMatchObject({
    type: 'phone',
    data: { hardware: { system: { manufacturer: 'Yealink', model: 'T46S' }, firmware: { version: '66.84.0.15' } } },
  })

  expect((await reportOf('desktop')).evidence).toContainEqual({
    field: 'os.build',
    value: '20348',
    source: 'TCP 3389 rdp',
  })
  expect((await reportOf('dc')).evidence).toContainEqual({
    field: 'network.domain',
    value: domain.name,
    source: 'TCP 389 ldap',
  })
})

test('a hostile host is read within bounds, says why, leads to no other address, and delays nobody', async () => {
  const packets = await network.capture('gateway', `src host ${network.host('audit').address} and dst port 49000`)
  const { task, hosts } = await scanned('hostile', ['hostile'])
  expect(await packets.stop()).toEqual([])
  expect(task).toMatchObject({ status: 'Success', progress: { hostsFound: 1, failed: 0 } })
  const texts = hosts.flatMap(({ audit }) => audit.attempts.map(({ text }) => text))
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^RDP port 3389: .*no complete answer within \d+ ms/),
      expect.stringMatching(/^ONVIF: .*the answer has more than 65536 bytes/),
      expect.stringMatching(/^UPnP port 1900: .*not at this address and was not requested/),
    ]),
  )
  const rdp = (await reportOf('hostile')).probes.find(({ probe }) => probe === 'rdp')
  expect(rdp?.detail).toMatch(/no complete answer within/)
})
