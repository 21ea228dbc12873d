import { OperatorError } from '@rollcall/shared/errors.ts'
import { Spool, SpoolFullError, SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import {
  type AgentConfig,
  configPath,
  defaultStateDir,
  lockStateDir,
  prepareStateDir,
  readConfig,
  requireConfig,
  spoolPath,
  writeConfig,
} from './config.ts'
import type { Log } from './log.ts'
import { previousSnapshotIn } from './submit/previous-snapshot.ts'
import type { SubmitResult } from './submit/submit.ts'

/** Room for weeks of hourly snapshots of some 50 KB each. */
const spoolBytesMax = 128 * 1024 * 1024

type RunOptions = {
  stateDir?: string
  /** Current address of the collector, if it differs from the one of the join. */
  collectorUrl?: string
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
  { collectorUrl = config.collectorUrl, signal, log }: RunOptions,
): Promise<SubmitResult> {
  const spool = await Spool.open(spoolPath(stateDir), { bytesMax: spoolBytesMax })
  const { packSnapshot, takeSnapshot } = await import('./snapshot.ts')
  let diskFailure: SpoolUnavailableError | undefined
  try {
    await spool.append('snapshot', packSnapshot(await takeSnapshot({ agentId: config.agentId, signal })))
  } catch (error) {
    // Waiting snapshots are still sent. This one is lost; the next run creates another.
    if (!(error instanceof SpoolUnavailableError)) throw error
    if (error instanceof SpoolFullError) log.warn({}, error.message)
    else diskFailure = error
  }
  const [{ createClient }, { submitSpooled }] = await Promise.all([
    import('@rollcall/shared/node/pinned-client.ts'),
    import('./submit/submit.ts'),
  ])
  const client = createClient({ url: collectorUrl, caPem: config.caPem })
  const result = await submitSpooled({
    spool,
    client,
    token: config.token,
    previous: previousSnapshotIn(stateDir),
    log,
    signal,
  })
  if (result.removed) {
    throw new OperatorError(
      `this agent was deleted at the collector ${collectorUrl}: join it again with a new join token, or uninstall it`,
    )
  }
  if (result.problem)
    log.warn({ waiting: result.waiting }, `${result.waiting} snapshots are waiting on disk: ${result.problem}`)
  if (diskFailure) throw diskFailure
  return result
}

type JoinOptions = { url: string; token: string; stateDir?: string }

/** Joins a collector and stores its answer in the state directory. */
export async function join({ url, token, stateDir = defaultStateDir }: JoinOptions) {
  // A token works once: check first that its answer can be stored.
  await prepareStateDir(stateDir)
  const lock = await lockStateDir(stateDir)
  try {
    // A damaged configuration is replaced, as its error message asks.
    if (await readConfig(stateDir).catch(() => undefined)) {
      throw new OperatorError(
        `this agent has already joined (${configPath(stateDir)}): remove that file to join again as a new agent`,
      )
    }
    const [{ joinAgent }, { describeSelf }] = await Promise.all([import('./submit/join.ts'), import('./snapshot.ts')])
    const config = await joinAgent({ url, token, ...(await describeSelf()) })
    await writeConfig(stateDir, config)
    return { agentId: config.agentId, siteId: config.siteId, collectorUrl: config.collectorUrl, stateDir }
  } finally {
    lock.release()
  }
}

type AgentStatus =
  | { joined: false; stateDir: string }
  | {
      joined: true
      stateDir: string
      collectorUrl: string
      agentId: string
      siteId: string
      waiting: number
      spoolBytes: number
    }

/** Returns the stored state of this agent, without a network call. */
export async function status({ stateDir = defaultStateDir }: { stateDir?: string } = {}): Promise<AgentStatus> {
  const config = await readConfig(stateDir)
  if (!config) return { joined: false, stateDir }
  const spool = await Spool.open(spoolPath(stateDir), { bytesMax: spoolBytesMax })
  return {
    joined: true,
    stateDir,
    collectorUrl: config.collectorUrl,
    agentId: config.agentId,
    siteId: config.siteId,
    waiting: spool.entries().length,
    spoolBytes: spool.bytesUsed(),
  }
}
