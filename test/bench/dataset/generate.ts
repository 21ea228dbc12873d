import { join } from 'node:path'
import { noMetrics } from '@rollcall/collector/lib/metrics.ts'
import { allSites } from '@rollcall/collector/sites/read.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { pino } from 'pino'
import { countChanges } from '../../../collector/src/change-log/stored-counts.ts'
import { deriveMissingFacts } from '../../../collector/src/devices/facts/derive-facts.ts'
import { rewriteVersions } from '../../../collector/src/devices/versions/rewrite-versions.ts'
import { createIngest, type Delivery } from '../../../collector/src/ingest/accept/ingest.ts'
import type { SystemContext } from '../../../collector/src/lib/context.ts'
import { ensureDefaultSite } from '../../../collector/src/sites/ensure-default-site.ts'
import { regroupProducts } from '../../../collector/src/software/catalog/regroup.ts'
import { foldRecentInstallations } from '../../../collector/src/software/installations/fold-recent.ts'
import { migrate } from '../../../collector/src/store/migrations.ts'
import { openStore, type StoreOptions } from '../../../collector/src/store/open.ts'
import { makeVault } from '../../../collector/src/store/vault.ts'
import { copyDevices } from './copies.ts'
import { devicesPerSegment, hasHistory, observe, segmentIdOf } from './devices.ts'

export type DatasetSize = {
  devices: number
  packages: number
  /** Snapshots of every tenth device. */
  snapshots: number
  /** Number of devices that go through ingest. The others are copies of them, for lists and queries. */
  generated?: number
}

/** Observations waiting for ingest at a time: enough that its groups are full. */
const inFlight = 512
const reportEvery = 10_000
/** Housekeeping counts what is older than some seconds: by then it would have counted all. */
const hourMs = 3_600_000

/** Fills a database by the program's own ingest, as agents would, only without the network. */
export async function generate(dataDir: string, size: DatasetSize, database = databaseIn(dataDir)): Promise<void> {
  await within(dataDir, database, async (system) => {
    await migrate(system.store)
    const siteId = await ensureDefaultSite(system)
    const { generated = size.devices } = size
    const submitted = { ...size, devices: generated }
    await submitAll(system, deliveries(siteId, submitted), submitted)
    await copyDevices(system, size.devices / generated - 1)
  })
}

/**
 * Runs the work that follows an update of the program and the counting of new data, so that neither disturbs the
 * measurement.
 */
export async function bringUpToDate(dataDir: string, database = databaseIn(dataDir)): Promise<void> {
  await within(dataDir, database, async (system) => {
    await migrate(system.store, (name, number, of) =>
      process.stderr.write(`\r${number} of ${of} migrations (${name}) `),
    )
    await rewriteVersions(system)
    await regroupProducts(system)
    await deriveMissingFacts(system)
    const siteIds = (await allSites(system)).map(({ id }) => id)
    await countChanges({ ...system, clock: { now: () => new Date(Date.now() + hourMs) } }, siteIds)
  })
}

const databaseIn = (dataDir: string): StoreOptions => ({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') })

async function within(dataDir: string, database: StoreOptions, work: (system: SystemContext) => Promise<void>) {
  const store = await openStore(database)
  try {
    await work({
      store,
      clock: { now: () => new Date() },
      vault: makeVault(join(dataDir, 'master.key')),
      log: pino({ level: 'error' }, pino.destination(2)),
      metrics: noMetrics,
      outbound: createOutbound({}),
      wakeOutbox: () => undefined,
    })
  } finally {
    await store.close()
  }
}

function* deliveries(siteId: string, { devices, packages, snapshots }: DatasetSize): Generator<Delivery> {
  for (let visit = 0; visit < snapshots; visit++) {
    for (let number = 0; number < devices; number++) {
      if (visit > 0 && !hasHistory(number)) continue
      const segmentId = segmentIdOf(Math.floor(number / devicesPerSegment))
      const autoTag = tagOf(number)
      yield { siteId, observation: observe(number, visit, { packages }), actor: 'agent bench', segmentId, autoTag }
    }
  }
}

/** One tag is on half of the devices, one on a twentieth, one on a thousandth. */
function tagOf(number: number): string {
  if (number % 1000 === 1) return 'Laboratory'
  return number % 20 === 0 ? 'Office' : number % 2 === 0 ? 'Managed' : 'Field'
}

async function submitAll(system: SystemContext, all: Iterable<Delivery>, { devices, snapshots }: DatasetSize) {
  const ingest = createIngest(system)
  const total = devices + Math.ceil(devices / 10) * (snapshots - 1)
  let waiting: Promise<unknown>[] = []
  let done = 0
  const flush = async () => {
    await Promise.all(waiting)
    done += waiting.length
    if (done % reportEvery < waiting.length) {
      process.stderr.write(`\r${done} of ${total} snapshots `)
      // As housekeeping does from time to time.
      await foldRecentInstallations(system)
    }
    waiting = []
  }
  for (const delivery of all) {
    waiting.push(ingest.submit(delivery))
    if (waiting.length === inFlight) await flush()
  }
  await flush()
  process.stderr.write('\n')
}
