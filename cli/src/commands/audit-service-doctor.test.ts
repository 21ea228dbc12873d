import { once } from 'node:events'
import { createServer } from 'node:https'
import { makeTestCertificates } from '@rollcall/agent/submit/testing/certificates.ts'
import { lockStateDir, writeServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { CommandFailed } from '../failed.ts'
import { auditServiceDoctor } from './audit-service-doctor.ts'

let folder: TmpFolder
let stack: AsyncDisposableStack
beforeEach(async () => {
  folder = await tmpFolder()
  stack = new AsyncDisposableStack()
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await stack.disposeAsync()
  await folder.remove()
})

/** Nobody listens on this port (discard, RFC 863). */
const closed = 'https://127.0.0.1:9'

/** Starts a collector that answers `/readyz`, and stores the join of an Audit Service to it and other addresses. */
async function join({
  status = 200,
  aheadMs = 0,
  hours = [-1, 10_000],
  addresses = (url: string) => [url],
}: {
  status?: number
  aheadMs?: number
  hours?: [number, number]
  addresses?: (url: string) => string[]
} = {}): Promise<void> {
  const { ca, certificate, key } = await makeTestCertificates(hours)
  const server = createServer({ key, cert: certificate }, (_, response) => {
    response.writeHead(status, { Date: new Date(Date.now() + aheadMs).toUTCString() }).end('{}')
  }).listen(0, '127.0.0.1')
  stack.defer(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const [collectorUrl = '', ...otherUrls] = addresses(
    `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  )
  await writeServiceFile(folder.path, {
    auditServiceId: '01990000-0000-7000-8000-00000000000a',
    siteId: '01990000-0000-7000-8000-00000000000b',
    name: 'site',
    collectorUrl,
    otherUrls,
    natsServers: ['tls://127.0.0.1:9'],
    userJwt: '',
    caPem: ca,
    taskSigningKey: '',
    collectorCurveKey: '',
    userSeed: '',
    curveSeed: '',
  })
}
async function run(): Promise<void> {
  const lock = await lockStateDir(folder.path)
  stack.defer(() => lock.release())
}
const doctor = () => auditServiceDoctor({ stateDir: folder.path, json: true })
const findings = (name: string): { state: string; detail: string }[] =>
  JSON.parse(String(vi.mocked(console.log).mock.lastCall?.[0])).findings.filter(
    (each: { name: string }) => each.name === name,
  )

it('fails before the join, and says how to join', async () => {
  await expect(doctor()).rejects.toThrow(CommandFailed)
  expect(findings('join')).toMatchObject([{ state: 'broken', detail: expect.stringContaining('the install command') }])
  expect(findings('free disk space')).toHaveLength(1)
})

it('finds a service that runs, its collector, the tools and the probes', async () => {
  await join()
  await run()
  await doctor()
  const names = ['clock', "collector's CA", 'Audit Service', 'collector', 'probe snmp']
  for (const name of names) expect(findings(name), name).toMatchObject([{ state: 'ok' }])
  for (const name of ['nmap', 'fping', 'probe ping']) expect(findings(name), name).toHaveLength(1)
})

it('fails while the service does not run, and says where the reason is', async () => {
  await join()
  await expect(doctor()).rejects.toThrow(CommandFailed)
  expect(findings('Audit Service')).toMatchObject([{ state: 'broken', detail: expect.stringContaining('journal') }])
})

it('fails if no address of the collector answers, and not if one of two does', async () => {
  await run()
  await join({ addresses: () => [closed] })
  await expect(doctor()).rejects.toThrow(CommandFailed)
  expect(findings('collector')).toMatchObject([
    { state: 'broken', detail: expect.stringMatching(/cannot be reached at https:\/\/127\.0\.0\.1:9: .*ECONNREFUSED/) },
  ])
  await join({ addresses: (url) => [closed, url] })
  await doctor()
  expect(findings('collector').map(({ state }) => state)).toEqual(['missing', 'ok'])
})

it.each<[string, Parameters<typeof join>[0], string, string]>([
  ['a clock that differs from the collector by an hour', { aheadMs: 3_600_000 }, 'clock', 'let NTP set it'],
  ['a collector that is not ready', { status: 503 }, 'collector', '/readyz says why'],
  ['a CA that ends within a month', { hours: [-1, 480] }, "collector's CA", 'join again'],
])('names %s, with the next step', async (_, collector, name, step) => {
  await run()
  await join(collector)
  await doctor()
  expect(findings(name)).toMatchObject([{ state: 'missing', detail: expect.stringContaining(step) }])
})
