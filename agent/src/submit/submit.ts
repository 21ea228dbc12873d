import { messageOf } from '@rollcall/shared/errors.ts'
import { previousSnapshotHeader } from '@rollcall/shared/messages/enrollment.ts'
import { createBackoff, parseRetryAfterMs } from '@rollcall/shared/node/backoff.ts'
import type { HttpClient, HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import { type Spool, SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { parseOrUndefined, reasonOf } from './problem.ts'

type SubmitOptions = {
  /** Entries of kind `snapshot`: gzip of an observation as JSON. */
  spool: Spool
  client: HttpClient
  /** Bearer token of this agent. */
  token: string
  /** The snapshot that the collector stored last for this state; two copies of the state have different ones. */
  previous?: PreviousSnapshot
  log: Log
  signal?: AbortSignal | undefined
  random?: () => number
  sleep?: (waitMs: number, signal?: AbortSignal) => Promise<void>
  nowMs?: () => number
}

/** Keeps the id of the last snapshot that was stored. */
export type PreviousSnapshot = { read(): Promise<string | undefined>; write(snapshotId: string): Promise<void> }

export type SubmitResult = {
  /** Stored by the collector now, or there already. */
  sent: number
  /** Refused for good: in the spool's `bad/` with the reason. */
  parked: number
  /** Still in the spool. */
  waiting: number
  /** What the collector keeps this machine as, when it stored something. */
  deviceId?: string
  /** Why something waits. */
  problem?: string
  /** The collector no longer knows this agent. */
  removed?: true
}

const attemptsMax = 4
/** A run must end; what the collector wants later than this waits for the next one. */
const waitMsMax = 60_000
/** Ids are null where the collector took the snapshot and keeps nothing of it: its Ignore List has this machine. */
const storedSchema = z.object({ snapshotId: z.string().nullable(), deviceId: z.string().nullable() })

/**
 * Sends everything that waits, oldest first. An entry leaves the spool only when the collector has it for certain
 * (2xx with the ids of what was stored), or refused it for good (400, 413, 422).
 */
export async function submitSpooled(options: SubmitOptions): Promise<SubmitResult> {
  const { spool, log } = options
  const result: SubmitResult = { sent: 0, parked: 0, waiting: 0 }
  /** Gives whether the next one can be sent. */
  const submit = async (id: string): Promise<boolean> => {
    const body = await spool.read(id)
    if (body === undefined) {
      log.warn({ entry: id }, 'a spooled snapshot was damaged on disk and is set aside')
      result.parked += 1
      return true
    }
    const outcome = await sendWithRetries(body, options)
    if (outcome.kind === 'stored') {
      const { snapshotId } = outcome.stored
      try {
        if (snapshotId !== null) await options.previous?.write(snapshotId)
      } catch (error) {
        // It is sent again: the collector knows it by its id. Without the record, the agent would look like a copy.
        result.problem = `delivered, but the disk does not take the record of it: ${messageOf(error)}`
        return false
      }
      await spool.remove(id)
      result.sent += 1
      if (outcome.stored.deviceId !== null) result.deviceId = outcome.stored.deviceId
      log.info({ entry: id, ...outcome.stored }, 'snapshot delivered')
    } else if (outcome.kind === 'refused') {
      await spool.park(id, outcome.reason)
      result.parked += 1
      log.warn({ entry: id, reason: outcome.reason }, 'the collector refused this snapshot for good; it is set aside')
    } else {
      result.problem = outcome.reason
      if (outcome.kind === 'removed') result.removed = true
      return false
    }
    return true
  }
  for (const { id } of spool.entries()) {
    try {
      if (!(await submit(id))) break
    } catch (error) {
      if (!(error instanceof SpoolUnavailableError)) throw error
      // The others are sent: it may be the only one that the disk does not give, or does not let go of.
      result.problem = error.message
    }
  }
  return { ...result, waiting: spool.entries().length }
}

type Outcome =
  | { kind: 'stored'; stored: z.infer<typeof storedSchema> }
  | { kind: 'refused' | 'removed' | 'later'; reason: string; retryAfterMs?: number | undefined }

async function sendWithRetries(body: Buffer, options: SubmitOptions): Promise<Outcome> {
  const { random, sleep, signal, log } = options
  const backoff = createBackoff({ baseMs: 1_000, maxMs: 15_000, ...(random && { random }), ...(sleep && { sleep }) })
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send(body, options)
    if (outcome.kind !== 'later' || attempt === attemptsMax || signal?.aborted) return outcome
    const atLeastMs = outcome.retryAfterMs ?? 0
    if (atLeastMs > waitMsMax) return outcome
    log.warn({ attempt, reason: outcome.reason }, 'the collector does not take the snapshot yet')
    try {
      await backoff.wait(signal, atLeastMs)
    } catch {
      // Asked to stop: the entry stays where it is.
      return outcome
    }
  }
}

async function send(body: Buffer, options: SubmitOptions): Promise<Outcome> {
  const { client, token, previous, signal, nowMs = Date.now } = options
  const previousId = await previous?.read()
  let response: HttpResponse
  try {
    response = await client({
      method: 'POST',
      path: '/api/agent/snapshots',
      headers: {
        Authorization: `Bearer ${token}`,
        'User-Agent': `rollcall-agent/${productVersion}`,
        // By which the collector sees whether the clock of this machine, and so the times in a snapshot, are right.
        Date: new Date(nowMs()).toUTCString(),
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        ...(previousId === undefined ? {} : { [previousSnapshotHeader]: previousId }),
      },
      body,
      signal,
    })
  } catch (error) {
    return { kind: 'later', reason: `the collector cannot be reached: ${messageOf(error)}` }
  }
  const reason = `the collector answered ${reasonOf(response)}`
  switch (response.status) {
    case 200:
    case 201: {
      // Something else in between (a captive portal) also answers 200.
      const stored = storedSchema.safeParse(parseOrUndefined(response.body))
      return stored.success
        ? { kind: 'stored', stored: stored.data }
        : { kind: 'later', reason: `${reason}, but not as a collector does` }
    }
    case 400:
    case 413:
    case 422:
      return { kind: 'refused', reason }
    case 401:
      return { kind: 'removed', reason }
    default: {
      const field = response.headers['retry-after']
      return {
        kind: 'later',
        reason,
        retryAfterMs: parseRetryAfterMs(typeof field === 'string' ? field : undefined, nowMs()),
      }
    }
  }
}
