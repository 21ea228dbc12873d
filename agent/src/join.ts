import { createHash } from 'node:crypto'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { addressesAfter, collectorOrigin } from '@rollcall/shared/node/collector-client.ts'
import { removeFile, removeFolder } from '@rollcall/shared/node/durable-files.ts'
import { createClient } from '@rollcall/shared/node/pinned-client.ts'
import { type ProxyFor, withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { optional } from '@rollcall/shared/optional.ts'
import {
  type AgentConfig,
  configPath,
  lockStateDir,
  prepareStateDir,
  readConfig,
  spoolPath,
  writeConfig,
} from './config.ts'
import { lastRunPath } from './due.ts'
import { openSpool } from './spool.ts'
import { defaultStateDir } from './state-dir.ts'
import { answerLimits } from './submit/answer-limits.ts'
import { deliveredSnapshotPath } from './submit/delivered-snapshot.ts'
import { isAccepted } from './submit/is-accepted.ts'
import { previousSnapshotPath } from './submit/previous-snapshot.ts'
import { tlsSessionsPath } from './submit/tls-sessions.ts'

/** Time to wait for a run that is in progress, such as the timer's. */
const otherRunMsMax = 60_000

type JoinOptions = {
  url: string
  /** Absent to give an agent that has joined another address of its collector. */
  token?: string | undefined
  stateDir?: string
  proxyFor?: ProxyFor
}

type Joined = {
  agentId: string
  siteId: string
  collectorUrl: string
  stateDir: string
  /** True if the agent kept the identity of an earlier join. */
  isKept: boolean
  /** Snapshots of an earlier identity that were waiting and cannot be sent any more. */
  discarded: number
}

/**
 * Joins a collector and stores its answer in the state directory. An agent that has joined before keeps its identity if
 * the token is the one of that join, or if there is none, and the collector still has the agent. Otherwise it joins as a
 * new agent.
 */
export async function join({
  url,
  token,
  stateDir = defaultStateDir,
  proxyFor = withoutProxy,
}: JoinOptions): Promise<Joined> {
  // A token works once: check first that its answer can be stored.
  await prepareStateDir(stateDir)
  const lock = await lockStateDir(stateDir, { waitMs: otherRunMsMax })
  try {
    // A damaged configuration is replaced, as its error message asks.
    const former = token === undefined ? await readConfig(stateDir) : await readConfig(stateDir).catch(() => undefined)
    const config = (await keepIdentity(former, { url, token, proxyFor })) ?? (await joinAnew({ url, token, proxyFor }))
    const isKept = config.agentId === former?.agentId
    await writeConfig(stateDir, config)
    // The next run of the timer shows that the join worked.
    await removeFile(lastRunPath(stateDir))
    const discarded = former && !isKept ? await discardState(stateDir) : 0
    return {
      agentId: config.agentId,
      siteId: config.siteId,
      collectorUrl: config.collectorUrl,
      stateDir,
      isKept,
      discarded,
    }
  } finally {
    lock.release()
  }
}

type Attempt = { url: string; token: string | undefined; proxyFor: ProxyFor }

/** Returns the present configuration with the new address; undefined if the agent must join. */
async function keepIdentity(
  former: AgentConfig | undefined,
  { url, token, proxyFor }: Attempt,
): Promise<AgentConfig | undefined> {
  if (!former) return undefined
  const hash = token === undefined ? undefined : hashOf(token)
  if (hash !== undefined && former.joinTokenHash !== undefined && hash !== former.joinTokenHash) return undefined
  const collectorUrl = collectorOrigin(url)
  const { deletedAt: _, proxy: __, addressesHash: ___, ...known } = former
  const client = createClient({ url: collectorUrl, caPem: former.caPem, proxyFor, limits: answerLimits })
  try {
    if (!(await isAccepted(client, former.token))) return undefined
  } catch (error) {
    if (token !== undefined) return undefined
    throw new OperatorError(
      `cannot use ${collectorUrl} for this agent: ${messageOf(error)}. If another collector is there, join it with a token of its own (--token)`,
    )
  }
  return {
    ...known,
    ...addressesAfter(collectorUrl, former.otherUrls ?? []),
    ...optional({ joinTokenHash: former.joinTokenHash ?? hash, proxy: proxyFor(new URL(collectorUrl))?.href }),
  }
}

async function joinAnew({ url, token, proxyFor }: Attempt): Promise<AgentConfig> {
  if (token === undefined) {
    throw new OperatorError(
      `the collector at ${collectorOrigin(url)} does not have this agent: create a token there with "rollcall join-token create --for agent" and give it with --token`,
    )
  }
  const [{ joinAgent }, { describeSelf }] = await Promise.all([
    import('./submit/exchange-token.ts'),
    import('./snapshot.ts'),
  ])
  const { collectorUrls = [], ...joined } = await joinAgent({ url, token, proxyFor, ...(await describeSelf()) })
  return {
    ...joined,
    ...addressesAfter(joined.collectorUrl, collectorUrls),
    ...optional({ proxy: proxyFor(new URL(joined.collectorUrl))?.href }),
    joinTokenHash: hashOf(token),
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token.trim()).digest('base64')

/** Removes the state of an earlier identity. Its snapshots name the old agent: the collector would refuse them. */
async function discardState(stateDir: string): Promise<number> {
  const waiting = (await openSpool(stateDir)).entries().length
  await removeFolder(spoolPath(stateDir))
  await removeFile(previousSnapshotPath(stateDir))
  await removeFile(deliveredSnapshotPath(stateDir))
  await removeFile(tlsSessionsPath(stateDir))
  return waiting
}

/** Explains what an agent without a join needs. */
export const notJoined = (stateDir: string): OperatorError =>
  new OperatorError(
    `this agent has not joined a collector (no ${configPath(stateDir)}): create a token with "rollcall join-token create --for agent" on the collector, and give --url and --token`,
  )
