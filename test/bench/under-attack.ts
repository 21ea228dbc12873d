import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from './dataset/latency.ts'
import { type Report, ratios, show } from './report.ts'
import { attacks } from './under-attack/attacks.ts'
import type { Times } from './under-attack/honest.ts'
import { type Round, startScene } from './under-attack/scene.ts'

const rounds = 3
const roundMs = 2_000
/** Threads that read bodies end when they were idle for so long, and the main thread gives its memory back. */
const restMs = 30_000

const works: { key: keyof Omit<Times, 'errors'>; title: string }[] = [
  { key: 'snapshot', title: "another agent's snapshot" },
  { key: 'api', title: "another site's call" },
  { key: 'scan', title: "another site's scan" },
]

type Measured = { name: string; calm: Round[]; attacked: Round[] }

/** Measures how long ordinary work takes and what the collector uses while somebody attacks it. */
export async function benchUnderAttack(): Promise<Report[]> {
  await using scene = await startScene()
  // The first calls of a start are slower, attacked or not.
  await scene.measure(roundMs, false)
  const restMiB = scene.residentMiB()
  const all: Measured[] = []
  for (const name of Object.keys(attacks)) {
    const [calm, attacked]: [Round[], Round[]] = [[], []]
    await scene.prepare(name)
    for (let round = 0; round < rounds; round++) {
      calm.push(await scene.measure(roundMs, false))
      attacked.push(await scene.measure(roundMs, true))
    }
    all.push({ name, calm, attacked })
  }
  await delay(restMs)
  const method = `The whole of \`rollcall up\`; \`/healthz\`, an agent, a caller and scans of one site run all the time, from a separate process. ${rounds} rounds of ${roundMs / 1000} s with attacks from another site alternate with as many without. All share the cores.`
  return [
    {
      title: 'Under attack: delay of others',
      method: `${method} \`/healthz\` is requested over a new connection each time; other work counts with the slowest call of each round.`,
      columns: ['Attack', '`/healthz` p99, under 250 ms', 'Without', 'Ratio', 'Slowest other work, delayed under 1 s'],
      rows: all.map(waitsRow),
    },
    {
      title: 'Under attack: resources of the collector',
      method:
        'Main thread: how long it was busy without a break (p99 and maximum), the most CPU it used in one go, which other programs do not affect, and its share of a core. All threads: the share of all threads of the collector. Memory: the peak of a round.',
      columns: ['Attack', 'Main thread', 'Without', 'All threads', 'Memory, ratio under 1.3'],
      rows: [
        ...all.map(usageRow),
        {
          work: `${restMs / 1000} s after all attacks`,
          ours: '',
          against: '',
          ratio: '',
          target: `${scene.residentMiB().toFixed(0)} MiB; before the attacks ${restMiB.toFixed(0)} MiB`,
        },
      ],
    },
  ]
}

const healthP99 = (of: readonly Round[]) => of.map(({ times }) => percentile(times.health, 0.99))

function waitsRow({ name, calm, attacked }: Measured) {
  const errors = [...calm, ...attacked].flatMap(({ times }) => times.errors)
  const failed = errors.length > 0 ? `; ${errors.length} failed: ${errors[0]}` : ''
  const others = works.map(({ key, title }) => {
    const slowest = (of: readonly Round[]) => Math.max(...of.flatMap(({ times }) => times[key]))
    return `${title} ${slowest(attacked).toFixed(0)} ms (without ${slowest(calm).toFixed(0)})`
  })
  return {
    work: name,
    ours: show(healthP99(attacked), 'ms', 0),
    against: show(healthP99(calm), 'ms', 0),
    ratio: show(ratios(healthP99(attacked), healthP99(calm)), '', 1),
    target: `${others.join(', ')}${failed}`,
  }
}

function usageRow({ name, calm, attacked }: Measured) {
  const of = (list: readonly Round[], pick: (round: Round) => number, unit: string) => show(list.map(pick), unit, 0)
  const main = (list: readonly Round[]) =>
    `busy ${of(list, ({ usage }) => usage.holdP99Ms, '')}, ${of(list, ({ usage }) => usage.holdMaxMs, 'ms')}, most CPU at once ${of(list, ({ usage }) => usage.workMaxMs, 'ms')}; ${of(list, ({ usage }) => usage.mainMs / (roundMs / 100), '%')}`
  const memory = (list: readonly Round[]) => list.map(({ residentMiB }) => residentMiB)
  const answers = new Map<string, number>()
  for (const round of attacked) {
    for (const [answer, count] of round.answers) answers.set(answer, (answers.get(answer) ?? 0) + count)
  }
  return {
    work: `${name} (${[...answers].map(([answer, count]) => `${count} x ${answer}`).join(', ')})`,
    ours: main(attacked),
    against: main(calm),
    ratio: of(attacked, ({ usage }) => usage.allMs / (roundMs / 100), '%'),
    target: `${show(memory(attacked), 'MiB', 0)}; ${show(ratios(memory(attacked), memory(calm)), '', 2)}`,
  }
}
