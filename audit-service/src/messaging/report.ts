import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import type { Progress, Task } from '@rollcall/shared/messages/task.ts'
import type { ResultSpool } from '../spool/result-spool.ts'

export type ProgressCounts = Omit<Progress, 'attempt'>

/**
 * How a running task tells what it does. What `started` and `host` resolve for is on disk and will be sent; they
 * reject when the spool is full, and the task should end with that as its error.
 */
export type Report = {
  started(addressesTotal: number): Promise<void>
  /** `raw` is what the probes heard, as a gzip-compressed tar. */
  host(address: string, observation: ObservationInput, raw?: Uint8Array): Promise<void>
  /** As often as it changes: only some are sent, and the last one goes into the end of the task. */
  progress(counts: ProgressCounts): void
}

export type TaskReport = Report & {
  finished(outcome: Extract<ResultInput, { kind: 'finished' }>['outcome']): Promise<void>
}

export type ReportOptions = {
  spool: Pick<ResultSpool, 'add'>
  /** Sends it if there is a connection just now. */
  publishProgress(taskId: string, progress: Progress): void
  onSpooled(): void
}

const progressIntervalMs = 500
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
  let sentAt = Number.NEGATIVE_INFINITY

  const head = () => ({ version: 1 as const, id: newId(), taskId, attempt, at: new Date().toISOString() })
  const add = async (result: ResultInput) => {
    await options.spool.add(result)
    options.onSpooled()
  }

  return {
    async started(addressesTotal) {
      progress = { ...progress, addressesTotal }
      await add({ ...head(), kind: 'started', addressesTotal })
    },
    async host(address, observation, raw) {
      const kept = raw && raw.length <= rawBytesMax ? { raw: Buffer.from(raw).toString('base64') } : {}
      await add({ ...head(), kind: 'host', address, observation, ...kept })
    },
    progress(counts) {
      progress = { ...counts, attempt }
      const now = performance.now()
      if (now - sentAt < progressIntervalMs) return
      sentAt = now
      options.publishProgress(taskId, progress)
    },
    finished: (outcome) => add({ ...head(), kind: 'finished', outcome, progress }),
  }
}
