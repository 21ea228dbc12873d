import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditServiceSchema } from '@rollcall/shared/api/audit-service.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuditSite,
  createCredentials,
  createSegment,
  joinFromInside,
  requestScan,
  scan,
} from '../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../flows/support/inventory.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { casesOf } from '../harness/long-form.ts'
import { laterBy } from '../harness/moved-clock.ts'
import { type Network, snmpHosts, startNetwork } from '../harness/network.ts'
import { freePort } from '../harness/ports.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { recordFigures } from './support/figures.ts'
import { compareWhenStored, namesIn, watchSpool } from './support/result-ledger.ts'
import { guardOf } from './support/rounds.ts'

const minuteMs = 60_000
const hosts = snmpHosts(6)
/** Slow enough to be met in the middle. */
const scanOptions = scanOptionsSchema.parse({ tcpPorts: [80], maxPacketsPerSecond: 2 })

let folder: TmpFolder
let network: Network
let up: Up
let site: AuditSite
let segmentId: string
/** File with the milliseconds by which the clocks of all processes are advanced. */
let passedFile: string
let passedMs = 0

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({ hosts })
  passedFile = join(folder.path, 'passed')
  await writeFile(passedFile, '0')
  const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const args = ['--no-agent', '--host', network.rootAddress, ...ports]
  up = await startUp({ dataDir: join(folder.path, 'data'), args, env: laterBy(passedFile) })
  site = await joinFromInside(network, up, 'inside', laterBy(passedFile))
  const segment = await createSegment(up.api, {
    name: 'Remote',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    addresses: ['10.71.0.10-10.71.0.15'],
    credentialIds: await createCredentials(up.api, network),
    scanOptions,
  })
  segmentId = segment.id
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
  await folder?.remove()
})

const setLink = async (state: 'up' | 'down') => {
  const { code, stderr } = await network.exec('audit', 'ip', ['link', 'set', 'root', state])
  expect(code, stderr).toBe(0)
}
const spoolNames = () => namesIn(join(site.stateDir, 'spool'))
const isOffline = async (api: ApiClient) =>
  (await api.read(`/api/v1/audit-services/${site.auditServiceId}`, auditServiceSchema)).status !== 'Active'

const cuts = [
  { duration: '72 hours', ms: 72 * 60 * minuteMs },
  { duration: '10 minutes', ms: 10 * minuteMs },
] as const

test.for(casesOf(cuts, 1))(
  'stores the results of a scan after the network to NATS was down for $duration',
  guardOf(1, 120_000),
  async ({ duration, ms }, context) => {
    const ledger = watchSpool(site.stateDir)
    let api = await up.connect()
    try {
      const taskId = await requestScan(api, segmentId)
      const isRunning = async () => (await readTask(api, taskId)).status === 'Running'
      await waitFor(isRunning, { what: 'the scan to begin', timeoutMs: 60_000, intervalMs: 5 })
      await setLink('down')
      const hasEnd = async () => (await spoolNames()).some((name) => name.endsWith('.finished'))
      await waitFor(hasEnd, { what: 'the end of the scan to be in the spool', timeoutMs: 60_000 })
      passedMs += ms
      await writeFile(passedFile, `${passedMs}`)
      api = await up.connect()
      await waitFor(() => isOffline(api), { what: 'the silence to be noticed', timeoutMs: 60_000 })
      const backAt = performance.now()
      await setLink('up')
      const isEmpty = async () => (await spoolNames()).length === 0
      await waitFor(isEmpty, { what: 'every result to be sent', timeoutMs: 60_000 })
      const recoveriesMs = [performance.now() - backAt]
      expect(await taskEnd(api, taskId, 60_000)).toMatchObject({
        status: 'Success',
        progress: { hostsFound: hosts.length },
      })
      const { lost, doubled } = await compareWhenStored(api, ledger.results)
      const accepted = ledger.results.size
      const counts = { rounds: 1, accepted, lost: lost.length, doubled: doubled.length, recoveriesMs }
      recordFigures(context, { fault: `network to NATS down for ${duration}`, ...counts })
      // The first may have been sent before the link went down.
      expect(accepted).toBeGreaterThan(hosts.length / 2)
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
      expect((await scan(api, segmentId)).progress.known).toBe(hosts.length)
    } finally {
      await setLink('up')
      await ledger.stop()
    }
  },
)
