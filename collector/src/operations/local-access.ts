import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { z } from 'zod'
import { equalHashes, hashSecret, newSecret } from '../access/secrets/hash-secret.ts'
import type { Actor } from '../lib/context.ts'
import { commandLineId } from '../lib/context.ts'

/**
 * Gives commands on this machine access to the running collector. A file that only the collector's user can read holds
 * its address and a token that is valid as long as the process. Commands then use the public API. A backup also reads
 * the location of the data from it, as set for the collector.
 */
const listenSettings = ['ROLLCALL_PORT', 'ROLLCALL_NATS_PORT', 'ROLLCALL_METRICS_LISTEN'] as const
/** Setting of a port on which the collector listens. */
export type ListenSetting = (typeof listenSettings)[number]

const fileSchema = z.object({
  url: z.string(),
  caFile: z.string(),
  /** Name that the certificate must have; absent if it is the one in the URL. */
  serverName: z.string().optional(),
  token: z.string(),
  pid: z.int(),
  /** Unknown of a collector that an older release started. */
  version: z.string().default('unknown'),
  engine: z.enum(['sqlite', 'postgres']),
  masterKeyFile: z.string(),
  /** Ports on which it listens, by setting. */
  ports: z.partialRecord(z.enum(listenSettings), z.int().optional()).default({}),
})
type LocalAccess = z.infer<typeof fileSchema>

const fileOf = (dataDir: string) => join(dataDir, 'run', 'collector.json')

/** Creates the token. Its actor is the operator of this machine, an Administrator of every site. */
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
      return { kind: 'system', id: commandLineId, name: 'command line', capabilities: ['Administrator'], siteIds }
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

/**
 * Reads the file of the running collector. Undefined if no collector runs on this data directory, or a killed one left
 * no file.
 */
export function readLocalAccess(dataDir: string): LocalAccess | undefined {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Returns the message for an operator who starts Rollcall twice; `holder` is the process with the lock. */
export function alreadyRuns(dataDir: string, holder: string): string {
  const running = readLocalAccess(dataDir)
  return running
    ? `Rollcall already runs on ${dataDir}, at ${running.url} (process ${running.pid}): stop it first`
    : `Rollcall already runs on ${dataDir} (process ${holder}): stop it first`
}
