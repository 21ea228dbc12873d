import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { terminalStatuses } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '../bench/dataset/random.ts'
import { requestScan } from '../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../flows/support/inventory.ts'
import { freePort } from '../harness/ports.ts'
import { type Part, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { type AgentFleet, joinAgents } from './support/agents.ts'
import { recordFigures } from './support/figures.ts'
import { compareWhenStored, namesIn, type ResultLedger, watchSpool } from './support/result-ledger.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'
import { type SimulatedNetwork, startSimulatedNetwork } from './support/simulated-network.ts'

const deviceCount = 24
const agentCount = 2
/** After the boundary, so that the kill also comes in the middle of what follows it. */
const delayMsMax = 50

let folder: TmpFolder
let network: SimulatedNetwork
let up: Up
let args: string[]
let segmentId: string
let fleet: AgentFleet
let ledger: ResultLedger

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startSimulatedNetwork(deviceCount)
  args = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  up = await startUp({ dataDir: join(folder.path, 'data'), args })
  segmentId = await network.createSegment(up)
  fleet = await joinAgents(up, agentCount)
  ledger = watchSpool(stateDir())
})
afterAll(async () => {
  await ledger?.stop()
  await up?.stop()
  await network?.[Symbol.asyncDispose]()
  await folder?.remove()
})

const stateDir = () => join(up.dataDir, 'audit-service')
const spoolNames = () => namesIn(join(stateDir(), 'spool'))

/** The way of a result, by what can be seen of it from outside. */
const boundaries: Record<string, (taskId: string) => Promise<unknown>> = {
  'the task is received': (taskId) =>
    until('the task to run', async () => (await readTask(up.api, taskId)).status === 'Running'),
  // A result may leave the spool between two looks; then it is stored.
  'a result is spooled': (taskId) =>
    until('a result in the spool', async () => (await spoolNames()).length > 0 || (await hasStored(taskId))),
  'the server has a result': async (taskId) => {
    let seen: string[] = []
    await until('a result to leave the spool', async () => {
      const names = await spoolNames()
      const isGone = seen.some((name) => !names.includes(name))
      seen = names
      return isGone || (await hasStored(taskId))
    })
  },
  'a result is committed': (taskId) => until('a result to be stored', () => hasStored(taskId)),
}

async function hasStored(taskId: string): Promise<boolean> {
  const { progress } = await readTask(up.api, taskId)
  return progress.new + progress.known > 0
}

const until = <T>(what: string, condition: () => Promise<T>) =>
  waitFor(condition, { what, timeoutMs: 60_000, intervalMs: 2 })
const kills: Record<string, () => Promise<void>> = {
  collector: () => killPart('collector'),
  'nats-server': () => killPart('nats-server'),
  'Audit Service': () => killPart('audit-service'),
  'rollcall up': killUp,
}

for (const [name, kill] of Object.entries(kills)) {
  const rounds = roundsOf({ short: 1 })
  test(`kill -9 of ${name} loses and doubles nothing`, guardOf(rounds, 120_000), async (context) => {
    const random = createRandom(seed)
    const figures = {
      fault: `kill -9 of ${name}`,
      rounds,
      accepted: 0,
      lost: 0,
      doubled: 0,
      recoveriesMs: [] as number[],
    }
    const failures: string[] = []
    const acceptedBefore = fleet.accepted() + ledger.results.size
    const sending = fleet.start()
    for (let round = 0; round < rounds; round += 1) {
      const boundary = drawBoundary(random)
      const { taskId, recoveryMs } = await killAt(boundary, random, kill)
      figures.recoveriesMs.push(recoveryMs)
      const task = await taskEnd(up.api, taskId, 90_000)
      if (task.status !== 'Success') failures.push(`round ${round}, when ${boundary}: ${JSON.stringify(task)}`)
    }
    await sending.stop()
    await fleet.sendRest()
    await fleet.sendLastAgain()
    await until('every result to leave the spool', async () => (await spoolNames()).length === 0)
    const ofAgents = await fleet.compare(up)
    const ofScans = await compareWhenStored(up.api, ledger.results)
    figures.lost = ofAgents.lost + ofScans.lost.length
    figures.doubled = ofAgents.doubled + ofScans.doubled.length
    figures.accepted = fleet.accepted() + ledger.results.size - acceptedBefore
    recordFigures(context, figures)
    expect(ledger.results.size).toBeGreaterThan(0)
    expect(failures).toEqual([])
    expect(ofScans).toEqual({ lost: [], doubled: [] })
    expect(ofAgents).toEqual({ lost: 0, doubled: 0 })
  })
}

function drawBoundary(random: Random): string {
  const names = Object.keys(boundaries)
  return names[random.below(names.length)] ?? ''
}

/** Scans, kills at the boundary, and waits until the API answers and the scan goes on. */
async function killAt(boundary: string, random: Random, kill: () => Promise<void>) {
  const taskId = await requestScan(up.api, segmentId)
  await boundaries[boundary]?.(taskId)
  await delay(random.below(delayMsMax))
  const before = await goneOn(taskId).catch(() => -1)
  const killedAt = performance.now()
  await kill()
  await waitFor(async () => (await up.api.get('/readyz')).status === 200, { what: 'readiness', timeoutMs: 60_000 })
  await waitFor(async () => (await goneOn(taskId)) > before, { what: 'the scan to go on', timeoutMs: 90_000 })
  return { taskId, recoveryMs: performance.now() - killedAt }
}

/** Grows with each result of the task; infinite when it has ended. */
async function goneOn(taskId: string): Promise<number> {
  const { status, progress } = await readTask(up.api, taskId)
  return terminalStatuses.includes(status) ? Number.POSITIVE_INFINITY : progress.new + progress.known
}

async function killPart(part: Part): Promise<void> {
  const pid = up.pidOf(part)
  process.kill(pid, 'SIGKILL')
  await waitFor(() => up.pidOf(part) !== pid, { what: `the ${part} to be started again`, timeoutMs: 30_000 })
}

/** Only the supervisor: its parts end by themselves, and whoever supervises it tries until it starts. */
async function killUp(): Promise<void> {
  process.kill(up.process.pid, 'SIGKILL')
  up = await waitFor(() => startUp({ dataDir: up.dataDir, args }), { what: 'rollcall up to start', timeoutMs: 60_000 })
}
