import { join } from 'node:path'
import { afterAll, beforeAll, type TestContext } from 'vitest'
import { requestScan } from '../../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../../flows/support/inventory.ts'
import { freePort } from '../../harness/ports.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { joinAgents } from './agents.ts'
import { recordFigures } from './figures.ts'
import { compareResults, namesIn, watchSpool } from './result-ledger.ts'
import { startSimulatedNetwork } from './simulated-network.ts'

const deviceCount = 24
const agentCount = 2

/** A fault that ends again, while agents send and a scan runs. */
export type Outage = {
  /** As the table of figures names it. */
  fault: string
  begin: (taskId: string) => Promise<void>
  /** Resolves when it shows from outside that the fault is felt. Called before it begins. */
  effect: (taskId: string) => Promise<unknown>
  end: () => Promise<void>
}

export type BusySite = AsyncDisposable & {
  up: () => Up
  sendsFail: () => Promise<void>
  snapshotsGoIn: () => Promise<void>
  resultsWait: () => Promise<unknown>
  spoolNames: () => Promise<string[]>
  /** Lets the fault come and go, then compares all that was accepted with the store. */
  survive: (outage: Outage, context: TestContext) => Promise<Verdict>
}

export type Verdict = {
  taskStatus: string
  taskError: string | null
  /** Devices that the scan counts as stored. */
  hosts: number
  lost: string[]
  doubled: string[]
}
export const nothingLost: Verdict = {
  taskStatus: 'Success',
  taskError: null,
  hosts: deviceCount,
  lost: [],
  doubled: [],
}

/** A busy site in a folder of its own, for all tests of the file that calls this. */
export function useBusySite(): { site: () => BusySite; dataDir: () => string } {
  let folder: TmpFolder | undefined
  let site: BusySite | undefined
  const dataDir = () => join(folder?.path ?? '', 'data')
  beforeAll(async () => {
    folder = await tmpFolder()
    site = await startBusySite(dataDir())
  })
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]()
    await folder?.remove()
  })
  return {
    site: () => {
      if (!site) throw new Error('the site is started by the hook before the tests')
      return site
    },
    dataDir,
  }
}

/** `rollcall up` on that directory, agents that send, and a segment to scan. `env` is added to its environment. */
export async function startBusySite(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<BusySite> {
  const network = await startSimulatedNetwork(deviceCount)
  const args = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const up = await startUp({ dataDir, args, env })
  const fleet = await joinAgents(up, agentCount)
  const ledger = watchSpool(join(dataDir, 'audit-service'))
  const spoolNames = () => namesIn(join(dataDir, 'audit-service', 'spool'))
  const acceptedCount = () => fleet.accepted() + ledger.results.size

  return {
    up: () => up,
    spoolNames,
    sendsFail: () => waitForMore('a send to fail', () => fleet.failures().length),
    snapshotsGoIn: () => waitForMore('snapshots to be accepted', () => Math.floor(fleet.accepted() / 20)),
    resultsWait: () =>
      waitFor(async () => (await spoolNames()).length > 2, { what: 'results to wait', timeoutMs: 60_000 }),
    survive: async ({ fault, begin, effect, end }, context) => {
      const acceptedBefore = acceptedCount()
      const sending = fleet.start()
      // A segment of its own, so that a scan that does not end fails one test only.
      const taskId = await requestScan(up.api, await network.createSegment(up))
      const isRunning = async () => (await readTask(up.api, taskId)).status === 'Running'
      await waitFor(isRunning, { what: 'the scan to begin', timeoutMs: 60_000, intervalMs: 5 })
      const felt = effect(taskId)
      try {
        await begin(taskId)
        await felt
      } catch (error) {
        // The next test compares what its own agents send.
        await sending.stop()
        throw error
      } finally {
        await end()
      }
      const endedAt = performance.now()
      const isReady = async () => (await up.api.get('/readyz')).status === 200
      await waitFor(isReady, { what: 'readiness', timeoutMs: 60_000 })
      const recoveriesMs = [performance.now() - endedAt]
      await sending.stop()
      await fleet.sendRest()
      await fleet.sendLastAgain()
      const { status, error, progress } = await taskEnd(up.api, taskId, 90_000)
      await waitFor(async () => (await spoolNames()).length === 0, {
        what: 'every result to be sent',
        timeoutMs: 60_000,
      })
      const ofAgents = await fleet.compare(up)
      const { lost, doubled } = await compareResults(up.api, ledger.results)
      if (ofAgents.lost > 0) lost.push(`${ofAgents.lost} snapshots of agents`)
      if (ofAgents.doubled > 0) doubled.push(`${ofAgents.doubled} snapshots of agents`)
      const accepted = acceptedCount() - acceptedBefore
      recordFigures(context, { fault, rounds: 1, accepted, lost: lost.length, doubled: doubled.length, recoveriesMs })
      return { taskStatus: status, taskError: error, hosts: progress.new + progress.known, lost, doubled }
    },
    [Symbol.asyncDispose]: async () => {
      await ledger.stop()
      await up.stop()
      await network[Symbol.asyncDispose]()
    },
  }
}

export async function waitForMore(what: string, count: () => number | Promise<number>): Promise<void> {
  const before = await count()
  await waitFor(async () => (await count()) > before, { what, timeoutMs: 60_000 })
}
