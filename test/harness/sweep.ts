import { fileURLToPath } from 'node:url'
import type { RangeNetwork } from './range-network.ts'

export type SweepOptions = {
  targets: string[]
  packetsPerSecond: number
  first?: string[]
  /** Megabytes that V8 may keep; it takes what it is given before it collects. */
  heapMegabytesMax?: number
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

const worker = fileURLToPath(new URL('sweep-worker.ts', import.meta.url))

/** `discover` in a process of its own where the network's scanner is. */
export async function sweep(network: RangeNetwork, options: SweepOptions): Promise<SweepRun[]> {
  const limit = options.heapMegabytesMax === undefined ? [] : [`--max-old-space-size=${options.heapMegabytesMax}`]
  const args = [...limit, worker, JSON.stringify(options)]
  const { code, stdout, stderr } = await network.exec(process.execPath, args)
  if (code !== 0) throw new Error(`the sweep failed: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
