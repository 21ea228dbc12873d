import { join } from 'node:path'
import type { Device } from '@rollcall/shared/api/device.ts'
import { type TaskRecord, taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { taskHostListSchema } from '@rollcall/shared/api/task-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostSpec, type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type AuditSite, createCredentials, createSegment, joinFromInside, scan } from './support/audit-site.ts'
import { deviceAt, readSnapshot, taskEnd } from './support/inventory.ts'

// Every host is found and read over IPv6 alone: nobody knows its IPv4 address.
const hosts = [
  { name: 'far', kind: 'snmp-v2c', address: '10.71.0.12', address6: 'fd00:71::12' },
  { name: 'secure', kind: 'snmp-v3', address: '10.71.0.13', address6: 'fd00:71::13' },
  // Drops all packets but those to its SNMP agent.
  { name: 'wall', kind: 'firewalled', address: '10.71.0.14', address6: 'fd00:71::14' },
  { name: 'near', kind: 'snmp-v2c', address: '10.72.0.15', address6: 'fd00:72::15', snmp: { community: 'blue' } },
  { name: 'controller', kind: 'ping-only', address: '10.71.0.16', address6: 'fd00:71::16' },
  { name: 'server', kind: 'ping-only', address: '10.71.0.17', address6: 'fd00:71::17' },
] satisfies HostSpec[]

let network: Network
let up: Up
let site: AuditSite
let task: TaskRecord

const segmentOf = async (name: string, ...addresses: string[]) => {
  const credentialIds = await createCredentials(up.api, network)
  return createSegment(up.api, {
    name,
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses,
    credentialIds,
  })
}
const dataOf = async ({ auditId }: Device) => (await readSnapshot(up.api, auditId ?? '')).data
/** Services of a device with their names and banners. */
const servicesOf = async (address: string) => {
  const { network: section } = (await dataOf(await deviceAt(up.api, address))) ?? {}
  const services = section?.services ?? []
  return services.map(({ port, protocol, name, banner = '' }) => [protocol, port, name, banner].join(' ').trim())
}

beforeAll(async () => {
  network = await startNetwork({ hosts, routerSnmp: { community: 'router-public' } })
  const script = join(import.meta.dirname, 'support', 'machine-services.ts')
  for (const kind of ['controller', 'server'])
    await network.spawn(kind, process.execPath, [script, kind], {
      ready: /^listening$/m,
      env: { NODE_OPTIONS: undefined },
    })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  const segment = await segmentOf('IPv6', 'fd00:71::/120', 'fd00:72::/120')
  task = await scan(up.api, segment.id)
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
})

test('a scan finds all hosts of IPv6 ranges, also one that answers SNMP alone', async () => {
  const { items } = await up.api.read(`/api/v1/tasks/${task.id}/hosts?limit=1000`, taskHostListSchema)
  const router = ['fd00:71::1', 'fd00:72::1']
  const expected = [...hosts.map(({ address6 }) => address6), 'fd00:72::2', ...router]
  expect(items.map(({ address }) => address).sort()).toEqual(expected.sort())
})

test.each([
  ['far', 'v2c behind a router'],
  ['secure', 'v3 with authentication and privacy'],
  ['wall', 'v2c behind a firewall'],
  ['near', 'v2c on the own link'],
])('%s is read by SNMP %s over IPv6', async (name) => {
  const host = network.host(name)
  const device = await deviceAt(up.api, host.address6 ?? '')
  expect(device).toMatchObject({ name: host.snmp?.sysName, ipAddress: host.address6, auditSource: 'Service' })
  const { network: section } = await dataOf(device)
  const interfaces = section?.interfaces ?? []
  expect(interfaces.map(({ name: shown }) => shown)).toEqual(expect.arrayContaining(['lo', 'eth0']))
  const eth0 = interfaces.find((each) => each.name === 'eth0')
  expect(eth0?.macAddress).toBe(host.macAddress)
  const addresses = eth0?.addresses.map(({ address, prefixLength }) => `${address}/${prefixLength}`)
  expect(addresses).toEqual(expect.arrayContaining([`${host.address6}/64`, `${host.address}/24`]))
  // The agent's card, and its router.
  expect(device.macAddress).toBe(host.macAddress)
})

test('an audit of one device goes to its IPv6 address', async () => {
  const { id } = await deviceAt(up.api, 'fd00:71::13')
  const { taskId } = await up.api.create(`/api/v1/devices/${id}/audit`, undefined, taskAcceptedSchema)
  expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success', progress: { audited: 1, failed: 0 } })
  expect(await deviceAt(up.api, 'fd00:71::13')).toMatchObject({ id, name: network.host('secure').snmp?.sysName })
})

const printed = {
  controller: {
    fields: { name: 'AHU-3', manufacturer: 'Reliable Controls', model: 'MACH-ProWebSys', serialNumber: 'RC0042-17' },
    services: [
      'tcp 502 modbus Schneider Electric, METSEPM5560, V002.005.000, www.se.example, PowerLogic PM5560, PM5560',
      'udp 47808 bacnet Device 1234: AHU-3',
    ],
  },
  server: {
    fields: {
      ...{ name: 'build-7', manufacturer: 'Quanta', model: 'D52B-1U', serialNumber: 'QTFCOU7420017' },
      type: 'computer',
    },
    services: [
      'tcp 443 https OpenBMC Project, Power: Off',
      'tcp 2375 docker API 1.47 without a login',
      'tcp 6443 kubernetes linux/amd64',
      'udp 623 asf-rmcp',
    ],
  },
}
const families = [
  ['controller', 'IPv6'],
  ['server', 'IPv6'],
  ['controller', 'IPv4'],
  ['server', 'IPv4'],
] as const

test.each(families)('a %s describes itself over %s without a login', async (name, family) => {
  const host = network.host(name)
  const address = (family === 'IPv6' ? host.address6 : host.address) ?? ''
  if (family === 'IPv4') await scan(up.api, (await segmentOf(`IPv4 of the ${name}`, address)).id)
  expect(await deviceAt(up.api, address)).toMatchObject(printed[name].fields)
  expect(await servicesOf(address)).toEqual(printed[name].services)
})

test('nothing is asked of a host whose segment excludes the print', async () => {
  const host = network.host('controller')
  const capture = await network.capture('controller', 'udp port 47808 or tcp port 502')
  const { id } = await segmentOf('No prints', host.address6 ?? '')
  await up.api.call('PATCH', `/api/v1/segments/${id}`, { body: { scanOptions: { identifyBy: ['smb'] } } })
  await scan(up.api, id)
  expect(await capture.stop()).toEqual([])
})
