import { isDeepStrictEqual } from 'node:util'
import { counted } from '@rollcall/shared/counted.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import {
  addressesAfter,
  createCollectorClient,
  hashOfAddresses,
  urlsOf,
} from '@rollcall/shared/node/collector-client.ts'
import { type ProxyFor, withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { type AgentConfig, lockStateDir, requireConfig, writeConfig } from './config.ts'
import { isRunDue, recordRun } from './due.ts'
import type { Log } from './log.ts'
import { followInterval } from './service/often.ts'
import { dropExpired, isAnythingSpooled, openSpool } from './spool.ts'
import { defaultStateDir } from './state-dir.ts'
import { answerLimits } from './submit/answer-limits.ts'
import { deliveredSnapshotIn } from './submit/delivered-snapshot.ts'
import { isAccepted } from './submit/is-accepted.ts'
import { previousSnapshotIn } from './submit/previous-snapshot.ts'
import type { SubmitResult } from './submit/submit.ts'
import { tlsSessionsIn } from './submit/tls-sessions.ts'

type RunOptions = {
  stateDir?: string
  /** Current address of the collector, if it differs from the one of the join. */
  collectorUrl?: string
  /** Returns the proxy for calls to the collector, given the one of the join. */
  proxy?: ((ofJoin: string | undefined) => ProxyFor) | undefined
  signal?: AbortSignal | undefined
  /** The timer started this run: unless it is due, it only sends what waits. */
  ifDue?: boolean | undefined
  log: Log
}

/** `notDue`: the run did nothing. */
export type RunResult = SubmitResult & { notDue?: true }

/**
 * Runs the agent once: reads the inventory, stores the snapshot on disk, sends all waiting snapshots. Between runs the
 * agent uses no memory. Throws OperatorError if the agent has not joined, or was removed at the collector.
 */
export async function runOnce(options: RunOptions): Promise<RunResult> {
  const { stateDir = defaultStateDir } = options
  const config = await requireConfig(stateDir)
  const isDue = async () => !options.ifDue || isRunDue(stateDir, config)
  if (!(await isDue()) && !(await isAnythingSpooled(stateDir))) return { sent: 0, parked: 0, waiting: 0, notDue: true }
  const lock = await lockStateDir(stateDir)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), runTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
  try {
    // Another run may have ended meanwhile.
    return await runLocked(config, stateDir, { ...options, signal, isDue: await isDue() })
  } finally {
    clearTimeout(timer)
    lock.release()
  }
}

/** The service manager ends a run after 10 minutes. Before that, the agent ends it in order. */
const runTimeoutMs = 8 * 60_000

async function runLocked(
  config: AgentConfig,
  stateDir: string,
  { collectorUrl, proxy = () => withoutProxy, signal, ifDue, isDue, log }: RunOptions & { isDue: boolean },
): Promise<SubmitResult> {
  const urls = collectorUrl === undefined ? urlsOf(config) : [collectorUrl]
  const { caPem } = config
  const sessions = await tlsSessionsIn(stateDir, caPem)
  const client = createCollectorClient({
    urls: () => urls,
    caPem,
    proxyFor: proxy(config.proxy),
    sessions,
    limits: answerLimits,
  })
  if (config.deletedAt !== undefined && !(await isAccepted(client, config.token).catch(() => false)))
    throw deletedError(client.answeredBy())
  const spool = await openSpool(stateDir)
  let failure: { error: unknown } | undefined
  let dropped = 0
  if (isDue) {
    try {
      await recordRun(stateDir)
      const { storeNewSnapshot } = await import('./snapshot.ts')
      dropped += await storeNewSnapshot(spool, config, { stateDir, signal })
    } catch (error) {
      // Waiting snapshots are still sent. This one is lost; the next run creates another.
      failure = { error }
    }
  }
  const { submitSpooled } = await import('./submit/submit.ts')
  const { collectorUrls, acceptsDifferences, intervalMinutes, jitterMinutes, leaveOut, ...submitted } =
    await submitSpooled({
      spool,
      client,
      token: config.token,
      previous: previousSnapshotIn(stateDir),
      delivered: deliveredSnapshotIn(stateDir),
      acceptsDifferences: config.acceptsDifferences,
      addressesHash: config.addressesHash,
      log,
      signal,
    })
  await sessions.save(log)
  if (submitted.waiting > 0) dropped += await dropExpired(spool)
  const result = { ...submitted, waiting: spool.entries().length }
  if (dropped > 0) {
    const what = counted(dropped, 'oldest snapshot was', 'oldest snapshots were')
    log.warn({ dropped }, `the ${what} dropped unsent: the spool has room for 30 days and 128 MiB`)
  }
  const { deletedAt, acceptsDifferences: _, intervalMinutes: __, jitterMinutes: ___, leaveOut: ____, ...known } = config
  if (result.removed) {
    await writeConfig(stateDir, { ...known, deletedAt: deletedAt ?? new Date().toISOString() })
    throw deletedError(client.answeredBy())
  }
  const listed = collectorUrls && { addressesHash: hashOfAddresses(collectorUrls) }
  const addresses =
    collectorUrl === undefined
      ? { ...addressesAfter(client.answeredBy(), collectorUrls ?? urlsOf(config)), ...listed }
      : {}
  const answered =
    result.sent > 0
      ? { ...known, ...addresses, ...optional({ acceptsDifferences, intervalMinutes, jitterMinutes, leaveOut }) }
      : config
  const current = dropped > 0 ? { ...answered, dropped: (config.dropped ?? 0) + dropped } : answered
  if (!isDeepStrictEqual(current, config)) await writeConfig(stateDir, current)
  if (ifDue) await followInterval(stateDir, current, log)
  if (result.problem)
    log.warn(
      { waiting: result.waiting },
      `${counted(result.waiting, 'snapshot is', 'snapshots are')} waiting on disk: ${result.problem}`,
    )
  if (failure) throw failure.error
  return result
}

/** A deleted agent stores no more snapshots: nobody would take them, and they would fill the disk. */
const deletedError = (collectorUrl: string): OperatorError =>
  new OperatorError(
    `this agent was deleted at the collector ${collectorUrl} and sends nothing: join it again with "rollcall agent join --url URL --token TOKEN", or uninstall it`,
  )
