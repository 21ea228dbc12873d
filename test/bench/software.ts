import { newId } from '@rollcall/shared/ids.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { overlayOf } from '../../collector/src/lib/cache.ts'
import { diffSoftware } from '../../collector/src/matching/diff-software.ts'
import { createProductCache, ensureProducts, type ProductCache } from '../../collector/src/software/catalog/products.ts'
import { replaceInstallations } from '../../collector/src/software/installations/installations.ts'
import { itemsOf, newSoftware } from '../../collector/src/software/installations/list-difference.ts'
import { chunks } from '../../collector/src/store/sql.ts'
import { hugeSnapshotRows } from './huge-snapshots.ts'
import { type InProcess, openInProcess } from './in-process.ts'
import { type Report, type Row, ratios, show } from './report.ts'

/** Products in the catalog of a fleet; each device has some of them. */
const catalog = 2_000
const perDevice = 500
/** About what ingest takes at a time of devices with as many packages, and one at a time. */
const perGroup = { grouped: 36, alone: 1 }
const devicesPerRound = 180
const rounds = 5
const diffs = 500

/** Measures the cost of the software in a snapshot, apart from the rest. */
export async function benchSoftware(): Promise<Report> {
  await using bench = await openInProcess()
  const products = createProductCache()
  const stored = { grouped: [] as Round[], alone: [] as Round[] }
  await storeGroup(bench, [{ id: newId(), software: list(0, catalog, 0) }], products, new Map())
  for (let round = 0; round < rounds; round++) {
    stored.grouped.push(await storeRound(bench, round * 2, perGroup.grouped, products))
    stored.alone.push(await storeRound(bench, round * 2 + 1, perGroup.alone, products))
  }
  return {
    title: 'Software of a snapshot',
    method: `In process, on SQLite. CPU time per device, without the sync of a commit. ${devicesPerRound} devices a round with ${perDevice} of ${catalog.toLocaleString('en')} packages each, ${rounds} alternating rounds of ${perGroup.grouped} devices per transaction and of one. Compared lists are in the same order, and in opposite order. The last rows concern one agent's snapshot, parsed in a thread and stored: the time until it is on disk, and the longest delay of the event loop.`,
    rows: [
      row('500 new packages', 'first', stored),
      row('one of 500 packages upgraded', 'changed', stored),
      diffRow(),
      ...(await hugeSnapshotRows(packageOf)),
    ],
  }
}

type Round = { first: number; changed: number }
type Device = { id: string; software: Software[] }

function row(work: string, kind: keyof Round, { grouped, alone }: Record<keyof typeof perGroup, Round[]>): Row {
  const [ours, theirs] = [grouped.map((round) => round[kind]), alone.map((round) => round[kind])]
  return {
    work,
    ours: show(ours, 'ms'),
    against: show(theirs, 'ms'),
    ratio: show(ratios(ours, theirs), ''),
    target: '',
  }
}

/** Milliseconds for each device. */
async function storeRound(bench: InProcess, round: number, size: number, products: ProductCache): Promise<Round> {
  const devices = Array.from({ length: devicesPerRound }, (_, n): Device => {
    return { id: newId(), software: list((round * devicesPerRound + n) * 7, perDevice, 0) }
  })
  const upgraded = devices.map(({ id, software }) => ({ id, software: upgradeOne(software, round) }))
  const before = listsOf(devices)
  const store = async (all: readonly Device[]) => {
    for (const group of chunks(all, size)) await storeGroup(bench, group, products, before)
  }
  const first = await processorMs(() => store(devices))
  const changed = await processorMs(() => store(upgraded))
  return { first: first / devicesPerRound, changed: changed / devicesPerRound }
}

const listsOf = (devices: readonly Device[]) => new Map(devices.map(({ id, software }) => [id, software]))

async function storeGroup(
  { ctx }: InProcess,
  devices: readonly Device[],
  known: ProductCache,
  before: ReturnType<typeof listsOf>,
) {
  const now = ctx.clock.now().toISOString()
  const lists = devices.map(({ id, software }) => ({ deviceId: id, list: software, before: before.get(id) }))
  const found = overlayOf(known)
  await ctx.store.write(async (tx) => {
    const software = await newSoftware(tx, lists)
    const products = await ensureProducts(tx, ctx.siteId, [...software.values()].flatMap(itemsOf), now, found)
    await replaceInstallations(tx, software, products, now)
  })
  found.keep()
}

function diffRow(): Row {
  const before = list(0, perDevice, 0)
  const after = upgradeOne(before, 0)
  const reversed = after.toReversed()
  const time = (other: Software[]) => {
    const beganAt = performance.now()
    for (let n = 0; n < diffs; n++) diffSoftware(before, other)
    return ((performance.now() - beganAt) / diffs) * 1000
  }
  const pairs = Array.from({ length: rounds }, () => ({ ours: time(after), theirs: time(reversed) }))
  const [ours, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.theirs)]
  const work = 'diff of two lists of 500'
  return {
    work,
    ours: show(ours, 'µs', 0),
    against: show(theirs, 'µs', 0),
    ratio: show(ratios(ours, theirs), ''),
    target: '',
  }
}

const list = (first: number, length: number, patch: number): Software[] =>
  Array.from({ length }, (_, n) => packageOf((first + n) % catalog, patch))

const upgradeOne = (software: readonly Software[], round: number): Software[] =>
  software.map((item, n) => (n === 5 ? { ...item, version: `9.${round}` } : item))

const packageOf = (n: number, patch: number): Software => ({
  name: `package-name-${n}`,
  version: `1.${n % 17}.${patch}-1+deb12u${n % 3}`,
  publisher: 'Maintainers of packages',
  architecture: 'amd64',
  source: 'dpkg',
  installDate: '2026-01-02T03:04:05.000Z',
  sizeBytes: 1024 * n,
})

async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
