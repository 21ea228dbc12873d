import { join } from 'node:path'
import { scheduleSchema } from '@rollcall/shared/api/schedule.ts'
import { terminalStatuses } from '@rollcall/shared/api/task.ts'
import { createSegment, requestScan, scan } from '../../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../../flows/support/inventory.ts'
import { waitFor } from '../../harness/wait.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.ts'
import { joinAgents } from './agents.ts'
import { createTagAfterTag, listen, readRepeatedly, staySignedIn } from './client-load.ts'
import type { Collectors } from './collectors.ts'
import { compareWhenStored } from './result-ledger.ts'
import { startSimulatedNetwork } from './simulated-network.ts'
import { startWatchedService } from './watched-service.ts'

const deviceCount = 12
const agentCount = 2
/** Between two snapshots of an agent. */
const agentPauseMs = 200
const scheduleCount = 2
/** Tags that are created before the first fault. */
const quietTags = 10

/**
 * Two collectors at work: an Audit Service and agents deliver, schedules come due, and clients read, write and listen.
 * All that is accepted is in a ledger.
 */
export type BusyCollectors = AsyncDisposable & {
  /** Breaks something in the middle of a scan, and ends the fault when all work goes on. */
  survive(fault: string, begin: () => Promise<() => Promise<unknown>>): Promise<Survived>
  /** Ends all work, and compares the ledger with the store and with what was received. */
  finish(): Promise<Verdict & { accepted: number }>
}

export type Survived = {
  recoveryMs: number
  /** Requests that failed until then although the balancer repeats them. */
  failures: string[]
}

export type Verdict = {
  ofAgents: { lost: number; doubled: number }
  ofScans: { lost: string[]; doubled: string[] }
  /** Tags that were answered as created and are not there. */
  lostTags: string[]
  /** Set if the event stream had each event once, in order. */
  hasAllEvents: boolean
  /** Requests outside faults that failed although the balancer repeats them. */
  failures: string[]
}

export const nothingLost: Verdict = {
  ofAgents: { lost: 0, doubled: 0 },
  ofScans: { lost: [], doubled: [] },
  lostTags: [],
  hasAllEvents: true,
  failures: [],
}

/** Counts the accepted things of a verdict that are lost, and those that are there twice. */
export const lossesOf = ({ ofAgents, ofScans, lostTags }: Verdict): { lost: number; doubled: number } => ({
  lost: ofAgents.lost + ofScans.lost.length + lostTags.length,
  doubled: ofAgents.doubled + ofScans.doubled.length,
})

export async function startBusyCollectors(folder: string, collectors: Collectors): Promise<BusyCollectors> {
  const { api } = collectors
  await using started = new AsyncDisposableStack()
  const network = started.use(await startSimulatedNetwork(deviceCount))
  const receiver = await startWebhookReceiver()
  started.defer(() => receiver.stop())
  const service = started.use(await startWatchedService(join(folder, 'audit-service'), collectors))
  const { auditServiceId, results } = service
  const fleet = await joinAgents(collectors, agentCount, agentPauseMs)

  const webhook = { name: 'Tickets', url: receiver.url, enabled: true, events: ['record.edited'] }
  const settings = { notifications: { webhooks: [webhook] } }
  const { status } = await api.call('PATCH', '/api/v1/site/settings', { body: settings })
  if (status !== 200) throw new Error(`the webhook was answered with ${status}`)
  const stream = await listen(collectors)
  started.defer(() => stream.stop())
  const schedules = await createSchedules(collectors, auditServiceId)
  const segmentId = await network.createSegment({ api, facts: { auditServiceId } })

  // The first sight of devices costs most.
  await scan(api, segmentId)
  const tags = createTagAfterTag(api)
  await waitFor(() => tags.done() >= quietTags, { what: 'tags to be created', timeoutMs: 60_000 })
  const quietIds = stream.ids.slice(0, quietTags)
  const notified = () => quietIds.map((id) => timesNotified(receiver, id))
  await waitFor(() => notified().every((times) => times > 0), { what: 'notifications', timeoutMs: 60_000 })
  if (notified().some((times) => times > 1)) throw new Error(`notified ${notified()} times without a fault`)

  const paths = ['/api/v1/devices?limit=50', '/api/v1/tags', '/api/v1/tasks?limit=10']
  const reads = paths.map((path) => readRepeatedly(api, path))
  const session = await staySignedIn(collectors)
  const loads = [...reads, session, tags]
  const sending = fleet.start()
  let rounds = 0
  const failures: string[] = []
  /** Returns the failures since the last call. The balancer repeats no POST, so tags may fail. */
  const takeFailures = () => [
    // A client that loses its patience does so by itself.
    ...fleet.takeFailures().filter((failure) => !/^no answer from/.test(failure)),
    ...[...reads, session, stream].flatMap((load) => load.failures.splice(0)),
  ]
  /** Work that clients see done. */
  const counts = () => ({
    snapshots: fleet.accepted(),
    reads: Math.min(...reads.map((each) => each.done())),
    session: session.done(),
    events: stream.ids.length,
    notifications: receiver.received.length,
    results: results.size,
  })
  const resources = started.move()
  return {
    async survive(fault, begin) {
      const taskId = await requestScan(api, segmentId)
      const isRunning = async () => (await readTask(api, taskId)).status === 'Running'
      await waitFor(isRunning, { what: 'the scan to begin', timeoutMs: 60_000 })
      await schedules.makeDue()
      failures.push(...takeFailures())
      const brokenAt = performance.now()
      const end = await begin()
      const before = counts()
      let recoveryMs: number
      let ofFault: string[]
      try {
        const goesOn = () => {
          const stalled = unchanged(before, counts())
          if (stalled.length > 0) throw new Error(`no more ${stalled}`)
          return true
        }
        await waitFor(goesOn, { what: `all work to go on after ${fault}` })
        recoveryMs = performance.now() - brokenAt
        ofFault = takeFailures()
      } finally {
        await end()
      }
      rounds += 1
      const task = await taskEnd(api, taskId, 180_000)
      if (task.status !== 'Success') throw new Error(`${fault}: the scan ended as ${task.status}`)
      await waitFor(() => schedules.haveRun(rounds), { what: 'the schedules', timeoutMs: 180_000, intervalMs: 100 })
      return { recoveryMs, failures: ofFault }
    },
    async finish() {
      await Promise.all(loads.map((load) => load.stop()))
      await sending.stop()
      await fleet.sendRest()
      await fleet.sendLastAgain()
      await service.untilSent()
      const edits = await collectors.sql(
        "SELECT id, data->>'to' AS name FROM events WHERE type = 'record.edited' ORDER BY batch, id",
      )
      const ids = edits.map(({ id }) => String(id))
      const listened = ids.slice(ids.indexOf(stream.ids[0] ?? ''))
      await waitFor(() => stream.ids.length >= listened.length, { what: 'every event', timeoutMs: 60_000 })
      const allNotified = () => listened.every((id) => timesNotified(receiver, id) > 0)
      await waitFor(allNotified, { what: 'notifications', timeoutMs: 90_000 })
      await stream.stop()
      const names = new Set(edits.map(({ name }) => name))
      return {
        accepted: fleet.accepted() + results.size,
        ofAgents: await fleet.compare(collectors),
        ofScans: await compareWhenStored(api, results),
        lostTags: tags.created.filter((name) => !names.has(name)),
        hasAllEvents: JSON.stringify(stream.ids) === JSON.stringify(listened),
        failures: [...failures, ...takeFailures()],
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...loads.map((load) => load.stop()), sending.stop()])
      await resources.disposeAsync()
    },
  }
}

const timesNotified = (receiver: WebhookReceiver, eventId: string) =>
  receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId).length

/** Names the counts that have not grown. */
function unchanged<T extends Record<string, number>>(before: T, now: T): string[] {
  return Object.keys(now).filter((name) => (now[name] ?? 0) <= (before[name] ?? 0))
}

/** Creates scans of one address each, which are due when the test says so. */
async function createSchedules({ api, sql }: Collectors, auditServiceId: string) {
  const ids: string[] = []
  for (let number = 1; number <= scheduleCount; number += 1) {
    const schedule = { name: `schedule ${number}`, kind: 'scan', cron: '0 0 1 1 *' }
    const { id } = await api.create('/api/v1/schedules', schedule, scheduleSchema)
    const segment = { name: `scheduled ${number}`, type: 'address-list' as const, auditServiceId, scanScheduleId: id }
    await createSegment(api, { ...segment, addresses: [`127.3.0.${number}`] })
    ids.push(id)
  }
  return {
    makeDue: () => sql(`UPDATE schedules SET next_run = ${Date.now() - 1_000}`),
    /** Reports whether each has started so many tasks, and none more. */
    haveRun: async (times: number) => {
      const tasks = await sql('SELECT schedule_id, status FROM tasks WHERE schedule_id IS NOT NULL')
      const haveEnded = tasks.every(({ status }) => terminalStatuses.some((terminal) => terminal === status))
      return haveEnded && ids.every((id) => tasks.filter((task) => task['schedule_id'] === id).length === times)
    },
  }
}
