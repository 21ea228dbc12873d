import { gunzipSync } from 'node:zlib'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { segmentListSchema } from '@rollcall/shared/api/segment.ts'
import { type TaskRecord, taskRecordSchema } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultHosts } from '../harness/network/spec.ts'
import { type HostSpec, type Network, type NetworkHost, segments, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import {
  type AuditSite,
  createCredentials,
  createSegment,
  joinFromInside,
  requestScan,
  scan,
} from './support/audit-site.ts'
import { allDevices, deviceAt, readSnapshot, snapshotsOf, taskEnd } from './support/inventory.ts'
import { interfaceTruth } from './support/machine.ts'
import { walkInterfaces } from './support/snmpwalk.ts'

let network: Network
let up: Up
let site: AuditSite
let credentialIds: string[]
let segmentId: string
let first: TaskRecord
let devices: DeviceListItem[]
/** Packets of the first scan to UDP port 161 of hosts without an SNMP engine. */
let sentWithoutEngine: string[]
/** Bytes of the first scan to the raw print port, other than the handshakes. */
let printed: string[]

/** TCP segments with data to a raw print port. */
const printFilter = 'tcp dst portrange 9100-9107 and (ip[2:2] - ((ip[0] & 0xf) << 2) - ((tcp[12] & 0xf0) >> 2) != 0)'

/** The number for documentation (RFC 5612). */
const documentationEnterprise = '.1.3.6.1.4.1.32473'

/** As the default network, with a switch and a printer that say what they are. */
const hosts: HostSpec[] = defaultHosts.map((host) => {
  if (host.name === 'switch') {
    const sysDescr = 'Example EX-48 Ethernet Switch, Version 7.2'
    return { ...host, snmp: { ...host.snmp, sysDescr, sysObjectId: `${documentationEnterprise}.1.48` } }
  }
  if (host.name === 'printer') {
    const sysDescr = 'Example LaserPrint 400 printer'
    return { ...host, snmp: { ...host.snmp, sysDescr, sysObjectId: `${documentationEnterprise}.2.400` } }
  }
  return host
})

beforeAll(async () => {
  network = await startNetwork({ hosts, routerSnmp: { community: 'router-public' } })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  credentialIds = await createCredentials(up.api, network)
  const segment = await createSegment(up.api, {
    name: 'Both sides of the router',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    addresses: [segments.remote.ipv4, segments.local.ipv4],
    credentialIds,
  })
  segmentId = segment.id
  const engines = network.hosts.filter(({ snmp }) => snmp !== undefined).flatMap(addressesOf)
  const withoutEngine = engines.map((address) => `not host ${address}`).join(' and ')
  const [snmp, raw] = await Promise.all([
    network.capture('audit', `udp dst port 161 and ${withoutEngine}`),
    network.capture('printer', printFilter),
  ])
  first = await scan(up.api, segmentId)
  sentWithoutEngine = await snmp.stop()
  printed = await raw.stop()
  devices = await allDevices(up.api)
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
})

test('the devices are exactly the live hosts, each once', () => {
  const seenAt = network.hosts.map((host) => ({
    host: host.name,
    devices: devices.filter(({ ipAddress }) => addressesOf(host).includes(ipAddress ?? '')).length,
  }))
  expect(seenAt).toEqual(network.hosts.map(({ name }) => ({ host: name, devices: 1 })))
  expect(devices).toHaveLength(network.hosts.length)
})

test('each device has the name, MAC address and serial number that its host reveals', () => {
  const expected = (host: NetworkHost) => {
    // A MAC is seen on the audit namespace's own link, or told by the agent.
    const sees = host.segment === 'local' || host.kind === 'router' || host.snmp !== undefined
    return {
      name: host.snmp?.sysName ?? host.address,
      isMacRight: sees ? 'yes' : 'none',
      serialNumber: host.name === 'switch' ? 'EX48-000171' : null,
    }
  }
  const seen = (host: NetworkHost) => {
    const device = deviceOf(host)
    const macs = host.interfaces.map(({ macAddress }) => macAddress)
    const isRight = macs.includes(device.macAddress ?? '') ? 'yes' : 'no'
    return {
      name: device.name,
      isMacRight: device.macAddress === null ? 'none' : isRight,
      serialNumber: device.serialNumber,
    }
  }
  const byName = <T>(of: (host: NetworkHost) => T) =>
    Object.fromEntries(network.hosts.map((host) => [host.name, of(host)]))
  expect(byName(seen)).toEqual(byName(expected))
})

test('each device has the type that its host reports or implies, else unknown', () => {
  const types = Object.fromEntries(network.hosts.map((host) => [host.name, deviceOf(host).type]))
  // The greeting of `shell` names its distribution.
  const linux = ['blue', 'dual', 'secure', 'near', 'wall', 'router', 'shell']
  const silent = ['web', 'shy', 'plain', 'near-plain', 'near-shy', 'audit']
  expect(types).toEqual({
    switch: 'network-device',
    printer: 'printer',
    ...Object.fromEntries(linux.map((name) => [name, 'computer'])),
    ...Object.fromEntries(silent.map((name) => [name, 'unknown'])),
  })
})

test('interface tables equal those of snmpwalk, with the addresses of the kernel', async () => {
  const agents = network.hosts.filter(({ snmp }) => snmp !== undefined)
  expect(agents.length).toBeGreaterThan(6)
  for (const host of agents) {
    const device = await deviceAt(up.api, deviceOf(host).ipAddress ?? '')
    const table = new Map(device.data?.network?.interfaces?.map((each) => [each.index, each]))
    const walked = await walkInterfaces(network, host)
    expect([...table.keys()].sort(), host.name).toEqual([...walked.keys()].sort())
    for (const [index, row] of walked) expect(table.get(index), `${host.name} ${index}`).toMatchObject(row)

    const kernel = await interfaceTruth(host.namespace)
    for (const { name, addresses } of table.values()) {
      const seen = addresses.map(({ address, prefixLength }) => `${address}/${prefixLength}`).sort()
      expect(seen, `${host.name} ${name}`).toEqual(kernel.get(name)?.addresses)
    }
  }
})

test('open TCP ports equal the listening ones', async () => {
  for (const host of network.hosts) {
    const { data } = await deviceAt(up.api, deviceOf(host).ipAddress ?? '')
    const tcp = (data?.network?.services ?? []).filter(({ protocol }) => protocol === 'tcp').map(({ port }) => port)
    expect(tcp, host.name).toEqual(host.tcpPorts)
  }
})

test('nothing is printed, and no community goes to a host without an SNMP engine', () => {
  expect(printed).toEqual([])
  const communities = network.hosts.flatMap(({ snmp }) => snmp?.community ?? [])
  expect(communities).toContain('site-blue')
  const leaks = sentWithoutEngine.filter((packet) => communities.some((community) => packet.includes(community)))
  expect(leaks).toEqual([])
})

test('a Service snapshot contains the SNMP, nmap and probe results', async () => {
  const [snapshot, ...more] = await snapshotsOf(up.api, deviceOf(network.host('switch')).id)
  expect(more).toEqual([])
  expect(snapshot).toMatchObject({ source: 'Service', auditServiceId: site.auditServiceId, agentId: null })
  const { data } = await readSnapshot(up.api, snapshot?.id ?? '')
  expect(data.hardware.system).toMatchObject({ model: 'EX-48', serialNumber: 'EX48-000171' })
  const raw = await up.api.get(`/api/v1/snapshots/${snapshot?.id}/raw`)
  expect(raw.status).toBe(200)
  expect(tarNames(gunzipSync(raw.body)).sort()).toEqual(['nmap.xml', 'probes.json', 'snmp.txt'])
})

test('banners of open ports are read and stored', async () => {
  const shell = await deviceAt(up.api, network.host('shell').address)
  expect(shell).toMatchObject({
    data: {
      network: {
        services: [{ port: 22, name: 'ssh', product: 'OpenSSH', banner: expect.stringMatching(/^SSH-2\.0-OpenSSH_/) }],
      },
    },
  })
  const web = deviceOf(network.host('web'))
  const [snapshot] = await snapshotsOf(up.api, web.id)
  const { data } = await readSnapshot(up.api, snapshot?.id ?? '')
  expect(data.network).toMatchObject({ services: [{ port: 80, name: 'http', banner: 'Title: web' }] })
  const raw = await up.api.get(`/api/v1/snapshots/${snapshot?.id}/raw`)
  expect(tarNames(gunzipSync(raw.body))).toContain('banners.txt')
})

test('the counters of the scan are correct, and the segment shows it', async () => {
  const answering = network.hosts.flatMap(addressesOf).length
  // Two blocks of 256, without their network and broadcast addresses.
  expect(first).toMatchObject({
    kind: 'scan',
    status: 'Success',
    segmentId,
    auditServiceId: site.auditServiceId,
    requestedBy: 'tests',
    error: null,
    progress: { addressesTotal: 508, addressesDone: 508, hostsFound: answering, ignored: 0, failed: 0 },
  })
  // The router answers at two addresses: it is new at one of them.
  expect(first.progress).toMatchObject({ new: network.hosts.length, known: answering - network.hosts.length })
  const times = [first.createdAt, first.startedAt, first.finishedAt].map((time) => Date.parse(time ?? ''))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const { items } = await up.api.read('/api/v1/segments', segmentListSchema)
  expect(items).toMatchObject([{ id: segmentId, deviceCount: network.hosts.length, lastScan: first.finishedAt }])
})

test('a second scan finds exactly the same devices, and a parallel third one is refused', async () => {
  const taskId = await requestScan(up.api, segmentId)
  const refused = await up.api.post(`/api/v1/segments/${segmentId}/scan`, {})
  expect(refused.status).toBe(409)
  expect(problemSchema.parse(refused.json())).toMatchObject({ code: 'scan_running' })
  const second = await taskEnd(up.api, taskId)
  expect(second).toMatchObject({ status: 'Success', progress: { new: 0, known: first.progress.hostsFound } })
  expect(idsOf(await allDevices(up.api))).toEqual(idsOf(devices))
  // Of a host that only answers ping there is nothing to keep.
  for (const host of network.hosts) {
    const snapshots = host.snmp === undefined && host.tcpPorts.length === 0 ? 0 : host.interfaces.length * 2
    expect(await snapshotsOf(up.api, deviceOf(host).id), host.name).toHaveLength(snapshots)
  }
})

test('pingOnly opens no port, sends no SNMP, and matches existing devices', async () => {
  const segment = await createSegment(up.api, {
    name: 'Local, ping only',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    addresses: [segments.local.ipv4],
    credentialIds,
    scanOptions: {
      pingOnly: true,
      osDetection: false,
      maxPacketsPerSecond: 2000,
      hostTimeoutMs: 60_000,
      snmpPorts: [161],
    },
  })
  const capture = await network.capture('audit', 'src host 10.72.0.2 and (tcp or udp port 161)')
  const task = await scan(up.api, segment.id)
  expect(await capture.stop()).toEqual([])
  const local = network.hosts.flatMap((host) => host.interfaces).filter((each) => each.segment === 'local')
  expect(task.progress).toMatchObject({ addressesTotal: 254, hostsFound: local.length, new: 0, audited: 0 })
  expect(idsOf(await allDevices(up.api))).toEqual(idsOf(devices))
  expect(await deviceAt(up.api, network.host('near').address)).toMatchObject({
    type: 'computer',
    auditSource: 'Service',
  })
})

test('an IPv6 address of an existing device matches that device', async () => {
  const segment = await createSegment(up.api, {
    name: 'IPv6',
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses: ['fd00:71::10-fd00:71::14', 'fd00:72::10'],
    credentialIds,
  })
  const task = await scan(up.api, segment.id)
  expect(task.progress).toMatchObject({ addressesTotal: 6, hostsFound: 2, new: 0, known: 2 })
})

test('a cancelled scan stays Cancelled, and another can follow', async () => {
  const taskId = await requestScan(up.api, segmentId)
  const cancelled = await up.api.post(`/api/v1/tasks/${taskId}/cancel`)
  expect(cancelled.status).toBe(202)
  expect(taskRecordSchema.parse(cancelled.json())).toMatchObject({ id: taskId, status: 'Cancelled' })
  const again = await up.api.post(`/api/v1/tasks/${taskId}/cancel`)
  expect(again.status).toBe(409)
  expect(problemSchema.parse(again.json())).toMatchObject({ code: 'task_finished' })
  expect(await scan(up.api, segmentId)).toMatchObject({ progress: { new: 0, hostsFound: first.progress.hostsFound } })
  expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Cancelled' })
  expect(idsOf(await allDevices(up.api))).toEqual(idsOf(devices))
})

test('osDetection reads versions through nmap, and prints nothing', async () => {
  const [printer, shell] = [network.host('printer'), network.host('shell')]
  const segment = await createSegment(up.api, {
    name: 'Versions',
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses: [printer.address, shell.address],
    credentialIds,
    scanOptions: { osDetection: true },
  })
  const raw = await network.capture('printer', printFilter)
  await scan(up.api, segment.id)
  expect(await raw.stop()).toEqual([])
  const [newest] = await snapshotsOf(up.api, deviceOf(shell).id)
  const payload = gunzipSync((await up.api.get(`/api/v1/snapshots/${newest?.id}/raw`)).body)
  expect(tarNames(payload)).toContain('nmap-versions.xml')
  expect(payload.toString()).toContain('<service name="ssh" product="OpenSSH"')
  const [asked] = await snapshotsOf(up.api, deviceOf(printer).id)
  const { data } = await readSnapshot(up.api, asked?.id ?? '')
  expect(data.network).toMatchObject({ services: expect.arrayContaining([expect.objectContaining({ port: 9100 })]) })
})

/** Every address at which a host answers. */
function addressesOf(host: NetworkHost): string[] {
  return host.interfaces.map(({ address }) => address)
}

function deviceOf(host: NetworkHost): DeviceListItem {
  const found = devices.find(({ ipAddress }) => addressesOf(host).includes(ipAddress ?? ''))
  if (found === undefined) throw new Error(`${host.name} was not found`)
  return found
}

/**
 * Reads the names from ustar headers: the name is in the first 100 bytes, the size in octal at byte 124, in blocks of
 * 512 bytes.
 */
function tarNames(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const text = (from: number, to: number) => bytes.toString('latin1', at + from, at + to).split('\0')[0] ?? ''
    names.push(text(0, 100))
    at += 512 + Math.ceil(Number.parseInt(text(124, 136), 8) / 512) * 512
  }
  return names
}

function idsOf(items: readonly DeviceListItem[]): string[] {
  return items.map(({ id }) => id).sort()
}
