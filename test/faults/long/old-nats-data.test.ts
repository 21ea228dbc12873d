import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestScan, scan } from '../../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../../flows/support/inventory.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'
import { compareWhenStored } from '../support/result-ledger.ts'
import { type SimulatedNetwork, startSimulatedNetwork } from '../support/simulated-network.ts'
import { startWatchedService, type WatchedService } from '../support/watched-service.ts'

const timeout = 5 * 60_000
const deviceCount = 12

let folder: TmpFolder
let collectors: Collectors
let network: SimulatedNetwork
let service: WatchedService
let segmentId: string

beforeAll(async () => {
  folder = await tmpFolder()
  ;[collectors, network] = await Promise.all([startCollectors(folder.path), startSimulatedNetwork(deviceCount)])
  service = await startWatchedService(join(folder.path, 'audit-service'), collectors)
  segmentId = await network.createSegment({ api: collectors.api, facts: service })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await collectors?.[Symbol.asyncDispose]()
  await network?.[Symbol.asyncDispose]()
  await folder?.remove()
})

/** Copies the data of a stopped server, or puts the copy in its place. */
const copyOf = (index: number) => join(folder.path, `yesterday-${index}`)
const folderOf = (index: number) => collectors.nats.folders[index] ?? expect.unreachable(`server ${index}`)
const copy = (index: number) => cp(folderOf(index), copyOf(index), { recursive: true })
async function putBack(index: number) {
  await rm(folderOf(index), { recursive: true })
  await cp(copyOf(index), folderOf(index), { recursive: true })
}

async function expectNothingLost() {
  await service.untilSent()
  expect(await compareWhenStored(collectors.api, service.results)).toEqual({ lost: [], doubled: [] })
}

test('a NATS server that returns with old data catches up, and nothing is lost or doubled', { timeout }, async () => {
  const { nats, api } = collectors
  const [old, other] = [0, 1]
  await nats.stop(old)
  await copy(old)
  await nats.start(old)
  await scan(api, segmentId)
  await nats.stop(old)
  await putBack(old)
  const taskId = await requestScan(api, segmentId)
  await nats.start(old)
  // From here on nothing is stored without the server that has old data.
  await nats.stop(other, 'SIGKILL')
  expect((await taskEnd(api, taskId, 120_000)).status).toBe('Success')
  await nats.start(other)
  await expectNothingLost()
})

test('streams of yesterday in all NATS servers deliver again, and nothing is doubled', { timeout }, async () => {
  const { nats, api } = collectors
  const servers = [...nats.folders.keys()]
  const taskId = await requestScan(api, segmentId)
  const isRunning = async () => (await readTask(api, taskId)).progress.hostsFound > 0
  await waitFor(isRunning, { what: 'the scan to find hosts', timeoutMs: 60_000 })
  const storedBefore = service.results.size
  // Their streams now fill with results that nobody reads.
  await Promise.all([collectors.kill(0), collectors.kill(1)])
  await waitFor(() => service.results.size > storedBefore, { what: 'results', timeoutMs: 60_000 })
  await service.untilSent()
  await nats.stopAll()
  for (const index of servers) await copy(index)
  await nats.startAll()
  await Promise.all([collectors.start(0), collectors.start(1)])
  await collectors.untilServed()
  expect((await taskEnd(api, taskId, 120_000)).status).toBe('Success')
  await scan(api, segmentId)

  await nats.stopAll()
  for (const index of servers) await putBack(index)
  await nats.startAll()
  await collectors.untilServed()
  const next = await requestScan(api, segmentId)
  expect((await taskEnd(api, next, 120_000)).status).toBe('Success')
  await expectNothingLost()
})
