import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostSpec, type Network, segments, startNetwork } from '../../harness/network.ts'
import { freePort } from '../../harness/ports.ts'
import { type PostgresServer, startPostgres } from '../../harness/postgres.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { createCredentials, createSegment, joinFromInside, scan } from '../support/audit-site.ts'
import { allDevices, deviceAt, readDevice, readSnapshot, snapshotsOf } from '../support/inventory.ts'
import { machineTruth } from '../support/machine.ts'
import { walkInterfaces } from '../support/snmpwalk.ts'

// What first-start.test.ts and scan.test.ts prove on SQLite, in essence on PostgreSQL.

const hosts: HostSpec[] = [
  { name: 'blue', kind: 'snmp-v2c', address: '10.71.0.11', snmp: { community: 'site-blue' } },
  { name: 'secure', kind: 'snmp-v3', address: '10.71.0.13' },
  { name: 'web', kind: 'web', address: '10.72.0.21' },
  { name: 'near-shy', kind: 'no-ping', address: '10.72.0.12' },
]

let folder: TmpFolder
let postgres: PostgresServer
let network: Network
let up: Up
let options: { dataDir: string; args: string[]; env: NodeJS.ProcessEnv }
let thisMachineId: string

beforeAll(async () => {
  folder = await tmpFolder()
  ;[postgres, network] = await Promise.all([startPostgres(), startNetwork({ hosts })])
  const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  options = {
    dataDir: join(folder.path, 'data'),
    args: ['--host', network.rootAddress, ...ports],
    env: { ROLLCALL_DATABASE_URL: await postgres.createDatabase() },
  }
  up = await startUp(options)
})
afterAll(async () => {
  await up?.stop()
  await Promise.all([network?.stop(), postgres?.stop()])
  await folder?.remove()
})

test('this machine is listed with its packages, and its snapshot equals what the agent sent', async () => {
  const [only, ...more] = await allDevices(up.api)
  expect(more).toEqual([])
  const device = await readDevice(up.api, only?.id ?? '')
  thisMachineId = device.id
  const truth = await machineTruth()
  expect(device).toMatchObject({ name: truth.hostname, auditSource: 'Agent' })
  const packages = (device.data?.software ?? []).filter(({ source }) => source === 'dpkg')
  expect(packages.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(truth.packages)
  const { data } = await readSnapshot(up.api, device.auditId ?? '')
  expect(data).toEqual(device.data)
  const raw = (await up.api.get(`/api/v1/snapshots/${device.auditId}/raw`)).json()
  expect(raw).toMatchObject({ software: data.software, hardware: data.hardware })
})

test('two scans find exactly the live hosts, each once', async () => {
  const { auditServiceId } = await joinFromInside(network, up, 'inside')
  const segment = await createSegment(up.api, {
    name: 'Both',
    type: 'ip-range',
    auditServiceId,
    addresses: ['10.71.0.2-10.71.0.30', segments.local.ipv4],
    credentialIds: await createCredentials(up.api, network),
  })
  const first = await scan(up.api, segment.id)
  const found = (await allDevices(up.api)).filter(({ id }) => id !== thisMachineId)
  // The sweep finds the audit namespace itself and the near side of the router as well.
  const expected = [...hosts.map(({ address }) => address), network.host('audit').address, segments.local.routerAddress]
  expect(found.map(({ ipAddress }) => ipAddress).sort()).toEqual(expected.sort())
  expect(first.progress).toMatchObject({ hostsFound: expected.length, new: expected.length, known: 0 })

  for (const name of ['blue', 'secure']) {
    const host = network.host(name)
    const device = await deviceAt(up.api, host.address)
    expect(device).toMatchObject({ name: host.snmp?.sysName, macAddress: host.macAddress, type: 'computer' })
    const table = new Map(device.data?.network?.interfaces?.map((each) => [each.index, each]))
    for (const [index, row] of await walkInterfaces(network, host)) expect(table.get(index)).toMatchObject(row)
  }

  const second = await scan(up.api, segment.id)
  expect(second.progress).toMatchObject({ hostsFound: expected.length, new: 0, known: expected.length })
  expect(await allDevices(up.api)).toHaveLength(expected.length + 1)
  expect(await snapshotsOf(up.api, (await deviceAt(up.api, '10.71.0.11')).id)).toHaveLength(2)
})

test('a second start continues with the same data', async () => {
  const { password, ...lasting } = up.facts
  expect(password).toBeDefined()
  const before = (await allDevices(up.api)).map(({ id }) => id)
  await up.stop()
  up = await startUp(options)
  expect(up.facts).toEqual(lasting)
  expect((await allDevices(up.api)).map(({ id }) => id)).toEqual(before)
  expect(await snapshotsOf(up.api, thisMachineId)).toHaveLength(2)
})
