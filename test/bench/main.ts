import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import { writeCharts } from './charts.ts'
import { compareRatios, type Figures, newestFigures, storeFigures } from './figures.ts'
import { type Effort, markdown, type Report } from './report.ts'

/** Each measures one thing; loaded only when asked for. */
const benches: Record<string, (effort: Effort) => Promise<Report | Report[]>> = {
  start: async (effort) => (await import('./start.ts')).benchStart(effort),
  packages: async () => (await import('./packages.ts')).benchPackages(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  scan: async (effort) => (await import('./scan.ts')).benchScan(effort),
  sweep: async (effort) => (await import('./sweep.ts')).benchSweep(effort),
  stored: async (effort) => (await import('./stored.ts')).benchStored(effort),
  snmp: async (effort) => (await import('./snmp/bench.ts')).benchSnmp(effort),
  agent: async () => (await import('./agent.ts')).benchAgent(),
  ssh: async () => (await import('./ssh.ts')).benchSsh(),
  ingest: async (effort) => (await import('./ingest.ts')).benchIngest(effort),
  profile: async () => (await import('./profile.ts')).benchProfile(),
  'under-attack': async () => (await import('./under-attack.ts')).benchUnderAttack(),
  history: async (effort) => (await import('./history.ts')).benchHistory(effort),
  software: async () => (await import('./software.ts')).benchSoftware(),
  reconcile: async (effort) => (await import('./reconcile.ts')).benchReconcile(effort),
  dataset: async () => (await import('./dataset/bench.ts')).benchDataset(),
  growth: async (effort) => (await import('./dataset/growth.ts')).benchGrowth(effort),
  engines: async (effort) => (await import('./dataset/both-engines.ts')).benchBothEngines(effort === 'full'),
  web: async () => (await import('./web.ts')).benchWeb(),
  crowd: async (effort) => (await import('./crowd.ts')).benchCrowd(effort),
  fleet: async (effort) => (await import('./fleet.ts')).benchFleet(effort),
}

/** They make their datasets first, or a month of snapshots, which takes from minutes to hours: only when they are named. */
const onlyNamed = ['packages', 'agent', 'under-attack', 'dataset', 'growth', 'engines', 'web', 'crowd', 'fleet']
/** Together they find a slower release within five minutes. */
const quickNames = ['start', 'scan', 'sweep', 'stored', 'snmp', 'ingest', 'history', 'reconcile']
const flags = ['--write', '--full']

const performanceFile = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

/**
 * Runs the benches named (`scan` or `--scan`), or all that take minutes, and prints their tables. `quick` runs a small
 * part of some and compares the ratios with those of the newest release; `--full` does the whole of what is otherwise a
 * part. `--write` stores the figures as those of this release, and puts tables and charts into docs/performance.md.
 */
export async function bench(args: string[]): Promise<number> {
  const names = args.filter((arg) => !flags.includes(arg)).map((arg) => arg.replace(/^--/, ''))
  const unknown = names.filter((name) => !(name in benches) && name !== 'quick')
  if (unknown.length > 0) {
    console.error(`no bench named ${unknown.join(', ')}; there are quick, ${Object.keys(benches).join(', ')}`)
    return 2
  }
  const isQuick = names.includes('quick')
  const effort: Effort = isQuick ? 'quick' : args.includes('--full') ? 'full' : 'usual'
  const usual = isQuick ? quickNames : Object.keys(benches).filter((name) => !onlyNamed.includes(name))
  const wanted = names.some((name) => name in benches) ? names : usual
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const today = new Date().toISOString().slice(0, 10)
  console.log(`${machine}\n`)
  const before = newestFigures()
  const measured: Figures = {}
  for (const [name, run] of Object.entries(benches)) {
    if (!wanted.includes(name)) continue
    const beganAt = performance.now()
    const reports = [await run(effort)].flat()
    const text = reports.map(markdown).join('\n')
    console.log(`${text}\n${name} took ${((performance.now() - beganAt) / 1000).toFixed(0)} s\n`)
    const key = isQuick ? `quick ${name}` : name
    measured[key] = { machine, reports }
    if (!args.includes('--write')) continue
    const figures = storeFigures({ [key]: { machine, reports } })
    if (!isQuick) keep(name, `${text}\nMeasured on ${today} on ${machine}.\n`)
    writeCharts(figures)
  }
  const comparison = before && compareRatios(measured, before.figures, before.version)
  if (comparison) console.log(`${comparison}\n`)
  return 0
}

/** Replaces what stands between the bench's two marks. */
function keep(name: string, text: string): void {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const page = readFileSync(performanceFile, 'utf8')
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/performance.md has no marks for ${name}`)
  writeFileWholeSync(performanceFile, `${before}${begin}\n${text}${end}${after}`, { mode: 0o644 })
}
