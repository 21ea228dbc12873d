import { dayMs } from '@rollcall/shared/durations.ts'
import { type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { prepare } from '../../collector/src/ingest/accept/prepare.ts'
import { match } from '../../collector/src/ingest/match/match.ts'
import { loadUnitOfWork } from '../../collector/src/ingest/match/unit-of-work.ts'
import { percentile } from './dataset/latency.ts'
import { createRandom } from './dataset/random.ts'
import { type InProcess, openInProcess } from './in-process.ts'
import { Machine } from './machine.ts'
import { type Effort, type Report, ratios, show } from './report.ts'

const usual = { inventories: { large: 200_000, small: 20_000 }, observations: 10_000 }
const quick = { inventories: { large: 20_000, small: 2_000 }, observations: 4_000 }
/** In turn of one inventory and of the other. */
const perRound = 500
/** Waiting for ingest at a time: enough that its groups are full. */
const inFlight = 2_000

const storedMs = Date.UTC(2026, 0, 1)
const seenMs = storedMs + 7 * dayMs

type Identity = ObservationInput['identity']

/** Changes of a machine since it was stored; the first one whose `below` exceeds a number under one hundred applies. */
const changes: { below: number; of(identity: Identity, number: number): Partial<ObservationInput> }[] = [
  { below: 60, of: (identity) => ({ identity }) },
  { below: 75, of: (identity, number) => ({ identity: { ...identity, ipAddresses: [otherAddress(number)] } }) },
  { below: 80, of: (identity, number) => ({ identity: { ...identity, macAddresses: [otherMac(number)] } }) },
  { below: 85, of: (identity, number) => ({ identity: { ...identity, hostname: `renamed-${number}` } }) },
  { below: 95, of: ({ macAddresses, ipAddresses }) => ({ ...ping, identity: { macAddresses, ipAddresses } }) },
  { below: 100, of: ({ ipAddresses }) => ({ ...ping, identity: { ipAddresses } }) },
]
const ping = { source: 'Service', depth: 'discovery', type: 'unknown', name: '' } as const
const otherAddress = (number: number) => `172.16.${(number >> 8) & 255}.${number & 255}`
const otherMac = (number: number) =>
  `00:1b:22:${number
    .toString(16)
    .padStart(6, '0')
    .replace(/(..)(..)/, '$1:$2:')}`

type Times = { whole: number[]; decided: number[] }

/** Measures the time to match an observation to a device, for several numbers of devices. */
export async function benchReconcile(effort: Effort): Promise<Report> {
  const { inventories, observations } = effort === 'quick' ? quick : usual
  await using large = await openInProcess()
  await using small = await openInProcess()
  await fill(large, inventories.large)
  await fill(small, inventories.small)
  const times = { large: emptyTimes(), small: emptyTimes() }
  const rounds: Record<keyof (typeof usual)['inventories'], number[]> = { large: [], small: [] }
  for (let done = 0; done < observations; done += perRound) {
    for (const size of ['small', 'large'] as const) {
      const round = await reconcileRound(size === 'large' ? large : small, inventories[size], done)
      times[size].whole.push(...round.whole)
      times[size].decided.push(...round.decided)
      rounds[size].push(percentile(round.whole, 0.5))
    }
  }
  const devices = (size: keyof (typeof usual)['inventories']) => `${inventories[size].toLocaleString('en')} devices`
  return {
    title: 'Reconciliation',
    method: `In process, on SQLite. ${observations.toLocaleString('en')} observations one by one, each matched but not stored: ${describeMix()}. One in twenty is of an unknown machine. Ratio: p50 of alternating rounds of ${perRound}.`,
    columns: ['Work', devices('large'), devices('small'), 'Ratio', 'Target'],
    rows: [
      {
        work: 'match of an observation to a device',
        ours: percentiles(times.large.whole),
        against: percentiles(times.small.whole),
        ratio: show(ratios(rounds.large, rounds.small), ''),
        target: 'p99 under 2 ms',
      },
      {
        work: 'decision alone',
        ours: percentiles(times.large.decided),
        against: percentiles(times.small.decided),
        ratio: '',
        target: '',
      },
    ],
  }
}

const emptyTimes = (): Times => ({ whole: [], decided: [] })
const describeMix = () =>
  'of a hundred, 60 unchanged, 15 with another address, 5 with another network card, 5 renamed, 10 ping replies with a MAC and 5 without'

async function fill({ ingest, ctx }: InProcess, devices: number): Promise<void> {
  let waiting: Promise<unknown>[] = []
  for (let number = 1; number <= devices; number++) {
    const observation = observationSchema.parse(identityOnly(number, storedMs))
    waiting.push(ingest.submit({ siteId: ctx.siteId, observation, actor: 'bench' }))
    if (waiting.length < inFlight && number < devices) continue
    await Promise.all(waiting)
    waiting = []
  }
}

/** An audit that tells which machine it is of and nothing else. */
function identityOnly(number: number, atMs: number): ObservationInput {
  const { hardware: _, software: __, network: ___, ...observation } = new Machine(number, 0).observe(atMs)
  return observation
}

async function reconcileRound({ ctx }: InProcess, devices: number, done: number): Promise<Times> {
  const times = emptyTimes()
  const now = new Date(seenMs + 1000).toISOString()
  for (let index = done; index < done + perRound; index++) {
    const observation = observationSchema.parse(observed(index, devices))
    const item = prepare({ siteId: ctx.siteId, observation, actor: 'bench' }, now)
    await ctx.store.read(async (db) => {
      const beganAt = performance.now()
      const { work, observations } = await loadUnitOfWork(db, ctx.siteId, [item], now)
      const loadedAt = performance.now()
      for (const observation of observations) match(work, observation)
      const endedAt = performance.now()
      times.whole.push(endedAt - beganAt)
      times.decided.push(endedAt - loadedAt)
    })
  }
  return times
}

/** Returns observations of machines spread over the inventory, and of some that are not in it. */
function observed(index: number, devices: number): ObservationInput {
  const random = createRandom(index)
  const isNew = index % 20 === 0
  const number = isNew ? devices + 1 + index : 1 + random.below(devices)
  const seen = identityOnly(number, seenMs)
  const of100 = random.below(100)
  const change = changes.find(({ below }) => of100 < below)
  return { ...seen, ...change?.of(seen.identity, number) }
}

function percentiles(times: readonly number[]): string {
  const [p50 = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map((share) => percentile(times, share))
  return `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}, max ${Math.max(...times).toFixed(1)} ms`
}
