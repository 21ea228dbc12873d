import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOneLine } from '../faults/one-line.ts'
import { type ForwardProxy, startForwardProxy } from '../harness/forward-proxy.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { freePort } from '../harness/ports.ts'
import type { RunningProcess } from '../harness/processes.ts'
import { launcher, runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { createCredentials, createSegment, scan } from './support/audit-site.ts'
import { deviceAt } from './support/inventory.ts'

// A site whose only way out is an HTTP proxy, which alone resolves the names of the collector.
const [oldName, newName] = ['collector.old.example', 'collector.new.example']
const waitMs = 60_000

let folder: TmpFolder
let network: Network
let proxy: ForwardProxy
let up: Up
let dataDir: string
let port: number
let natsPort: number
let hostsFile: string
let service: RunningProcess
let auditServiceId: string

const resolve = (...names: string[]) =>
  writeFile(hostsFile, ['127.0.0.1 localhost', ...names.map((name) => `${network.rootAddress} ${name}`), ''].join('\n'))
const startCollector = async (publicHosts: string[]) => {
  const names = publicHosts.flatMap((host) => ['--public-host', host])
  const ports = ['--port', `${port}`, '--nats-port', `${natsPort}`]
  const args = ['--no-agent', '--host', network.rootAddress, ...ports, ...names]
  // The parts beside the collector need no proxy.
  up = await startUp({ dataDir, args, env: { HTTPS_PROXY: 'http://127.0.0.1:1' } })
}
const stateOf = (part: string) => join(folder.path, part)
const cli = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  network.exec('site', launcher.program, [launcher.script, ...args], { env: { ...process.env, ...env } })
const newToken = async (kind: string) => (await up.cli('join-token', 'create', '--for', kind)).stdout.trim()
const joinArgs = async (kind: string, url = `https://${oldName}:${port}`) => [
  ...[kind, 'join', '--url', url, '--token', await newToken(kind), '--state-dir', stateOf(kind)],
]
const runService = async () => {
  const args = ['audit-service', 'run', '--json', '--state-dir', stateOf('audit-service')]
  service = await network.spawn('site', launcher.program, [launcher.script, ...args], { ready: /"auditServiceId"/ })
}
const runAgent = () => cli(['agent', 'run', '--state-dir', stateOf('agent'), '--json'])
const lastSeen = async () => {
  const { items } = await up.api.read('/api/v1/audit-services?limit=1000', auditServiceListSchema)
  return items.find((each) => each.name === 'proxied' && each.status === 'Active')
}
const untilSeenAfter = (time: number) =>
  waitFor(async () => Date.parse((await lastSeen())?.lastSeen ?? '') > time, {
    what: 'a heartbeat of the site',
    timeoutMs: waitMs,
  })
const stored = async (part: string, file: string) => JSON.parse(await readFile(join(stateOf(part), file), 'utf8'))

beforeAll(async () => {
  folder = await tmpFolder()
  dataDir = join(folder.path, 'data')
  network = await startNetwork({
    hosts: [
      { name: 'site', kind: 'ping-only', address: '10.72.0.20' },
      { name: 'device', kind: 'snmp-v2c', address: '10.72.0.10' },
    ],
  })
  const resolverFolder = `/etc/netns/${network.host('audit').namespace}`
  hostsFile = join(resolverFolder, 'hosts')
  await mkdir(resolverFolder, { recursive: true })
  // Nothing answers there: an unknown name fails at once.
  await writeFile(join(resolverFolder, 'resolv.conf'), 'nameserver 127.0.0.1\n')
  await resolve(oldName)
  proxy = await startForwardProxy(network, { place: 'audit', folder: folder.path })
  ;[port, natsPort] = [await freePort(), await freePort()]
  await startCollector([oldName])
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
  await rm(join(hostsFile, '..'), { recursive: true, force: true })
  await folder?.remove()
})

test('a join without the proxy, or without its password, says what is missing and spends no token', async () => {
  const direct = await joinArgs('audit-service')
  expectOneLine(await cli(direct), /^cannot reach the collector at collector\.old\.example:\d+: /)
  const locked = proxy.url.replace(/site:.*@/, '')
  const line = /the proxy http:\/\/10\.72\.0\.\d+:3128 requires a user name and a password \(407\)/
  expectOneLine(await cli([...direct, '--proxy', locked]), line)
  const wrong = await cli([...direct, '--proxy', proxy.url.replace(proxy.password, 'wrong-password')])
  expectOneLine(wrong, /refuses this user name and password \(40[17]\): correct them in its address/)
  expect(wrong.stderr).not.toContain('wrong-password')
})

test('an Audit Service joins, scans and reports through a proxy, which later runs know without a setting', async () => {
  const args = [...(await joinArgs('audit-service')), '--name', 'proxied']
  expect(await cli(args, { HTTPS_PROXY: proxy.url })).toMatchObject({ code: 0 })
  await runService()
  await untilSeenAfter(0)
  auditServiceId = (await lastSeen())?.id ?? ''
  expect(service.output()).toContain(`over WebSocket on its HTTPS port, through the proxy ${proxy.name}`)
  expect(service.output()).not.toContain(proxy.password)
  const segment = await createSegment(up.api, {
    name: 'Behind the proxy',
    type: 'ip-range',
    auditServiceId,
    addresses: ['10.72.0.10-10.72.0.10'],
    credentialIds: await createCredentials(up.api, network),
  })
  await scan(up.api, segment.id)
  expect(await deviceAt(up.api, '10.72.0.10')).toMatchObject({ ipAddress: '10.72.0.10' })
})

test('an agent joins and reports through a proxy', async () => {
  expect(await cli([...(await joinArgs('agent')), '--proxy', proxy.url])).toMatchObject({ code: 0 })
  const run = await runAgent()
  expect(run, run.stderr).toMatchObject({ code: 0 })
  expect(JSON.parse(run.stdout)).toMatchObject({ sent: 1, waiting: 0 })
})

test('an Audit Service reconnects after the proxy was away', async () => {
  await proxy.stop()
  await waitFor(() => /connection lost/.test(service.output()), { what: 'the lost connection', timeoutMs: waitMs })
  const lostAt = Date.now()
  await proxy.start()
  await untilSeenAfter(lostAt)
})

test('parts follow a collector to another name, port and machine without a new join', async () => {
  const newPort = await freePort()
  const newUrl = `https://${newName}:${newPort}`
  await up.stop()
  await startCollector([`${newName}:${newPort}`, oldName])
  const knows = async () => (await stored('audit-service', 'service.json')).otherUrls?.includes(newUrl)
  await waitFor(knows, { what: 'the new address at the site', timeoutMs: waitMs })
  expect(await runAgent()).toMatchObject({ code: 0 })
  expect(await stored('agent', 'agent.json')).toMatchObject({ otherUrls: [newUrl] })

  // The other machine: the data directory of a restored backup.
  const backup = join(folder.path, 'backup.tar.gz')
  expect(await up.cli('backup', backup)).toMatchObject({ code: 0 })
  expect(await up.stop()).toMatchObject({ code: 0 })
  dataDir = join(folder.path, 'other-machine')
  expect(await runCli(['restore', backup, '--data-dir', dataDir])).toMatchObject({ code: 0 })
  await resolve(newName)
  port = newPort
  const movedAt = Date.now()
  await startCollector([newName])
  await untilSeenAfter(movedAt)
  const run = await runAgent()
  expect(run, run.stderr).toMatchObject({ code: 0 })
  expect(await stored('agent', 'agent.json')).toMatchObject({ collectorUrl: newUrl, otherUrls: [] })
  await waitFor(async () => (await stored('audit-service', 'service.json')).collectorUrl === newUrl, {
    what: 'the site to store the new address',
    timeoutMs: waitMs,
  })
})

test('deleted parts are cut off, say so, and join again with a new token', async () => {
  const { agentId } = await stored('agent', 'agent.json')
  expect((await up.api.call('DELETE', `/api/v1/agents/${agentId}`)).status).toBe(204)
  const line = /was deleted at the collector https:\/\/collector\.new\.example:\d+ and sends nothing: join it again/
  expectOneLine(await runAgent(), line)
  const url = `https://${newName}:${port}`
  expect(await cli([...(await joinArgs('agent', url)), '--proxy', proxy.url])).toMatchObject({ code: 0 })
  const run = await runAgent()
  expect(JSON.parse(run.stdout)).toMatchObject({ sent: 1, waiting: 0, parked: 0 })
  expect((await stored('agent', 'agent.json')).agentId).not.toBe(agentId)

  expect((await up.api.call('DELETE', `/api/v1/audit-services/${auditServiceId}`)).status).toBe(204)
  await waitFor(() => /if it was deleted, join it again/.test(service.output()), {
    what: 'the deleted service to say so',
    timeoutMs: waitMs,
  })
  await service.stop()
  const args = [...(await joinArgs('audit-service', url)), '--name', 'proxied', '--proxy', proxy.url]
  expect(await cli(args)).toMatchObject({ code: 0 })
  const joinedAt = Date.now()
  await runService()
  await untilSeenAfter(joinedAt)
})

test('a collector with WebSockets of Audit Services stops in its time', async () => {
  expect(await up.stop()).toMatchObject({ code: 0, signal: null })
})
