import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import { markdown, type Report } from './report.ts'

/** Each measures one thing; loaded only when asked for. */
const benches: Record<string, (options: { isWhole: boolean }) => Promise<Report | Report[]>> = {
  start: async () => (await import('./start.ts')).benchStart(),
  packages: async () => (await import('./packages.ts')).benchPackages(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  scan: async () => (await import('./scan.ts')).benchScan(),
  sweep: async () => (await import('./sweep.ts')).benchSweep(),
  stored: async () => (await import('./stored.ts')).benchStored(),
  snmp: async () => (await import('./snmp/bench.ts')).benchSnmp(),
  agent: async () => (await import('./agent.ts')).benchAgent(),
  ssh: async () => (await import('./ssh.ts')).benchSsh(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  'under-attack': async () => (await import('./under-attack.ts')).benchUnderAttack(),
  history: async () => (await import('./history.ts')).benchHistory(),
  software: async () => (await import('./software.ts')).benchSoftware(),
  reconcile: async () => (await import('./reconcile.ts')).benchReconcile(),
  dataset: async () => (await import('./dataset/bench.ts')).benchDataset(),
  growth: async ({ isWhole }) => (await import('./dataset/growth.ts')).benchGrowth(isWhole),
  web: async () => (await import('./web.ts')).benchWeb(),
  fleet: async ({ isWhole }) => (await import('./fleet.ts')).benchFleet(isWhole),
}

/** They make their datasets first, or a month of snapshots, which takes from minutes to hours: only when they are named. */
const onlyNamed = ['packages', 'agent', 'under-attack', 'dataset', 'growth', 'web', 'fleet']
const flags = ['--write', '--full']

const performanceFile = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

/**
 * Runs the benches named (`scan` or `--scan`), or all quick ones, and prints their tables; `--write` puts them into
 * docs/performance.md, `--full` does the whole of what is otherwise a part.
 */
export async function bench(args: string[]): Promise<number> {
  const names = args.filter((arg) => !flags.includes(arg)).map((arg) => arg.replace(/^--/, ''))
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length > 0) {
    console.error(`no bench named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)
    return 2
  }
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  console.log(`${machine}\n`)
  for (const [name, run] of Object.entries(benches)) {
    if (names.length > 0 ? !names.includes(name) : onlyNamed.includes(name)) continue
    const beganAt = performance.now()
    const text = [await run({ isWhole: args.includes('--full') })].flat().map(markdown).join('\n')
    console.log(`${text}\n${name} took ${((performance.now() - beganAt) / 1000).toFixed(0)} s\n`)
    if (args.includes('--write')) keep(name, `${text}\nMeasured on ${machine}.\n`)
  }
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
