import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type AuditSite,
  createCredentials,
  createSegment,
  joinFromInside,
  requestScan,
} from '../flows/support/audit-site.ts'
import { allDevices, readTask, snapshotsOf, taskEnd } from '../flows/support/inventory.ts'
import { isLongForm } from '../harness/long-form.ts'
import { type HostSpec, type Network, snmpHosts, startNetwork } from '../harness/network.ts'
import { freePort } from '../harness/ports.ts'
import { type Part, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'

const hosts: HostSpec[] = [
  ...snmpHosts(6),
  { name: 'web', kind: 'web', address: '10.71.0.20' },
  { name: 'plain', kind: 'ping-only', address: '10.71.0.21' },
]
const addresses = ['10.71.0.10-10.71.0.15', '10.71.0.20-10.71.0.21']
/** Slow enough to be met in the middle. */
const scanOptions = scanOptionsSchema.parse({ tcpPorts: [80], maxPacketsPerSecond: 2 })

let folder: TmpFolder
let network: Network
let up: Up
let site: AuditSite
let segmentId: string
/** Arguments with the same ports at each start, so that Audit Services find the collector again. */
let args: string[]

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({ hosts })
  args = ['--no-agent', '--host', network.rootAddress, '--port', `${await freePort()}`]
  args.push('--nats-port', `${await freePort()}`)
  up = await startUp({ dataDir: join(folder.path, 'data'), args })
  site = await joinFromInside(network, up, 'inside')
  const segment = await createSegment(up.api, {
    name: 'Remote',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    addresses,
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

let taskId: string
/** Snapshots of each device before the scan. */
let before: Map<string, number>
beforeEach(async () => {
  before = await countSnapshots()
  taskId = await requestScan(up.api, segmentId)
  const inTheMiddle = async () => {
    const { status, progress } = await readTask(up.api, taskId)
    const stored = progress.new + progress.known
    return status === 'Running' && stored > 0 && stored < hosts.length
  }
  // A task that was given to a connection which is gone is given out again after half a minute.
  await waitFor(inTheMiddle, { what: 'the first host of the scan', timeoutMs: 60_000 })
})

/** In the short form kill.test.ts kills each part. */
const signals = isLongForm ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGTERM'] as const)
const ends = signals.flatMap((signal) => [[signal, 'collector'] as const, [signal, 'nats-server'] as const])

test.each(ends)('loses nothing after %s to the %s', async (signal, part) => {
  await endPart(part, signal)
  await expectEachOnce()
})

test.each(signals)('loses nothing after %s to the Audit Service and a restart', async (signal) => {
  const ended = await site.service().stop(signal)
  expect(ended).toEqual(signal === 'SIGTERM' ? { code: 0, signal: null } : { code: null, signal })
  await site.start()
  // The task begins anew, so what it had found before is looked at once more.
  await expectEachOnce({ auditsMax: 2 })
})

test('results found while the collector is stopped wait on disk, and arrive later', async () => {
  // All at once: the scan would end while they take their time.
  const parts = up.pidsOfChildren()
  const stopped = up.stop('SIGKILL')
  for (const pid of parts) process.kill(pid, 'SIGKILL')
  await stopped
  const ends = () =>
    site
      .service()
      .stderr()
      .split('\n')
      .filter((line) => line.includes(taskId) && /task ended/.test(line))
  await waitFor(() => ends().length > 0, { what: 'the Audit Service to end its task', timeoutMs: 30_000 })
  expect(await waitingResults()).toBeGreaterThan(0)
  up = await startUp({ dataDir: up.dataDir, args })
  await expectEachOnce()
})

/** Ends one part under `rollcall up` in the middle of the scan, and waits for the next one. */
async function endPart(part: Part, signal: NodeJS.Signals): Promise<void> {
  const pid = up.pidOf(part)
  process.kill(pid, signal)
  await waitFor(() => up.pidOf(part) !== pid, { what: `the ${part} to be started again`, timeoutMs: 20_000 })
}

/** The scan ends well, every host is one device, and each look at one is stored once. */
async function expectEachOnce({ auditsMax = 1 } = {}): Promise<void> {
  // A task that was in the hands of a killed process is given out again after half a minute.
  const task = await taskEnd(up.api, taskId, 90_000)
  expect(task).toMatchObject({ status: 'Success', error: null, progress: { addressesTotal: 8, addressesDone: 8 } })
  expect(task.progress.new + task.progress.known).toBe(hosts.length)

  const devices = await allDevices(up.api)
  expect(devices.map(({ ipAddress }) => ipAddress).sort()).toEqual(hosts.map(({ address }) => address).sort())
  for (const { id, name } of devices) {
    const dates = (await snapshotsOf(up.api, id)).map(({ auditDate }) => auditDate)
    expect(new Set(dates).size, name).toBe(dates.length)
    const audits = dates.length - (before.get(id) ?? 0)
    // Of a host that only answers ping there is nothing to keep.
    expect(audits, name).toBeGreaterThanOrEqual(name === '10.71.0.21' ? 0 : 1)
    expect(audits, name).toBeLessThanOrEqual(auditsMax)
  }
  await waitFor(async () => (await waitingResults()) === 0, { what: 'every result to be sent' })
  const parked = join(up.dataDir, 'parked')
  expect(existsSync(parked) ? await readdir(parked) : []).toEqual([])
}

async function countSnapshots(): Promise<Map<string, number>> {
  const devices = await allDevices(up.api)
  const counted = devices.map(async ({ id }) => [id, (await snapshotsOf(up.api, id)).length] as const)
  return new Map(await Promise.all(counted))
}

async function waitingResults(): Promise<number> {
  const { stdout } = await site.cli('audit-service', 'status', '--json', '--state-dir', site.stateDir)
  return z.object({ waiting: z.int() }).parse(JSON.parse(stdout)).waiting
}
