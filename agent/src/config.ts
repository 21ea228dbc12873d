import { access, constants, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type FolderLock, lockFolder } from '@rollcall/shared/node/folder-lock.ts'
import { z } from 'zod'
import { defaultStateDir } from './state-dir.ts'

export const configPath = (stateDir: string): string => join(stateDir, 'agent.json')
/** Folder of texts that are expensive to compute. It may be deleted at any time. */
export const cachePath = (stateDir: string): string => join(stateDir, 'cache')
export const spoolPath = (stateDir: string): string => join(stateDir, 'spool')

/** State from the join. `token` is a secret: only the file's owner may read the file. */
const agentConfigSchema = z.object({
  /** The address that answered last, and the others of the collector. */
  collectorUrl: z.url({ protocol: /^https$/ }),
  otherUrls: z.array(z.url({ protocol: /^https$/ })).optional(),
  /** Hash of the addresses as the collector listed them. */
  addressesHash: z.string().optional(),
  /** The collector reads snapshots that are sent as differences. */
  acceptsDifferences: z.boolean().optional(),
  /** Snapshots that were dropped unsent, because the spool keeps only some. */
  dropped: z.int().nonnegative().optional(),
  /** Proxy that the join used, with its password. */
  proxy: z.string().optional(),
  /** The CA that signs the collector's certificate. */
  caPem: z.string(),
  agentId: z.uuid(),
  token: z.string().min(1),
  siteId: z.uuid(),
  /** Hash of the join token, which recognizes the same token. */
  joinTokenHash: z.string().optional(),
  /** Time since which the collector refuses this agent: it was deleted there. */
  deletedAt: z.string().optional(),
})
export type AgentConfig = z.infer<typeof agentConfigSchema>

/** Reads the agent's configuration; undefined before the join. */
export async function readConfig(stateDir: string): Promise<AgentConfig | undefined> {
  const path = configPath(stateDir)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new OperatorError(`cannot read the agent's configuration ${path}: ${messageOf(error)}`)
  }
  try {
    return agentConfigSchema.parse(JSON.parse(text))
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : 'not JSON'
    throw new OperatorError(`the agent's configuration ${path} is damaged (${problem}): join this agent again`)
  }
}

/** Time to wait for another run that is in progress, such as the timer's. */
const otherRunMsMax = 60_000

/** Locks the state directory for this process. */
export const lockStateDir = (stateDir: string): Promise<FolderLock> =>
  lockFolder({
    folder: stateDir,
    name: 'agent',
    waitMs: otherRunMsMax,
    refusal: (holder) =>
      `another run of this agent uses ${stateDir} (process ${holder}): wait for it to end, or stop it`,
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
    await makeFolder(stateDir)
    await access(stateDir, constants.W_OK | constants.X_OK)
  } catch (error) {
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
