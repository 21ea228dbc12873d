import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { type AuditState, auditReasons, type HostAudit } from '@rollcall/shared/messages/host-audit.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import type { Progress, Task } from '@rollcall/shared/messages/task.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import type { ResultSpool } from '../spool/result-spool.ts'
import { sightingOf } from './sighting-of.ts'
import { gatherSightings } from './sightings.ts'

type ProgressCounts = Omit<Progress, 'attempt' | 'notAudited'> & { notAudited: number }

/**
 * Reports of a running task. `started` and `host` resolve once the report is on disk and will be sent. While the spool
 * is full or its disk fails they wait, which pauses the task.
 */
export type Report = {
  started(addressesTotal: number): Promise<void>
  /** `raw` contains the raw answers of the probes, as a gzip-compressed tar; it is dropped for an unaudited host. */
  host(address: string, observation: ObservationInput, audit: HostAudit, raw?: Uint8Array): Promise<void>
  /** Reports the result of a credential test. */
  tested(address: string, audit: HostAudit): Promise<void>
  /** May be called for each change: only some are sent, and the last one becomes part of the task's end. */
  progress(counts: ProgressCounts): void
}

export type TaskReport = Report & {
  finished(outcome: Extract<ResultInput, { kind: 'finished' }>['outcome']): Promise<void>
}

type ReportOptions = {
  spool: Pick<ResultSpool, 'add'>
  /** Sends the progress if a connection exists. */
  publishProgress(taskId: string, progress: Progress): void
  onSpooled(): void
  /** Ends a wait for space in the spool: the task was cancelled, or this service stops. */
  signal: AbortSignal
  /** Called once for each wait, with the reason. */
  onWait(reason: string): void
}

const waitMs = { baseMs: 250, maxMs: 5_000 }

const progressIntervalMs = 500
const errorLengthMax = 1000
const addressesNamedMax = 8
/** Limit of `resultSchema`, before base64. */
const rawBytesMax = 4_500_000

export function createReport(
  { taskId, attempt }: Pick<Task, 'taskId' | 'attempt'>,
  options: ReportOptions,
): TaskReport {
  let progress: ProgressCounts & Pick<Progress, 'attempt'> = {
    attempt,
    addressesTotal: 0,
    addressesDone: 0,
    hostsFound: 0,
    audited: 0,
    notAudited: 0,
    failed: 0,
  }
  /** Hosts of which only the presence could be stored. */
  const tooLarge: { address: string; state: AuditState }[] = []
  let sentAt = Number.NEGATIVE_INFINITY

  const head = () => ({ version: 1 as const, id: newId(), taskId, attempt, at: new Date().toISOString() })
  const add = async (result: ResultInput) => {
    const stored = await options.spool.add(result)
    options.onSpooled()
    return stored
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
    async host(address, observation, audit, raw) {
      const sighting = sightingOf(address, observation)
      if (sighting) return see({ ...sighting, audit })
      const rawField = raw && raw.length <= rawBytesMax ? { raw: Buffer.from(raw).toString('base64') } : {}
      const what = await addWhenThereIsRoom({ ...head(), kind: 'host', address, observation, audit, ...rawField })
      if (what === 'presence') tooLarge.push({ address, state: auditReasons[audit.reason] })
    },
    async tested(address, audit) {
      const counts = { hostsFound: 1, audited: 0, notAudited: 0, failed: 0, [auditReasons[audit.reason]]: 1 }
      progress = { ...progress, addressesDone: 1, ...counts }
      await addWhenThereIsRoom({ ...head(), kind: 'tested', address, audit })
    },
    progress(counts) {
      progress = { ...withFailures(counts, tooLarge), attempt }
      const now = performance.now()
      if (now - sentAt < progressIntervalMs) return
      sentAt = now
      options.publishProgress(taskId, progress)
    },
    async finished({ status, error: failure }) {
      const failures = [
        failure,
        tooLarge.length > 0 ? tooLargeText(tooLarge.map(({ address }) => address)) : undefined,
      ].filter(isText)
      const error = failures.length > 0 ? { error: failures.join('; ').slice(0, errorLengthMax) } : {}
      await add({ ...head(), kind: 'finished', outcome: { status, ...error }, progress })
    },
  }
}

/** Counts hosts as failed whose results could not be sent. */
function withFailures(counts: ProgressCounts, tooLarge: readonly { state: AuditState }[]): ProgressCounts {
  const { audited, notAudited, failed } = counts
  const moved = { audited, notAudited, failed }
  for (const { state } of tooLarge) {
    if (moved[state] === 0) continue
    moved[state] -= 1
    moved.failed += 1
  }
  return { ...counts, ...moved }
}

const isText = (text: string | undefined): text is string => text !== undefined

function tooLargeText(addresses: readonly string[]): string {
  const named = addresses.slice(0, addressesNamedMax).join(', ')
  const more = addresses.length - addressesNamedMax
  return `the results of ${named}${more > 0 ? ` and ${more} more` : ''} are too large to send: only their presence was stored`
}
