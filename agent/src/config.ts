import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { agentSettingsShape } from '@rollcall/shared/messages/agent-settings-shape.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type FolderLock, lockFolder } from '@rollcall/shared/node/folder-lock.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { readIfPresent } from '@rollcall/shared/node/read-if-present.ts'
import * as z from 'zod/mini'
import { assertOwnState } from './own-state.ts'
import { defaultStateDir } from './state-dir.ts'

export const configPath = (stateDir: string): string => join(stateDir, 'agent.json')
/** File of a join that the first run does; see `stored-join.ts`. */
export const storedJoinPath = (stateDir: string): string => join(stateDir, 'join.json')
/** Folder of texts that are expensive to compute. It may be deleted at any time. */
export const cachePath = (stateDir: string): string => join(stateDir, 'cache')
/** Is there while the timer is to start a run every five minutes. */
export const oftenPath = (stateDir: string): string => join(stateDir, 'often')
export const spoolPath = (stateDir: string): string => join(stateDir, 'spool')

/** State from the join. `token` is a secret: only the file's owner may read the file. */
const agentConfigSchema = z.object({
  /** The address that answered last, and the others of the collector. */
  collectorUrl: z.url({ protocol: /^https$/ }),
  otherUrls: z.optional(z.array(z.url({ protocol: /^https$/ }))),
  /** Hash of the addresses as the collector listed them. */
  addressesHash: z.optional(z.string()),
  /** The collector reads snapshots that are sent as differences. */
  acceptsDifferences: z.optional(z.boolean()),
  /** Snapshots that were dropped unsent, because the spool keeps only some. */
  dropped: z.optional(z.int().check(z.nonnegative())),
  /** Settings of the site, as the collector answered them last. */
  ...agentSettingsShape,
  /** Proxy that the join used, with its password. */
  proxy: z.optional(z.string()),
  /** The CA that signs the collector's certificate. */
  caPem: z.string(),
  agentId: z.uuid(),
  token: z.string().check(z.minLength(1)),
  siteId: z.uuid(),
  /** Hash of the join token, which recognizes the same token. */
  joinTokenHash: z.optional(z.string()),
  /** Time since which the collector refuses this agent: it was deleted there. */
  deletedAt: z.optional(z.string()),
})
export type AgentConfig = z.infer<typeof agentConfigSchema>

/** Reads the agent's configuration; undefined before the join. */
export async function readConfig(stateDir: string): Promise<AgentConfig | undefined> {
  const path = configPath(stateDir)
  await assertOwnState(stateDir)
  const bytes = await readIfPresent(path, "the agent's configuration")
  if (bytes === undefined) return undefined
  const json = parseJson(bytes)
  const { data, error } = agentConfigSchema.safeParse(json)
  if (!error) return data
  const problem = json === undefined ? 'not JSON' : z.prettifyError(error).replaceAll('\n', ' ')
  throw new OperatorError(`the agent's configuration ${path} is damaged (${problem}): join this agent again`)
}

/** Exit code of a run that ends because another one is in progress: EX_TEMPFAIL of sysexits.h. */
export const otherRunExitCode = 75

/** Locks the state directory for this process. `waitMs` is the time to wait for a run that is in progress. */
export const lockStateDir = (stateDir: string, { waitMs = 0 } = {}): Promise<FolderLock> =>
  lockFolder({
    folder: stateDir,
    name: 'agent',
    waitMs,
    refusal: (holder) =>
      `another run of this agent uses ${stateDir} (process ${holder}): wait for it to end, or stop it`,
    refusedExitCode: otherRunExitCode,
  })

/**
 * Creates the state directory, readable by its owner only, and checks that it is writable. Windows has no modes: there
 * the default folder gets an access list, and another folder has that of the folder above it.
 */
export async function prepareStateDir(stateDir: string): Promise<void> {
  try {
    if (process.platform === 'win32' && stateDir === defaultStateDir) {
      const { makeProtectedFolder } = await import('./platform/windows/protected-folder.ts')
      await makeProtectedFolder(dirname(stateDir))
      await makeProtectedFolder(stateDir)
    }
    await assertOwnState(stateDir)
    await makeFolder(stateDir)
    await access(stateDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`cannot write to the state directory ${stateDir}: ${messageOf(error)}`)
  }
}

export async function requireConfig(stateDir: string): Promise<AgentConfig> {
  const config = await readConfig(stateDir)
  if (config) return config
  throw new OperatorError(
    `this agent has not joined a collector (no ${configPath(stateDir)}): run "rollcall agent join --url URL --token TOKEN"`,
  )
}

/** Writes the configuration atomically: a crash leaves the old one or the new one. */
export async function writeConfig(stateDir: string, config: AgentConfig): Promise<void> {
  const path = configPath(stateDir)
  try {
    await writeFileWhole(path, `${JSON.stringify(config, null, 2)}\n`)
  } catch (error) {
    throw new OperatorError(`cannot write the agent's configuration ${path}: ${messageOf(error)}`)
  }
}
