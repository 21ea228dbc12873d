import { type Load, type Sample, type Side, startSide, type Work } from './ingest/side.ts'
import { type Effort, type Report, type Row, ratios, row, show } from './report.ts'

const usual: Load = {
  clients: 32,
  secondsPerRun: 4,
  known: { devices: 960, packages: 100 },
  fresh: { devices: 400, packages: 500 },
}
const quick: Load = {
  ...usual,
  secondsPerRun: 2,
  known: { ...usual.known, devices: 320 },
  fresh: { ...usual.fresh, devices: 160 },
}

const worksOf = (load: Load): { work: Work; title: string; target: string }[] => [
  { work: 'unchanged', title: `a snapshot of ${load.known.packages} packages, unchanged`, target: '4,000/s' },
  { work: 'common', title: 'the same, with an upgrade of a package that all devices have', target: '1,500/s' },
  { work: 'rare', title: 'the same, with an upgrade of a package that few devices have', target: '1,500/s' },
  { work: 'first', title: `new device with ${load.fresh.packages} packages`, target: '400/s' },
]

type Samples = Record<Work, Sample[]>

/**
 * Measures the cost of agents' snapshots from the request to the response that confirms storage, in groups and one by
 * one.
 */
export async function benchIngest(effort: Effort): Promise<Report> {
  const [load, rounds] = effort === 'quick' ? [quick, 2] : [usual, 3]
  const works = worksOf(load)
  await using grouped = await startSide(load, {})
  await using single = await startSide(load, { deliveriesPerGroupMax: 1 })
  const ours: Samples = { unchanged: [], common: [], rare: [], first: [] }
  const theirs: Samples = { unchanged: [], common: [], rare: [], first: [] }
  const bare: Awaited<ReturnType<Side['measureBare']>>[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { work } of works) {
      ours[work].push(await grouped.measure(work))
      theirs[work].push(await single.measure(work))
      if (work === 'unchanged') bare.push(await grouped.measureBare())
    }
  }
  const errors = [ours, theirs].flatMap((samples) => Object.values(samples).flat()).flatMap((sample) => sample.errors)
  const residentMiB = await grouped.residentMiB()
  return {
    title: 'Ingest',
    method: `Over HTTPS into the real collector on SQLite, from ${load.clients} clients with persistent connections, in a separate process on the same cores; bodies of ${kib(grouped.bodyBytes)}, for new devices ${kib(grouped.freshBytes())}. ${rounds} rounds of ${load.secondsPerRun} s (new devices: ${load.fresh.devices} devices), alternating with the same collector with one transaction per snapshot. A snapshot counts once the response is sent, which is after the sync of its commit. The syncs of the disk are counted.`,
    rows: [
      ...works.map(({ work, title, target }) => rateRow(title, ours[work], theirs[work], target)),
      ...works.map(({ work, title }) => costRow(title, ours[work], theirs[work])),
      bareRow(ours.unchanged, bare),
      row('responses other than 201', `${errors.length}${errors[0] === undefined ? '' : `: ${errors[0]}`}`, '0'),
      row('resident memory of the collector afterwards', `${residentMiB.toFixed(0)} MiB`, ''),
      row('confirmed before a `kill -9`, and stored', await killed(grouped), 'all'),
    ],
  }
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`

function rateRow(work: string, ours: readonly Sample[], theirs: readonly Sample[], target: string): Row {
  const rates = (samples: readonly Sample[]) => samples.map(({ perSecond }) => perSecond)
  const describe = (samples: readonly Sample[]) =>
    `${show(rates(samples), '/s', 0)}, p50 ${of(samples, 'p50', 1)} ms, p99 ${of(samples, 'p99', 1)} ms`
  return {
    work,
    ours: describe(ours),
    against: describe(theirs),
    ratio: show(ratios(rates(ours), rates(theirs)), ''),
    higherIsBetter: true,
    target: `${target}, p99 under 100 ms`,
  }
}

function costRow(work: string, ours: readonly Sample[], theirs: readonly Sample[]): Row {
  const describe = (samples: readonly Sample[]) =>
    `${of(samples, 'cpuMs', 2)} ms of CPU per snapshot, ${of(samples, 'perSync', 1)} snapshots per sync`
  return { work, ours: describe(ours), against: describe(theirs), ratio: '', target: '' }
}

function bareRow(ours: readonly Sample[], bare: readonly Pick<Sample, 'perSecond' | 'cpuMs'>[]): Row {
  const [rates, bareRates] = [ours.map(({ perSecond }) => perSecond), bare.map(({ perSecond }) => perSecond)]
  const cpu = show(
    bare.map(({ cpuMs }) => cpuMs),
    'ms',
    2,
  )
  return {
    work: 'unchanged, against a bare node:https server that appends each body to a file and syncs it',
    ours: show(rates, '/s', 0),
    against: `${show(bareRates, '/s', 0)}, ${cpu} of CPU each`,
    ratio: show(ratios(rates, bareRates), ''),
    higherIsBetter: true,
    target: '',
  }
}

const of = (samples: readonly Sample[], key: 'p50' | 'p99' | 'cpuMs' | 'perSync', digits: number) =>
  show(
    samples.map((sample) => sample[key]),
    '',
    digits,
  )

async function killed(side: Side): Promise<string> {
  const { answered, stored } = await side.killUnderLoad()
  return `${stored} of ${answered}`
}
