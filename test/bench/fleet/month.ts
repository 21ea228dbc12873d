import { type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { deleteOldEvents } from '../../../collector/src/activity/events/delete-old-events.ts'
import { countChanges } from '../../../collector/src/change-log/stored-counts.ts'
import type { Context } from '../../../collector/src/lib/context.ts'
import { applyRetention } from '../../../collector/src/operations/retention/apply-retention.ts'
import { updateSiteSettings } from '../../../collector/src/sites/update-settings.ts'
import { packNext } from '../../../collector/src/snapshots/packing/pack.ts'
import { rebaseNext } from '../../../collector/src/snapshots/packing/rebase.ts'
import { regroupProducts } from '../../../collector/src/software/catalog/regroup.ts'
import { reviewSites } from '../../../collector/src/software/compliance/review-sites.ts'
import { foldRecentInstallations } from '../../../collector/src/software/installations/fold-recent.ts'
import { timeOf } from '../../../collector/src/testing/context.ts'
import { percentile } from '../dataset/latency.ts'
import { createRandom } from '../dataset/random.ts'
import { type InProcess, openInProcess } from '../in-process.ts'
import { Machine } from '../machine.ts'
import { megabytesOf } from '../process-memory.ts'
import { observeSwitch } from './network-device.ts'

export type Fleet = { agents: number; networkDevices: number; days: number }

/** Snapshots that are under way at a time: in life hardly ever two are. */
export const inFlight = 8
/** Packages of a machine: its agent sends 11 KB. */
const packages = 40
/** One of its packages is upgraded: five times a week. */
const hoursPerUpgrade = Math.round((7 * 24) / 5)
/** Retention of the site, so that the second half of the month deletes as much as it adds. */
export const retentionDays = 14

const startMs = Date.UTC(2026, 0, 5)
const hourMs = 3_600_000
const hoursPerDay = 24

/** Results of a simulated day. Latencies are those of agents' snapshots. */
export type Day = { snapshots: number; seconds: number; p50: number; p99: number; max: number; megabytes: number }
export type Month = {
  days: Day[]
  /** Times of the snapshots of network devices, which are too few per day for percentiles. */
  scanTimes: number[]
  sizes: ReadonlyMap<string, number>
  snapshotBytes: number
}

/** Every agent each hour and every network device each day, with all that a collector does beside, by a clock of its own. */
export async function simulate(fleet: Fleet): Promise<Month> {
  const clock = { time: startMs, now: () => new Date(clock.time) }
  await using database = await openInProcess(clock)
  const ctx: Context = { ...database.ctx, actor: { ...database.ctx.actor, capabilities: ['Administrator'] } }
  await updateSiteSettings(ctx, { retention: { snapshotDays: retentionDays, changeLogDays: retentionDays } }, [])
  const machines = Array.from({ length: fleet.agents }, (_, index) => new Machine(index + 1, packages))
  const days: Day[] = []
  const scanTimes: number[] = []
  for (let day = 0; day < fleet.days; day++) {
    const beganAt = performance.now()
    const agentTimes: number[] = []
    for (let hour = 0; hour < hoursPerDay; hour++) {
      clock.time = startMs + (day * hoursPerDay + hour + 1) * hourMs
      const reports = function* () {
        // While retention deletes.
        if (hour === 0) yield* switchReports(fleet.networkDevices, clock.time - hourMs)
        yield* agentReports(machines, clock.time - hourMs)
      }
      const took = (ms: number, isScan: boolean) => (isScan ? scanTimes : agentTimes).push(ms)
      await Promise.all([submitAll(database, reports(), took), workBeside(ctx, hour === 0)])
    }
    const [p50 = Number.NaN, p99 = Number.NaN, max = Number.NaN] = [0.5, 0.99, 1].map((share) =>
      percentile(agentTimes, share),
    )
    const snapshots = agentTimes.length + fleet.networkDevices
    const seconds = (performance.now() - beganAt) / 1000
    days.push({ snapshots, seconds, p50, p99, max, megabytes: megabytesOf(process.pid, 'VmRSS') })
    process.stderr.write(`\rday ${day + 1} of ${fleet.days} `)
  }
  process.stderr.write('\n')
  const [look] = agentReports(machines.slice(0, 1), clock.time)
  return { days, scanTimes, sizes: database.sizes(), snapshotBytes: look?.raw.length ?? 0 }
}

type Report = { observation: ObservationInput; raw: Buffer }

function* agentReports(machines: readonly Machine[], fromMs: number): Generator<Report> {
  for (const [index, machine] of machines.entries()) {
    const atMs = fromMs + Math.floor((index / machines.length) * hourMs)
    if (createRandom(index * 7_919 + fromMs / hourMs).below(hoursPerUpgrade) === 0) machine.upgrade(1)
    const observation = machine.observe(atMs)
    yield { observation, raw: Buffer.from(JSON.stringify(observation)) }
  }
}

function* switchReports(count: number, fromMs: number): Generator<Report> {
  for (let number = 1; number <= count; number++) yield observeSwitch(number, fromMs + number)
}

/** Each of the clients sends its next when it has its answer. */
async function submitAll(
  { ingest, ctx }: InProcess,
  reports: Iterator<Report>,
  took: (ms: number, isScan: boolean) => void,
): Promise<void> {
  const send = async () => {
    for (let next = reports.next(); !next.done; next = reports.next()) {
      const { raw, observation: sent } = next.value
      const startedAt = performance.now()
      const observation = observationSchema.parse(sent)
      await ingest.submit({ siteId: ctx.siteId, observation, raw, actor: 'agent bench' })
      took(performance.now() - startedAt, observation.source === 'Service')
    }
  }
  await Promise.all(Array.from({ length: inFlight }, send))
}

/** Runs the background work of a collector until none is left. */
async function workBeside(ctx: Context, isNewDay: boolean): Promise<void> {
  while ((await packNext(ctx)) + (await rebaseNext(ctx)) > 0);
  await countChanges(ctx, [ctx.siteId])
  await foldRecentInstallations(ctx)
  await regroupProducts(ctx)
  await reviewSites(ctx)
  await deleteOldEvents(ctx, timeOf(ctx))
  if (isNewDay) await applyRetention(ctx, timeOf(ctx), new AbortController().signal)
}
