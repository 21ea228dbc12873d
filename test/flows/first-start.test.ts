import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRunning, type ReadyFacts, readyFactsSchema, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { allDevices, deviceAt, readDevice, readSnapshot, snapshotsOf } from './support/inventory.ts'
import { type InterfaceTruth, interfaceTruth, type MachineTruth, machineTruth } from './support/machine.ts'

let folder: TmpFolder
let truth: MachineTruth
/** `ip -json addr` after the agent ran: other tests on this machine make and remove interfaces meanwhile. */
let interfacesAfter: Map<string, InterfaceTruth>
let up: Up
let first: ReadyFacts
let deviceId: string

beforeAll(async () => {
  folder = await tmpFolder()
  truth = await machineTruth()
  up = await startUp({ dataDir: join(folder.path, 'data') })
  interfacesAfter = await interfaceTruth()
  first = up.facts
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

test('the ready file has the documented content, readable by its owner only', async () => {
  expect(Object.keys(first).sort()).toEqual(
    ['auditServiceId', 'caFile', 'natsUrl', 'password', 'siteId', 'url', 'username'].sort(),
  )
  expect((await stat(up.readyFile)).mode & 0o777).toBe(0o600)
  expect(await readFile(first.caFile, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/)
  expect(new URL(first.natsUrl).port).not.toBe(new URL(first.url).port)
  expect(readyFactsSchema.parse(JSON.parse(up.process.stdout()))).toEqual(first)
})

test('this machine is the only device, reported by its agent', async () => {
  const devices = await allDevices(up.api)
  expect(devices).toHaveLength(1)
  const device = await readDevice(up.api, devices[0]?.id ?? '')
  deviceId = device.id
  expect(device).toMatchObject({ name: truth.hostname, auditSource: 'Agent' })
  const [snapshot, ...more] = await snapshotsOf(up.api, device.id)
  expect(more).toEqual([])
  expect(snapshot).toMatchObject({ id: device.auditId, source: 'Agent', auditDate: device.auditDate })
  expect(snapshot?.agentId).toMatch(/^[0-9a-f-]{36}$/)
  if (device.ipAddress !== null) expect(await deviceAt(up.api, device.ipAddress)).toEqual(device)
})

test('its software equals the output of dpkg-query, with all versions', async () => {
  const { data } = await readDevice(up.api, deviceId)
  const software = data?.software ?? []
  const ofDpkg = software.filter(({ source }) => source === 'dpkg').map(({ name, version }) => `${name} ${version}`)
  expect(ofDpkg.sort()).toEqual(truth.packages)
  expect(truth.packages.length).toBeGreaterThan(50)
})

test('its memory, operating system, interfaces and addresses equal those of the kernel', async () => {
  const { data } = await readDevice(up.api, deviceId)
  expect(data?.hardware?.memory?.totalBytes).toBe(truth.memoryBytes)
  expect(data?.hardware?.os?.name).toBe(truth.os.name)
  // A point release is finer than what os-release says (12.11 of 12).
  expect(`${data?.hardware?.os?.version}.`.startsWith(`${truth.os.version}.`)).toBe(true)

  const seen = new Map(data?.network?.interfaces?.map((each) => [each.name, each]))
  const expected = new Set([...truth.interfaces.keys(), ...interfacesAfter.keys()])
  expect([...seen.keys()].filter((name) => !expected.has(name))).toEqual([])
  const unchanged = [...truth.interfaces].filter(([name, before]) => isEqual(before, interfacesAfter.get(name)))
  expect(unchanged.map(([name]) => name)).toContain('lo')
  for (const [name, { macAddress, mtu, addresses }] of unchanged) {
    const found = seen.get(name)
    expect(found, name).toMatchObject({ name, mtu })
    expect(found?.macAddress, name).toBe(macAddress)
    expect(found?.addresses.map((each) => `${each.address}/${each.prefixLength}`).sort(), name).toEqual(addresses)
  }
})

test('get, download and raw of the snapshot agree, and raw equals what the agent sent', async () => {
  const { auditId, auditDate, data } = await readDevice(up.api, deviceId)
  const snapshot = await readSnapshot(up.api, auditId ?? '')
  expect(snapshot).toMatchObject({ deviceId, source: 'Agent', auditDate })
  expect(snapshot.data).toEqual(data)

  const download = await up.api.get(`/api/v1/snapshots/${auditId}/download`)
  expect(download.headers['content-type']).toMatch(/^application\/json/)
  expect(download.headers['content-disposition']).toBe(`attachment; filename="snapshot-${auditId}.json"`)
  expect(download.json()).toEqual((await up.api.get(`/api/v1/snapshots/${auditId}`)).json())

  const raw = await up.api.get(`/api/v1/snapshots/${auditId}/raw`)
  expect(raw.status).toBe(200)
  expect(raw.headers['content-type']).toBe('application/octet-stream')
  expect(raw.headers['content-disposition']).toBe(`attachment; filename="raw-${auditId}.bin"`)
  const sent = observationSchema.parse(raw.json())
  expect(sent).toMatchObject({ source: 'Agent', observedAt: auditDate, name: truth.hostname, depth: 'audit' })
  const { hardware, software, network } = snapshot.data
  // Lists are kept in an order of their own.
  expect(unordered({ hardware, software, network })).toEqual(
    unordered({ hardware: sent.hardware, software: sent.software, network: sent.network }),
  )
})

function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(unordered(item))).sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unordered(item)]))
}

test('Ctrl-C ends every process in order', async () => {
  const pids = up.pidsOfChildren()
  for (const part of ['collector', 'nats-server', 'audit-service'] as const) expect(pids).toContain(up.pidOf(part))
  expect(await up.stop('SIGINT')).toEqual({ code: 0, signal: null })
  expect(pids.filter(isRunning)).toEqual([])
})

test('a second start on other ports continues with the same data', async () => {
  up = await startUp({ dataDir: up.dataDir })
  const { password: _, url, natsUrl, ...lasting } = first
  expect(up.facts).toEqual({ ...lasting, url: up.facts.url, natsUrl: up.facts.natsUrl })
  expect([up.facts.url, up.facts.natsUrl]).not.toEqual([url, natsUrl])
  expect((await allDevices(up.api)).map(({ id }) => id)).toEqual([deviceId])
  const snapshots = await snapshotsOf(up.api, deviceId)
  expect(snapshots).toHaveLength(2)
  expect((await readDevice(up.api, deviceId)).auditId).toBe(snapshots[0]?.id)
})

test('all processes end after rollcall up is killed', async () => {
  const pids = up.pidsOfChildren()
  expect(await up.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
  expect(pids.filter(isRunning)).toEqual([])
})

function isEqual(a: InterfaceTruth, b: InterfaceTruth | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
