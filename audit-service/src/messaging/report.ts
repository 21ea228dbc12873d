import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import type { Progress, Task } from '@rollcall/shared/messages/task.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import type { ResultSpool } from '../spool/result-spool.ts'
import { sightingOf } from './sighting-of.ts'
import { gatherSightings } from './sightings.ts'

type ProgressCounts = Omit<Progress, 'attempt'>

/**
 * How a running task tells what it does. What `started` and `host` resolve for is on disk and will be sent. While the
 * spool is full or its disk takes nothing they wait, which holds the task up until there is room again.
 */
export type Report = {
  started(addressesTotal: number): Promise<void>
  /** `raw` is what the probes heard, as a gzip-compressed tar; of a host that was only found nobody keeps it. */
  host(address: string, observation: ObservationInput, raw?: Uint8Array): Promise<void>
  /** As often as it changes: only some are sent, and the last one goes into the end of the task. */
  progress(counts: ProgressCounts): void
}

export type TaskReport = Report & {
  finished(outcome: Extract<ResultInput, { kind: 'finished' }>['outcome']): Promise<void>
}

type ReportOptions = {
  spool: Pick<ResultSpool, 'add'>
  /** Sends it if there is a connection just now. */
  publishProgress(taskId: string, progress: Progress): void
  onSpooled(): void
  /** Ends the wait for room in the spool: the task was cancelled, or this service stops. */
  signal: AbortSignal
  /** Called once for each wait, with why nothing can be stored. */
  onWait(reason: string): void
}

const waitMs = { baseMs: 250, maxMs: 5_000 }

const progressIntervalMs = 500
const errorLengthMax = 1000
const addressesNamedMax = 8
/** As `resultSchema` takes it, before base64. */
const rawBytesMax = 4_500_000

export function createReport(
  { taskId, attempt }: Pick<Task, 'taskId' | 'attempt'>,
  options: ReportOptions,
): TaskReport {
  let progress: Progress = {
    attempt,
    addressesTotal: 0,
    addressesDone: 0,
    hostsFound: 0,
    audited: 0,
    failed: 0,
  }
  /** Hosts of which no more could be kept than that they are there. */
  const tooLarge: string[] = []
  let sentAt = Number.NEGATIVE_INFINITY

  const head = () => ({ version: 1 as const, id: newId(), taskId, attempt, at: new Date().toISOString() })
  const add = async (result: ResultInput) => {
    const kept = await options.spool.add(result)
    options.onSpooled()
    return kept
  }
  let waiting = 0
  const addWhenThereIsRoom = async (result: ResultInput) => {
    const backoff = createBackoff(waitMs)
    let isWaiting = false
    try {
      for (;;) {
        try {
          return await add(result)
        } catch (error) {
          if (!(error instanceof SpoolUnavailableError)) throw error
          if (!isWaiting && waiting === 0) options.onWait(error.message)
          if (!isWaiting) waiting += 1
          isWaiting = true
        }
        await backoff.wait(options.signal, waitMs.baseMs)
      }
    } finally {
      if (isWaiting) waiting -= 1
    }
  }
  const see = gatherSightings(async (hosts) => void (await addWhenThereIsRoom({ ...head(), kind: 'hosts', hosts })))

  return {
    async started(addressesTotal) {
      progress = { ...progress, addressesTotal }
      await addWhenThereIsRoom({ ...head(), kind: 'started', addressesTotal })
    },
    async host(address, observation, raw) {
      const sighting = sightingOf(address, observation)
      if (sighting) return see(sighting)
      const kept = raw && raw.length <= rawBytesMax ? { raw: Buffer.from(raw).toString('base64') } : {}
      const what = await addWhenThereIsRoom({ ...head(), kind: 'host', address, observation, ...kept })
      if (what === 'presence') tooLarge.push(address)
    },
    progress(counts) {
      progress = { ...counts, failed: counts.failed + tooLarge.length, attempt }
      const now = performance.now()
      if (now - sentAt < progressIntervalMs) return
      sentAt = now
      options.publishProgress(taskId, progress)
    },
    async finished({ status, error: failure }) {
      const failures = [failure, tooLarge.length > 0 ? tooLargeText(tooLarge) : undefined].filter(isText)
      const error = failures.length > 0 ? { error: failures.join('; ').slice(0, errorLengthMax) } : {}
      await add({ ...head(), kind: 'finished', outcome: { status, ...error }, progress })
    },
  }
}

const isText = (text: string | undefined): text is string => text !== undefined

function tooLargeText(addresses: readonly string[]): string {
  const named = addresses.slice(0, addressesNamedMax).join(', ')
  const more = addresses.length - addressesNamedMax
  return `too much to be sent was found at ${named}${more > 0 ? ` and ${more} more` : ''}: only that they are there was kept`
}
