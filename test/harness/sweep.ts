import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../cli/src/project.ts'
import type { RangeNetwork } from './range-network.ts'

export type SweepOptions = {
  targets: string[]
  packetsPerSecond: number
  first?: string[]
  /** No search for hosts that drop echo requests. */
  echoOnly?: boolean
  /** In one process, one after the other; the first includes what Node compiles. */
  runs?: number
}

export type SweepRun = {
  /** In the order in which they were found. */
  addresses: string[]
  foundBy: Record<string, number>
  lastFoundMs: number
  endedMs: number
  /** The longest that the event loop was kept. */
  stallMs: number
  rssBytes: number
}

/** `discover` in a process of its own where the network's scanner is. */
export async function sweep(network: RangeNetwork, options: SweepOptions): Promise<SweepRun[]> {
  const stdout = await runWorker(network, 'sweep-worker.ts', options)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Milliseconds from the cancelling of a sweep, at its first host, until nothing of it goes on. */
export async function cancelledSweepMs(network: RangeNetwork, options: SweepOptions): Promise<number> {
  return Number(await runWorker(network, 'cancel-worker.ts', options))
}

async function runWorker(network: RangeNetwork, file: string, options: SweepOptions): Promise<string> {
  const worker = fileURLToPath(new URL(file, import.meta.url))
  // As an Audit Service runs.
  const args = [...nodeFlags, worker, JSON.stringify(options)]
  const { code, stdout, stderr } = await network.exec(process.execPath, args)
  if (code !== 0) throw new Error(`the sweep failed: ${stderr}`)
  return stdout
}
