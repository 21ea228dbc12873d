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

/** Weeks of hourly snapshots: one is some 50 KB. */
const spoolBytesMax = 128 * 1024 * 1024

type RunOptions = {
  stateDir?: string
  /** Where the collector is now, when that is known better than at the join. */
  collectorUrl?: string
  signal?: AbortSignal | undefined
  log: Log
}

/**
 * One run of the agent: look at this machine, keep the snapshot on disk, send all that waits there, end. Between runs
 * the agent uses no memory. Throws OperatorError when it has not joined, or was removed at the collector.
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
    // Waiting snapshots are still sent. This one is lost; the next run takes another.
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
      `the collector at ${collectorUrl} no longer knows this agent: join it again with a new join token, or uninstall it`,
    )
  }
  if (result.problem)
    log.warn({ waiting: result.waiting }, `${result.waiting} snapshots wait on disk: ${result.problem}`)
  if (diskFailure) throw diskFailure
  return result
}

type JoinOptions = { url: string; token: string; stateDir?: string }

/** Joins a collector and keeps what it answered in the state directory. */
export async function join({ url, token, stateDir = defaultStateDir }: JoinOptions) {
  // A token can be spent once: find out before that whether its answer can be kept.
  await prepareStateDir(stateDir)
  const lock = await lockStateDir(stateDir)
  try {
    // One that is damaged is replaced: that is what its error asks for.
    if (await readConfig(stateDir).catch(() => undefined)) {
      throw new OperatorError(
        `this agent has joined already (${configPath(stateDir)}): remove that file to join it anew, as another agent`,
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

/** What is on file about this agent; asks nobody. */
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
