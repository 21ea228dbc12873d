import { messageOf } from '@rollcall/shared/errors.ts'
import {
  addressesHeader,
  collectorUrlsSchema,
  previousSnapshotHeader,
} from '@rollcall/shared/messages/agent-protocol.ts'
import type { SettingsOfAgents } from '@rollcall/shared/messages/agent-settings.ts'
import { agentSettingsShape } from '@rollcall/shared/messages/agent-settings-shape.ts'
import { createBackoff, parseRetryAfterMs } from '@rollcall/shared/node/backoff.ts'
import { hashOfAddresses } from '@rollcall/shared/node/collector-client.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import type { HttpClient, HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import { reasonOf } from '@rollcall/shared/node/problem.ts'
import { type Spool, SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import type { DeliveredSnapshot } from './delivered-snapshot.ts'
import { acceptsDifferences, type Form, formsOf } from './forms.ts'

type SubmitOptions = {
  /** Entries of kind `snapshot`: gzip of an observation as JSON. */
  spool: Spool
  client: HttpClient
  /** Bearer token of this agent. */
  token: string
  /** The last snapshot that the collector stored for this state; two copies of a state have different ones. */
  previous?: PreviousSnapshot
  /** The snapshot that the next one is sent as a difference from. */
  delivered?: DeliveredSnapshot
  /** The collector reads differences. One of an older release does not say so. */
  acceptsDifferences?: boolean | undefined
  /** Hash of the collector's addresses that are stored: the collector lists them only if they differ. */
  addressesHash?: string | undefined
  log: Log
  signal?: AbortSignal | undefined
  random?: () => number
  sleep?: (waitMs: number, signal?: AbortSignal) => Promise<void>
  nowMs?: () => number
}

/** Stores the id of the last submitted snapshot. */
export type PreviousSnapshot = { read(): Promise<string | undefined>; write(snapshotId: string): Promise<void> }

/** With the settings of the site, from the last answer. */
export type SubmitResult = SettingsOfAgents & {
  /** Snapshots that the collector stored now or before. */
  sent: number
  /** Snapshots refused permanently: in the spool's `bad/` with the reason. */
  parked: number
  /** Snapshots still in the spool. */
  waiting: number
  /** Device id of this machine, if a snapshot was stored. */
  deviceId?: string
  /** Reason that snapshots are waiting. */
  problem?: string
  /** The collector has deleted this agent. */
  removed?: true
  /** Addresses of the collector, if it sent them. */
  collectorUrls?: string[] | undefined
  /** The collector said that it reads differences. */
  acceptsDifferences?: true
}

const attemptsMax = 4
/** A run must end: if the collector asks for a longer wait, the next run sends. */
const waitMsMax = 60_000
/**
 * Ids are null if the collector accepted the snapshot without storing it, because its Ignore List contains this
 * machine.
 */
const storedSchema = z.object({
  snapshotId: z.nullable(z.string()),
  deviceId: z.nullable(z.string()),
  /** Absent in older releases. */
  collectorUrls: z.optional(collectorUrlsSchema),
  ...agentSettingsShape,
})

/**
 * Sends all waiting snapshots, oldest first. An entry leaves the spool only if the collector has stored it (2xx with
 * the ids) or refused it permanently (400, 413, 422).
 */
export async function submitSpooled(options: SubmitOptions): Promise<SubmitResult> {
  const { spool, log, delivered } = options
  const known: Known = { acceptsDifferences: options.acceptsDifferences, addressesHash: options.addressesHash }
  const result: SubmitResult = { sent: 0, parked: 0, waiting: 0 }
  /** Sends one snapshot. Returns true if the next one can be sent. */
  const submit = async (id: string): Promise<boolean> => {
    const body = await spool.read(id)
    if (body === undefined) {
      log.warn({ entry: id }, 'a spooled snapshot was damaged on disk and was moved aside')
      result.parked += 1
      return true
    }
    const outcome = await sendWithRetries(body, known, options)
    if (outcome.kind === 'stored') {
      const { snapshotId } = outcome.stored
      try {
        if (snapshotId !== null) await options.previous?.write(snapshotId)
      } catch (error) {
        // It is sent again and recognized by its id. Without the record, the agent would look like a copy.
        result.problem = `delivered, but the delivery could not be recorded on disk: ${messageOf(error)}`
        return false
      }
      // An unchanged snapshot leaves the base as it is: the collector recognizes differences from it.
      if (snapshotId !== null && !outcome.form.isUnchanged) {
        await delivered?.write(snapshotId, body).catch((error: unknown) => {
          log.warn(
            {},
            `this snapshot was not stored, so the next one is sent as its difference from an earlier one: ${messageOf(error)}`,
          )
        })
      }
      await spool.remove(id)
      result.sent += 1
      const { deviceId, collectorUrls, intervalMinutes, jitterMinutes, leaveOut } = outcome.stored
      result.intervalMinutes = intervalMinutes
      result.jitterMinutes = jitterMinutes
      result.leaveOut = leaveOut
      if (deviceId !== null) result.deviceId = deviceId
      if (collectorUrls) {
        result.collectorUrls = collectorUrls
        known.addressesHash = hashOfAddresses(collectorUrls)
      }
      known.acceptsDifferences = outcome.acceptsDifferences
      if (outcome.acceptsDifferences) result.acceptsDifferences = true
      else delete result.acceptsDifferences
      log.info({ entry: id, snapshotId, deviceId }, 'snapshot delivered')
    } else if (outcome.kind === 'refused') {
      await spool.park(id, outcome.reason)
      result.parked += 1
      log.warn(
        { entry: id, reason: outcome.reason },
        'the collector refused this snapshot permanently; it was moved aside',
      )
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
      // The others are sent: perhaps the disk fails for this entry only.
      result.problem = error.message
    }
  }
  return { ...result, waiting: spool.entries().length }
}

/** Answers of the collector that the next request relies on. */
type Known = { acceptsDifferences: boolean | undefined; addressesHash: string | undefined }

type Outcome =
  | { kind: 'stored'; stored: z.infer<typeof storedSchema>; form: Form; acceptsDifferences: boolean }
  | { kind: 'refused' | 'removed' | 'later' | 'other form'; reason: string; retryAfterMs?: number | undefined }

async function sendWithRetries(body: Buffer, known: Known, options: SubmitOptions): Promise<Outcome> {
  const { random, sleep, signal, log } = options
  const backoff = createBackoff({ baseMs: 1_000, maxMs: 15_000, ...(random && { random }), ...(sleep && { sleep }) })
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendInForms(body, known, options)
    if (outcome.kind !== 'later' || attempt === attemptsMax || signal?.aborted) return outcome
    const atLeastMs = outcome.retryAfterMs ?? 0
    if (atLeastMs > waitMsMax) return outcome
    log.warn({ attempt, reason: outcome.reason }, 'the collector does not accept the snapshot yet')
    try {
      await backoff.wait(signal, atLeastMs)
    } catch {
      // Aborted: the entry stays in the spool.
      return outcome
    }
  }
}

/** Sends a snapshot in its smallest form that the collector can read. */
async function sendInForms(body: Buffer, known: Known, options: SubmitOptions): Promise<Outcome> {
  const base = known.acceptsDifferences ? await readOrWarn(options.delivered, options.log) : undefined
  const reasons: string[] = []
  for await (const form of formsOf(body, { acceptsDifferences: known.acceptsDifferences ?? false, base })) {
    const outcome = await send(form, known, options)
    if (outcome.kind !== 'other form') return outcome
    reasons.push(outcome.reason)
  }
  return { kind: 'later', reason: reasons.at(-1) ?? 'there is nothing to send' }
}

/** A file of the state that cannot be read must not keep a snapshot from being sent. */
async function readOrWarn<T>(file: { read(): Promise<T | undefined> } | undefined, log: Log): Promise<T | undefined> {
  try {
    return await file?.read()
  } catch (error) {
    log.warn({}, `continuing without a file of the state folder: ${messageOf(error)}`)
    return undefined
  }
}

async function send(form: Form, known: Known, options: SubmitOptions): Promise<Outcome> {
  const { client, token, previous, signal, log, nowMs = Date.now } = options
  const previousId = await readOrWarn(previous, log)
  let response: HttpResponse
  try {
    response = await client({
      method: 'POST',
      path: '/api/agent/snapshots',
      headers: {
        Authorization: `Bearer ${token}`,
        'User-Agent': `rollcall-agent/${productVersion}`,
        // Lets the collector check the clock of this machine, and so the times in a snapshot.
        Date: new Date(nowMs()).toUTCString(),
        'Content-Type': 'application/json',
        ...form.headers,
        ...(previousId === undefined ? {} : { [previousSnapshotHeader]: previousId }),
        ...(known.addressesHash === undefined ? {} : { [addressesHeader]: known.addressesHash }),
      },
      body: form.body,
      signal,
    })
  } catch (error) {
    return { kind: 'later', reason: `the collector cannot be reached: ${messageOf(error)}` }
  }
  const isRedirect = response.status >= 300 && response.status < 400
  const reason = `the collector answered ${reasonOf(response)}${isRedirect ? ', a redirect, which an agent does not follow' : ''}`
  switch (response.status) {
    case 200:
    case 201: {
      // Another server in between (a captive portal) also answers 200.
      const stored = storedSchema.safeParse(parseJson(response.body))
      return stored.success
        ? { kind: 'stored', stored: stored.data, form, acceptsDifferences: acceptsDifferences(response) }
        : { kind: 'later', reason: `${reason}, but the answer is not from a collector` }
    }
    case 400:
    case 413:
    case 422:
      return { kind: 'refused', reason }
    case 401:
      return { kind: 'removed', reason }
    case 415:
      return { kind: 'other form', reason }
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
