import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { codeOf, messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { natsCaPemSchema } from '@rollcall/shared/messages/enrollment.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type FolderLock, lockFolder, lockHolder } from '@rollcall/shared/node/folder-lock.ts'
import { z } from 'zod'

/** The collector's addresses and this service's keys. Contains secrets: mode 600, never logged. */
const serviceFileSchema = z.object({
  auditServiceId: z.uuid(),
  siteId: z.uuid(),
  name: z.string(),
  /** The address that answered last, and the others of the collector. */
  collectorUrl: z.url(),
  otherUrls: z.array(z.url()).optional(),
  /** Proxy that the join used, with its password. */
  proxy: z.string().optional(),
  /** Hash of the join token, which recognizes the same token. */
  joinTokenHash: z.string().optional(),
  natsServers: z.array(z.string()).min(1),
  natsCaPem: natsCaPemSchema,
  userJwt: z.string(),
  caPem: z.string(),
  taskSigningKey: z.string(),
  collectorCurveKey: z.string(),
  userSeed: z.string(),
  curveSeed: z.string(),
})
export type ServiceFile = z.infer<typeof serviceFileSchema>

const lockOf = (stateDir: string) => ({ folder: stateDir, name: 'audit-service' })

/** Returns the process of the Audit Service that runs on this state directory, and undefined if none does. */
export const runningProcess = (stateDir: string): Promise<string | undefined> => lockHolder(lockOf(stateDir))

/** Longer than `runningProcess` holds the lock while it looks. */
const lookMsMax = 500

/** Locks the state directory for this process. */
export const lockStateDir = (stateDir: string): Promise<FolderLock> =>
  lockFolder({
    ...lockOf(stateDir),
    waitMs: lookMsMax,
    refusal: (holder) => `an Audit Service already runs on ${stateDir} (process ${holder}): stop it first`,
  })

const serviceFilePath = (stateDir: string): string => join(stateDir, 'service.json')

/** Returns undefined if this Audit Service has not joined a collector. */
export async function readServiceFile(stateDir: string): Promise<ServiceFile | undefined> {
  const path = serviceFilePath(stateDir)
  try {
    return serviceFileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    const reason = error instanceof z.ZodError ? 'its content is not that of a join' : messageOf(error)
    throw new OperatorError(`cannot use ${path} (${reason}): join again with a new token`)
  }
}

/** Changes fields of the service file, one change after the other. Resolves with false if nothing differs. */
export type ServiceFileUpdate = (change: Partial<ServiceFile>) => Promise<boolean>

export function serviceFileUpdate(stateDir: string): ServiceFileUpdate {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const updating = last
      .catch(() => undefined)
      .then(async () => {
        const file = await readServiceFile(stateDir)
        const changed = { ...file, ...change }
        if (!file || isDeepStrictEqual(file, changed)) return false
        await writeServiceFile(stateDir, { ...file, ...change })
        return true
      })
    last = updating
    return updating
  }
}

export async function writeServiceFile(stateDir: string, service: ServiceFile): Promise<void> {
  await writeFileWhole(serviceFilePath(stateDir), JSON.stringify(service, undefined, 2))
}
