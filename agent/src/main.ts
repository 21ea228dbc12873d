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
import { SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { type AgentConfig, cachePath, lockStateDir, readConfig, requireConfig, writeConfig } from './config.ts'
import type { Log } from './log.ts'
import { dropExpired, openSpool, storeSnapshot } from './spool.ts'
import { defaultStateDir } from './state-dir.ts'
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
  log: Log
}

/**
 * Runs the agent once: reads the inventory, stores the snapshot on disk, sends all waiting snapshots. Between runs the
 * agent uses no memory. Throws OperatorError if the agent has not joined, or was removed at the collector.
 */
export async function runOnce(options: RunOptions): Promise<SubmitResult> {
  const { stateDir = defaultStateDir } = options
  const config = await requireConfig(stateDir)
  const lock = await lockStateDir(stateDir)
  try {
    return await runLocked(config, stateDir, options)
  } finally {
    lock.release()
  }
}

async function runLocked(
  config: AgentConfig,
  stateDir: string,
  { collectorUrl, proxy = () => withoutProxy, signal, log }: RunOptions,
): Promise<SubmitResult> {
  const urls = collectorUrl === undefined ? urlsOf(config) : [collectorUrl]
  const { caPem } = config
  const sessions = await tlsSessionsIn(stateDir, caPem)
  const client = createCollectorClient({ urls: () => urls, caPem, proxyFor: proxy(config.proxy), sessions })
  if (config.deletedAt !== undefined && !(await isAccepted(client, config.token).catch(() => false)))
    throw deletedError(client.answeredBy())
  const spool = await openSpool(stateDir)
  const { packSnapshot, takeSnapshot } = await import('./snapshot.ts')
  let diskFailure: SpoolUnavailableError | undefined
  let dropped = 0
  try {
    dropped += await storeSnapshot(
      spool,
      packSnapshot(await takeSnapshot({ agentId: config.agentId, signal, cacheFolder: cachePath(stateDir) })),
    )
  } catch (error) {
    // Waiting snapshots are still sent. This one is lost; the next run creates another.
    if (!(error instanceof SpoolUnavailableError)) throw error
    diskFailure = error
  }
  const { submitSpooled } = await import('./submit/submit.ts')
  const { collectorUrls, acceptsDifferences, ...submitted } = await submitSpooled({
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
  const { deletedAt, acceptsDifferences: _, ...known } = config
  if (result.removed) {
    await writeConfig(stateDir, { ...known, deletedAt: deletedAt ?? new Date().toISOString() })
    throw deletedError(client.answeredBy())
  }
  const listed = collectorUrls && { addressesHash: hashOfAddresses(collectorUrls) }
  const addresses =
    collectorUrl === undefined
      ? { ...addressesAfter(client.answeredBy(), collectorUrls ?? urlsOf(config)), ...listed }
      : {}
  const answered = result.sent > 0 ? { ...known, ...addresses, ...optional({ acceptsDifferences }) } : config
  const current = dropped > 0 ? { ...answered, dropped: (config.dropped ?? 0) + dropped } : answered
  if (!isDeepStrictEqual(current, config)) await writeConfig(stateDir, current)
  if (result.problem)
    log.warn(
      { waiting: result.waiting },
      `${counted(result.waiting, 'snapshot is', 'snapshots are')} waiting on disk: ${result.problem}`,
    )
  if (diskFailure) throw diskFailure
  return result
}

/** A deleted agent stores no more snapshots: nobody would take them, and they would fill the disk. */
const deletedError = (collectorUrl: string): OperatorError =>
  new OperatorError(
    `this agent was deleted at the collector ${collectorUrl} and sends nothing: join it again with "rollcall agent join --url URL --token TOKEN", or uninstall it`,
  )

type AgentStatus =
  | { joined: false; stateDir: string }
  | {
      joined: true
      stateDir: string
      collectorUrl: string
      /** Further addresses of the collector. */
      otherUrls: string[]
      agentId: string
      siteId: string
      waiting: number
      spoolBytes: number
      /** Snapshots since the join that were dropped unsent. */
      dropped: number
      /** Time since which the collector refuses this agent. */
      deletedAt?: string
    }

/** Returns the stored state of this agent, without a network call. */
export async function status({ stateDir = defaultStateDir }: { stateDir?: string } = {}): Promise<AgentStatus> {
  const config = await readConfig(stateDir)
  if (!config) return { joined: false, stateDir }
  const spool = await openSpool(stateDir)
  return {
    joined: true,
    stateDir,
    collectorUrl: config.collectorUrl,
    otherUrls: config.otherUrls ?? [],
    agentId: config.agentId,
    siteId: config.siteId,
    waiting: spool.entries().length,
    spoolBytes: spool.bytesUsed(),
    dropped: config.dropped ?? 0,
    ...optional({ deletedAt: config.deletedAt }),
  }
}
