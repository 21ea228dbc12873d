import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { z } from 'zod'
import { equalHashes, hashSecret, newSecret } from '../access/secrets/hash-secret.ts'
import type { Actor } from '../lib/context.ts'

/**
 * How a command on this machine reaches the running collector: a file only the collector's user can read holds its
 * address and a token that lives as long as the process. Commands then use the public API like anyone else. A backup
 * reads beside it where the data is, as the collector's own settings say.
 */
const fileSchema = z.object({
  url: z.string(),
  caFile: z.string(),
  token: z.string(),
  pid: z.int(),
  engine: z.enum(['sqlite', 'postgres']),
  masterKeyFile: z.string(),
})
type LocalAccess = z.infer<typeof fileSchema>

const fileOf = (dataDir: string) => join(dataDir, 'run', 'collector.json')

/** Makes the token and gives who it stands for: the operator of this machine, Administrator of every site there is. */
export function createLocalToken(allSiteIds: () => Promise<string[]>): {
  token: string
  isOperator(token: string): boolean
  authenticate(token: string): Promise<Actor | undefined>
} {
  const token = newSecret()
  const hash = hashSecret(token)
  const isOperator = (given: string) => equalHashes(hashSecret(given), hash)
  return {
    token,
    isOperator,
    authenticate: async (given) => {
      if (!isOperator(given)) return undefined
      const siteIds = await allSiteIds()
      return { kind: 'system', id: 'local', name: 'command line', capabilities: ['Administrator'], siteIds }
    },
  }
}

export async function writeLocalAccess(dataDir: string, access: LocalAccess): Promise<void> {
  await makeFolder(join(dataDir, 'run'))
  await writeFileWhole(fileOf(dataDir), JSON.stringify(access))
}

export async function removeLocalAccess(dataDir: string): Promise<void> {
  await removeFile(fileOf(dataDir))
}

/** Undefined when no collector runs on this data directory (or did not end by itself and left no file). */
export function readLocalAccess(dataDir: string): LocalAccess | undefined {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** The line for an operator who starts Rollcall where it runs already; `holder` is the process that has the lock. */
export function alreadyRuns(dataDir: string, holder: string): string {
  const running = readLocalAccess(dataDir)
  return running
    ? `Rollcall already runs on ${dataDir}, at ${running.url} (process ${running.pid})`
    : `Rollcall already runs on ${dataDir} (process ${holder})`
}
