import { cp, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { z } from 'zod'
import { commandOf } from '../../../cli/src/project.ts'
import { connectApi, fetchToken } from '../../harness/api-client.ts'
import { freePort } from '../../harness/ports.ts'
import { type RunningProcess, startProcess } from '../../harness/processes.ts'
import { runCli } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'

export type BenchedCollector = AsyncDisposable & {
  url: string
  caPem: string
  /** Token of an Administrator's App registration. */
  token: string
  siteId: string
  dataDir: string
  process: RunningProcess
  cli(...args: string[]): Promise<unknown>
}

const readySchema = z.object({ url: z.url(), caFile: z.string(), siteId: z.uuid() })

/**
 * The real collector on a copy of a dataset, so that what a run writes is not in the next one's way. The database of
 * PostgreSQL is a copy already.
 */
export async function startCollector(
  dataset: string,
  databaseUrl?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchedCollector> {
  const folder = await tmpFolder('rollcall-bench-')
  const dataDir = join(folder.path, 'data')
  try {
    await cp(dataset, dataDir, { recursive: true, mode: 2 })
    if (databaseUrl === undefined) await syncCopy(dataDir)
    return await start(dataDir, folder, { ...env, ...(databaseUrl && { ROLLCALL_DATABASE_URL: databaseUrl }) })
  } catch (error) {
    await folder.remove()
    throw error
  }
}

/** Writes the copy to disk. The system would do it during the first minutes that are measured. */
async function syncCopy(dataDir: string): Promise<void> {
  const copied = await open(join(dataDir, 'rollcall.db'))
  await copied.sync()
  await copied.close()
}

async function start(dataDir: string, folder: TmpFolder, env: NodeJS.ProcessEnv): Promise<BenchedCollector> {
  const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const running = await startProcess({
    ...commandOf(['collector', 'run', '--data-dir', dataDir, ...ports, '--json']),
    env: { ROLLCALL_LOG_LEVEL: 'warn', ...env },
    ready: /"natsUrl"/,
    // A dataset of an earlier release is brought to the current schema first.
    readyTimeoutMs: 1_800_000,
  })
  const ready = readySchema.parse(JSON.parse(running.stdout()))
  const cli = async (...args: string[]) => {
    const result = await runCli([...args, '--json', '--data-dir', dataDir], { env })
    if (result.code !== 0) throw new Error(`rollcall ${args.join(' ')} failed: ${result.stderr}`)
    return result.json()
  }
  const registration = await cli('app-registration', 'create', '--name', 'bench', '--capability', 'Administrator')
  const { call } = await connectApi(ready)
  return {
    ...ready,
    caPem: await readFile(ready.caFile, 'utf8'),
    token: await fetchToken(call, createdAppRegistrationSchema.parse(registration)),
    dataDir,
    process: running,
    cli,
    [Symbol.asyncDispose]: async () => {
      await running.stop('SIGTERM', 40_000)
      await folder.remove()
    },
  }
}
