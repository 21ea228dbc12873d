import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { snapshotStorageStateSchema } from '@rollcall/shared/api/snapshot-storage.ts'
import { terminalStatuses } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '../bench/dataset/random.ts'
import { requestScan } from '../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../flows/support/inventory.ts'
import { freePort } from '../harness/ports.ts'
import { type Part, startUp, type Up } from '../harness/rollcall.ts'
import { type S3Server, startS3 } from '../harness/s3.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { type AgentFleet, joinAgents, storedSnapshots } from './support/agents.ts'
import { recordFigures } from './support/figures.ts'
import { compareWhenStored, namesIn, type ResultLedger, watchSpool } from './support/result-ledger.ts'
import { openResultStream, type ResultStream } from './support/result-stream.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'
import { type SimulatedNetwork, startSimulatedNetwork } from './support/simulated-network.ts'

const deviceCount = 24
const agentCount = 2
/** Between two snapshots of an agent: each is copied to the bucket, one by one. */
const pauseMs = 100
/** After the boundary, so that the kill also comes in the middle of what follows it. */
const delayMsMax = 50
/** A task delivered eight times has failed as poison, and a kill of all parts costs up to two deliveries. */
const killsOfScanMax = 3
const bucket = 'snapshots'

let folder: TmpFolder
let network: SimulatedNetwork
let s3: S3Server
let up: Up
let args: string[]
let segmentId: string
let fleet: AgentFleet
let ledger: ResultLedger
let stream: ResultStream

beforeAll(async () => {
  folder = await tmpFolder()
  ;[network, s3] = await Promise.all([startSimulatedNetwork(deviceCount), startS3()])
  args = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  up = await startUp({ dataDir: join(folder.path, 'data'), args })
  segmentId = await network.createSegment(up)
  await offloadTo(s3)
  fleet = await joinAgents(up, agentCount, pauseMs)
  ledger = watchSpool(stateDir())
  stream = await openResultStream(up)
})
afterAll(async () => {
  await stream?.[Symbol.asyncDispose]()
  await ledger?.stop()
  await up?.stop()
  await s3?.remove()
  await network?.[Symbol.asyncDispose]()
  await folder?.remove()
})

const stateDir = () => join(up.dataDir, 'audit-service')
const spoolNames = () => namesIn(join(stateDir(), 'spool'))

/** Sends a copy of every snapshot to a bucket. */
async function offloadTo({ endpoint, region, accessKeyId, secretAccessKey, createBucket }: S3Server) {
  await createBucket(bucket)
  const snapshotStorage = { enabled: true, endpoint, region, bucket, accessKeyId, secretAccessKey }
  expect((await up.api.call('PATCH', settingsPath, { body: { snapshotStorage } })).status).toBe(200)
}
const settingsPath = '/api/v1/site/settings'
const offload = () => up.api.read(`${settingsPath}/snapshot-storage`, snapshotStorageStateSchema)

/**
 * Counters that grow when a result passes the boundary, as seen from outside. A result is received and checked right
 * before it is spooled.
 */
const boundaries = {
  'a result is spooled': () => ledger.results.size,
  'the server has acknowledged a result': async () => (await stream.counts()).accepted,
  'a result is committed': hostsStored,
  'the collector has acknowledged a result': async () => (await stream.counts()).acknowledged,
  'a snapshot is in the bucket': async () => (await offload()).sent,
} satisfies Record<string, (taskId: string) => number | Promise<number>>
type Boundary = 'the task is received' | keyof typeof boundaries
const boundaryNames = ['the task is received', ...(Object.keys(boundaries) as (keyof typeof boundaries)[])] as const

/** Resolves when the boundary is passed after this moment, or when the task has ended. */
async function untilPassed(boundary: Boundary, taskId: string): Promise<void> {
  if (boundary === 'the task is received') {
    await until('the task to run', async () => (await readTask(up.api, taskId)).status !== 'Queued')
    return
  }
  const count = boundaries[boundary]
  const before = await until(boundary, async () => ({ count: await count(taskId) }))
  await until(boundary, async () => (await count(taskId)) > before.count || (await hasEnded(taskId)))
}

async function hostsStored(taskId: string): Promise<number> {
  const { progress } = await readTask(up.api, taskId)
  return progress.new + progress.known
}

const hasEnded = async (taskId: string) => terminalStatuses.includes((await readTask(up.api, taskId)).status)

const until = <T>(what: string, condition: () => Promise<T>) =>
  waitFor(condition, { what, timeoutMs: 60_000, intervalMs: 2 })
const kills: Record<string, () => Promise<void>> = {
  collector: () => killPart('collector'),
  'nats-server': () => killPart('nats-server'),
  'Audit Service': () => killPart('audit-service'),
  'rollcall up': killUp,
}

for (const [part, [name, kill]] of Object.entries(kills).entries()) {
  const rounds = roundsOf({ short: 1 })
  test(`kill -9 of ${name} loses and duplicates nothing`, guardOf(rounds, 120_000), async (context) => {
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
    for (let round = 0; round < rounds; ) {
      const taskId = await requestScan(up.api, segmentId)
      const passed: Boundary[] = []
      while (round < rounds && passed.length < killsOfScanMax && !(await hasEnded(taskId))) {
        // Each part is killed at each boundary in turn; the short form has another one for each part.
        const boundary = boundaryNames[(part + round) % boundaryNames.length] ?? boundaryNames[0]
        passed.push(boundary)
        figures.recoveriesMs.push(await killAt(boundary, taskId, random, kill))
        round += 1
      }
      const task = await taskEnd(up.api, taskId, 90_000)
      if (task.status !== 'Success') failures.push(`round ${round}, after ${passed}: ${JSON.stringify(task)}`)
    }
    await sending.stop()
    await fleet.sendRest()
    await fleet.sendLastAgain()
    await until('every result to leave the spool', async () => (await spoolNames()).length === 0)
    const ofAgents = await fleet.compare(up)
    const ofScans = await compareWhenStored(up.api, ledger.results)
    await until('every snapshot to be in the bucket', async () => (await offload()).waiting === 0)
    const copies = new Set((await s3.keys(bucket)).map((key) => /-([-0-9a-f]{36})\.json$/.exec(key)?.[1]))
    const notCopied = [...(await storedSnapshots(up.api)).ids].filter((id) => !copies.has(id))
    figures.lost = ofAgents.lost + ofScans.lost.length + notCopied.length
    figures.doubled = ofAgents.doubled + ofScans.doubled.length
    figures.accepted = fleet.accepted() + ledger.results.size - acceptedBefore
    recordFigures(context, figures)
    expect(ledger.results.size).toBeGreaterThan(0)
    expect(failures).toEqual([])
    expect(ofScans).toEqual({ lost: [], doubled: [] })
    expect(ofAgents).toEqual({ lost: 0, doubled: 0 })
    expect(notCopied).toEqual([])
  })
}

/** Kills at the boundary, and gives how long it takes until the API answers and the scan goes on. */
async function killAt(boundary: Boundary, taskId: string, random: Random, kill: () => Promise<void>): Promise<number> {
  await untilPassed(boundary, taskId)
  await delay(random.below(delayMsMax))
  const before = await goneOn(taskId).catch(() => -1)
  const killedAt = performance.now()
  await kill()
  await waitFor(async () => (await up.api.get('/readyz')).status === 200, { what: 'readiness', timeoutMs: 60_000 })
  const goesOn = async () => {
    const now = await goneOn(taskId)
    return now > before || now === Number.POSITIVE_INFINITY
  }
  await waitFor(goesOn, { what: 'the scan to go on', timeoutMs: 90_000 })
  return performance.now() - killedAt
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
