import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { scheduleSchema } from '@rollcall/shared/api/schedule.ts'
import { terminalStatuses } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '../../bench/dataset/random.ts'
import { createSegment, requestScan, scan, untilActive } from '../../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../../flows/support/inventory.ts'
import { type RunningProcess, startProcess } from '../../harness/processes.ts'
import { launcher, runCli } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.ts'
import { type AgentFleet, joinAgents } from '../support/agents.ts'
import { createTagAfterTag, listen, readRepeatedly, staySignedIn } from '../support/client-load.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'
import { recordFigures } from '../support/figures.ts'
import { compareWhenStored, namesIn, type ResultLedger, watchSpool } from '../support/result-ledger.ts'
import { guardOf, roundsOf, seed } from '../support/rounds.ts'
import { type SimulatedNetwork, startSimulatedNetwork } from '../support/simulated-network.ts'

const deviceCount = 12
const agentCount = 2
/** Between two snapshots of an agent. */
const agentPauseMs = 200
const scheduleCount = 2
/** Tags that are created before the first fault. */
const quietTags = 10
/** Limit of the time between the begin of a scan and a fault. */
const delayMsMax = 1_000

let folder: TmpFolder
let network: SimulatedNetwork
let receiver: WebhookReceiver
let collectors: Collectors
let service: RunningProcess
let auditServiceId: string
let ledger: ResultLedger
let fleet: AgentFleet

beforeAll(async () => {
  folder = await tmpFolder()
  ;[network, receiver] = await Promise.all([startSimulatedNetwork(deviceCount), startWebhookReceiver()])
  collectors = await startCollectors(folder.path)
  const { api, facts } = collectors
  const { token } = await api.create('/api/v1/join-tokens', { for: 'audit-service' }, joinTokenSchema)
  const state = ['--state-dir', stateDir()]
  const joining = ['--url', facts.url, '--token', token, '--name', 'behind the balancer', ...state]
  const joined = await runCli(['audit-service', 'join', ...joining])
  expect(joined, joined.stderr).toMatchObject({ code: 0 })
  const args = [launcher.script, 'audit-service', 'run', '--json', ...state]
  service = await startProcess({ program: launcher.program, args, ready: /"auditServiceId"/ })
  auditServiceId = await untilActive(api, 'behind the balancer')
  ledger = watchSpool(stateDir())
  fleet = await joinAgents(collectors, agentCount, agentPauseMs)
})
afterAll(async () => {
  await ledger?.stop()
  await service?.stop()
  await collectors?.[Symbol.asyncDispose]()
  await Promise.all([network?.[Symbol.asyncDispose](), receiver?.stop()])
  await folder?.remove()
})

const stateDir = () => join(folder.path, 'audit-service')
const spoolIsEmpty = async () => (await namesIn(join(stateDir(), 'spool'))).length === 0

/** Faults that leave enough servers to work with. Each gives its end. */
const faults: Record<string, (random: Random) => Promise<() => Promise<void>>> = {
  'kill -9 of a collector': async (random) => {
    const index = random.below(2)
    await collectors.kill(index)
    return () => collectors.start(index)
  },
  'kill -9 of a NATS server': async (random) => {
    const { nats } = collectors
    const index = random.below(nats.urls.length)
    await nats.stop(index, 'SIGKILL')
    return () => nats.start(index)
  },
  'loss of all connections to PostgreSQL': async () => {
    await collectors.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollcall'")
    return async () => undefined
  },
}
const faultNames = Object.keys(faults)
const rounds = roundsOf({ short: faultNames.length })

test(
  'two collectors behind a balancer lose and duplicate nothing and stay available, whichever part fails',
  guardOf(rounds, 120_000),
  async (context) => {
    const { api } = collectors
    const random = createRandom(seed)
    const webhook = { name: 'Tickets', url: receiver.url, enabled: true, events: ['record.edited'] }
    const settings = { notifications: { webhooks: [webhook] } }
    expect((await api.call('PATCH', '/api/v1/site/settings', { body: settings })).status).toBe(200)
    const stream = await listen(collectors)
    const schedules = await createSchedules()
    const segmentId = await network.createSegment({ api, facts: { auditServiceId } })

    // The first sight of devices costs most.
    await scan(api, segmentId)
    const tags = createTagAfterTag(api)
    await waitFor(() => tags.done() >= quietTags, { what: 'tags to be created', timeoutMs: 60_000 })
    const quietIds = stream.ids.slice(0, quietTags)
    await waitFor(() => quietIds.every((id) => timesNotified(id) > 0), { what: 'notifications', timeoutMs: 60_000 })
    expect(quietIds.map(timesNotified)).toEqual(quietIds.map(() => 1))

    const paths = ['/api/v1/devices?limit=50', '/api/v1/tags', '/api/v1/tasks?limit=10']
    const reads = paths.map((path) => readRepeatedly(api, path))
    const session = await staySignedIn(collectors)
    const sending = fleet.start()
    /** Work that clients see done. */
    const counts = () => ({
      snapshots: fleet.accepted(),
      reads: Math.min(...reads.map((each) => each.done())),
      session: session.done(),
      events: stream.ids.length,
      notifications: receiver.received.length,
      results: ledger.results.size,
    })
    const recoveriesMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const name = faultNames[(round + seed) % faultNames.length] ?? ''
      const taskId = await requestScan(api, segmentId)
      const isRunning = async () => (await readTask(api, taskId)).status === 'Running'
      await waitFor(isRunning, { what: 'the scan to begin', timeoutMs: 60_000 })
      await schedules.makeDue()
      await delay(random.below(delayMsMax))
      const brokenAt = performance.now()
      const end = await faults[name]?.(random)
      const before = counts()
      try {
        const goesOn = () => {
          const stalled = unchanged(before, counts())
          if (stalled.length > 0) throw new Error(`no more ${stalled}`)
          return true
        }
        await waitFor(goesOn, { what: `all work to go on after ${name}`, timeoutMs: 10_000 })
        recoveriesMs.push(performance.now() - brokenAt)
      } finally {
        await end?.()
      }
      expect((await taskEnd(api, taskId, 90_000)).status, name).toBe('Success')
      await waitFor(() => schedules.haveRun(round + 1), { what: 'the schedules', timeoutMs: 60_000, intervalMs: 100 })
    }

    await Promise.all([...reads, session, tags].map((load) => load.stop()))
    await sending.stop()
    await fleet.sendRest()
    await fleet.sendLastAgain()
    await waitFor(spoolIsEmpty, { what: 'every result to be sent', timeoutMs: 60_000 })
    const edits = await collectors.sql(
      "SELECT id, data->>'to' AS name FROM events WHERE type = 'record.edited' ORDER BY batch, id",
    )
    const ids = edits.map(({ id }) => String(id))
    const listened = ids.slice(ids.indexOf(stream.ids[0] ?? ''))
    await waitFor(() => stream.ids.length >= listened.length, { what: 'every event', timeoutMs: 60_000 })
    await waitFor(() => listened.every((id) => timesNotified(id) > 0), { what: 'notifications', timeoutMs: 90_000 })
    await stream.stop()

    const ofAgents = await fleet.compare(collectors)
    const ofScans = await compareWhenStored(api, ledger.results)
    const lost = ofAgents.lost + ofScans.lost.length
    const doubled = ofAgents.doubled + ofScans.doubled.length
    const accepted = fleet.accepted() + ledger.results.size
    recordFigures(context, { fault: 'two collectors, one part fails', rounds, accepted, lost, doubled, recoveriesMs })
    expect({ ofAgents, ofScans }).toEqual({ ofAgents: { lost: 0, doubled: 0 }, ofScans: { lost: [], doubled: [] } })
    expect(stream.ids).toEqual(listened)
    expect(edits.map(({ name }) => name)).toEqual(expect.arrayContaining(tags.created))
    // The balancer repeats reads and snapshots. A client that loses its patience does so by itself.
    const refused = fleet.failures().filter((failure) => !/^no answer from/.test(failure))
    const failures = [...reads, session, stream].flatMap((load) => load.failures)
    expect([...failures, ...refused]).toEqual([])
  },
)

const timesNotified = (eventId: string) =>
  receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId).length

/** Names the counts that have not grown. */
function unchanged<T extends Record<string, number>>(before: T, now: T): string[] {
  return Object.keys(now).filter((name) => (now[name] ?? 0) <= (before[name] ?? 0))
}

/** Scans of one address each, which are due when the test says so. */
async function createSchedules() {
  const ids: string[] = []
  for (let number = 1; number <= scheduleCount; number += 1) {
    const schedule = { name: `schedule ${number}`, kind: 'scan', cron: '0 0 1 1 *' }
    const { id } = await collectors.api.create('/api/v1/schedules', schedule, scheduleSchema)
    const segment = { name: `scheduled ${number}`, type: 'address-list' as const, auditServiceId, scanScheduleId: id }
    await createSegment(collectors.api, { ...segment, addresses: [`127.3.0.${number}`] })
    ids.push(id)
  }
  return {
    makeDue: () => collectors.sql(`UPDATE schedules SET next_run = ${Date.now() - 1_000}`),
    /** Rejects if one of them has started more tasks than that. */
    haveRun: async (times: number) => {
      const tasks = await collectors.sql('SELECT schedule_id, status FROM tasks WHERE schedule_id IS NOT NULL')
      const tasksOf = ids.map((id) => tasks.filter((task) => task['schedule_id'] === id).length)
      expect(Math.max(...tasksOf)).toBeLessThanOrEqual(times)
      const haveEnded = tasks.every(({ status }) => terminalStatuses.some((terminal) => terminal === status))
      return haveEnded && tasksOf.every((count) => count === times)
    },
  }
}
