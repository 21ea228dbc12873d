import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, connectApi } from '../harness/api-client.ts'
import { browserSession } from '../harness/browser-session.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { freePort } from '../harness/ports.ts'
import type { RunningProcess } from '../harness/processes.ts'
import { startReverseProxy } from '../harness/reverse-proxy.ts'
import { launcher, startUp, type Up } from '../harness/rollcall.ts'
import { openSse, take } from '../harness/sse.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { createCredentials, createSegment, scan } from './support/audit-site.ts'
import { deviceAt } from './support/inventory.ts'

// The collector listens on the loopback address only: everybody else reaches it through nginx.
let folder: TmpFolder
let network: Network
let up: Up
let nginx: RunningProcess
let api: ApiClient
/** Address of nginx, as all callers use it. */
let url: string

const stateOf = (part: string) => join(folder.path, part)
const atSite = (...args: string[]) => network.exec('audit', launcher.program, [launcher.script, ...args])
const token = async (part: string) => (await up.cli('join-token', 'create', '--for', part)).stdout.trim()

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({
    hosts: [{ name: 'device', kind: 'snmp-v2c', address: '10.72.0.10' }],
  })
  const [port, proxyPort] = [await freePort(), await freePort()]
  const listen = `${network.rootAddress}:${proxyPort}`
  url = `https://${listen}`
  up = await startUp({
    args: ['--no-agent', '--host', '127.0.0.1', '--port', `${port}`, '--public-host', listen],
    env: { ROLLCALL_TRUSTED_PROXIES: '127.0.0.1' },
  })
  const tls = join(up.dataDir, 'tls')
  nginx = await startReverseProxy(join(folder.path, 'nginx'), {
    listen,
    name: 'localhost',
    collector: `127.0.0.1:${port}`,
    chainFile: join(tls, 'server.pem'),
    keyFile: join(tls, 'server.key'),
    caFile: join(tls, 'ca.pem'),
  })
  api = await connectApi({ url, caFile: up.facts.caFile })
})
afterAll(async () => {
  await nginx?.stop()
  await up?.stop()
  await network?.stop()
  await folder?.remove()
})

test('a person signs in at the address of the proxy', async () => {
  const browser = browserSession(api, url)
  expect((await api.get('/')).body.toString()).toContain('<title>')
  const { username, password = '' } = up.facts
  expect((await browser.signIn(username, password)).status).toBe(200)
})

test('an agent joins by its token and reports through the proxy', async () => {
  const state = ['--state-dir', stateOf('agent')]
  const joined = await atSite('agent', 'join', '--url', url, '--token', await token('agent'), ...state)
  expect(joined, joined.stderr).toMatchObject({ code: 0 })
  const run = await atSite('agent', 'run', '--json', ...state)
  expect(JSON.parse(run.stdout)).toMatchObject({ sent: 1, waiting: 0 })
})

test('an Audit Service scans through the proxy, over a WebSocket', async () => {
  const state = ['--state-dir', stateOf('audit-service')]
  const join = ['--url', url, '--token', await token('audit-service'), '--name', 'inside', ...state]
  const joined = await atSite('audit-service', 'join', ...join)
  expect(joined, joined.stderr).toMatchObject({ code: 0 })
  const args = [launcher.script, 'audit-service', 'run', '--json', ...state]
  await network.spawn('audit', launcher.program, args, { ready: /over WebSocket on its HTTPS port/ })
  const active = await waitFor(
    async () => {
      const { items } = await up.api.read('/api/v1/audit-services?limit=1000', auditServiceListSchema)
      return items.find(({ name, status }) => name === 'inside' && status === 'Active')
    },
    { what: 'the Audit Service', timeoutMs: 60_000 },
  )
  const segment = await createSegment(up.api, {
    name: 'Behind the reverse proxy',
    type: 'ip-range',
    auditServiceId: active.id,
    addresses: ['10.72.0.10-10.72.0.10'],
    credentialIds: await createCredentials(up.api, network),
  })
  await scan(up.api, segment.id)
  expect(await deviceAt(up.api, '10.72.0.10')).toMatchObject({ ipAddress: '10.72.0.10' })
})

test('events arrive while their stream is open', async () => {
  const ca = await readFile(up.facts.caFile, 'utf8')
  const bearer = await up.cli('app-registration', 'create', '--name', 'listener', '--json')
  const { clientId, clientSecret } = JSON.parse(bearer.stdout) as { clientId: string; clientSecret: string }
  const listener = await connectApi({ url, caFile: up.facts.caFile }, { clientId, clientSecret })
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await listener.call('POST', '/api/oauth/token', {
    token: null,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  const { access_token } = answer.json() as { access_token: string }
  const stream = await openSse(`${url}/api/v1/events?types=segment.added`, { ca, token: access_token })
  expect(stream.status).toBe(200)
  const segment = {
    name: 'new',
    type: 'address-list',
    auditServiceId: up.facts.auditServiceId,
    addresses: ['127.0.0.9'],
  }
  await up.api.post('/api/v1/segments', segment)
  expect(await take(stream.events, 1)).toMatchObject([{ event: 'segment.added' }])
  stream.close()
})

test('attempts count by the address of the caller, not by that of the proxy', async () => {
  let last = 0
  for (let guess = 0; guess < 11; guess += 1) last = (await browserSession(api, url).signIn('admin', 'guess')).status
  expect(last).toBe(429)
  const curl = (password: string) =>
    network.exec('audit', 'curl', [
      ...['--silent', '--insecure', '--output', '/dev/null', '--write-out', '%{http_code}'],
      ...['--header', `Origin: ${url}`, '--json', JSON.stringify({ username: 'admin', password })],
      `${url}/api/auth/sign-in/username`,
    ])
  expect((await curl(up.facts.password ?? '')).stdout).toBe('200')
  expect((await curl('guess')).stdout).toBe('401')
})
