import type { NmapHost } from '../probes/nmap/parse-host.ts'

type Job = { address: string; ports?: readonly number[] }

/** Scans the ports of several hosts at once and reports each host when it is done. */
type ScanBatch = (jobs: readonly Job[], onHost: (host: NmapHost) => void) => Promise<void>

export type PortScans = {
  /** Returns nmap's result of the host; undefined if there is none. Rejects if nmap failed, or if `signal` aborts. */
  scan(job: Job, signal: AbortSignal): Promise<NmapHost | undefined>
}

type Waiting = { job: Job; resolve(host: NmapHost | undefined): void; reject(error: unknown): void }

type Batching = { hostsMax: number; atOnce: number }

/** Hosts of one segment answer within this time of one another, so that one process scans them all. */
const gatherMs = 50

/**
 * Groups hosts as they are found and scans each group with one process: a process for each host would cost more than
 * the scan, and waiting for the whole sweep would cost its time-outs.
 */
export function createPortScans(scanBatch: ScanBatch, { hostsMax, atOnce }: Batching): PortScans {
  const waiting = new Map<string, Waiting>()
  let running = 0
  let gathering = false

  const start = () => {
    gathering = false
    if (waiting.size === 0 || running >= atOnce) return
    const batch = new Map([...waiting].slice(0, hostsMax))
    for (const address of batch.keys()) waiting.delete(address)
    running += 1
    scanBatch(
      [...batch.values()].map(({ job }) => job),
      (host) => {
        batch.get(host.address)?.resolve(host)
        batch.delete(host.address)
      },
    )
      .then(
        () => batch.forEach((each) => void each.resolve(undefined)),
        (error: unknown) => batch.forEach((each) => void each.reject(error)),
      )
      .finally(() => {
        running -= 1
        start()
      })
  }

  return {
    scan: (job, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(job.address)
          reject(signal.reason)
        }
        if (signal.aborted) return giveUp()
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.set(job.address, { job, resolve, reject })
        if (waiting.size >= hostsMax) start()
        else if (!gathering) {
          gathering = true
          setTimeout(start, gatherMs)
        }
      }),
  }
}
