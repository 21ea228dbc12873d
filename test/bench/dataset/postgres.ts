import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { chooseRunner, findBinaries, initialise, startOnFreePort } from '../../harness/postgres.ts'
import { cacheDir, type Dataset, nameOf } from './cache.ts'
import { bringUpToDate, type DatasetSize, generate } from './generate.ts'

type BenchPostgres = { url: string; pid: number; stop(): Promise<void> }

/** A quarter of the memory of a small database server, as PostgreSQL's documentation advises. */
export const sharedBuffers = '512MB'

/** A server that keeps its databases between runs. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const folder = join(cacheDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The server may run as another user, who has to come through.
  await chmod(cacheDir, 0o711)
  const [binaries, runner] = [await findBinaries(), await chooseRunner()]
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(folder, runner.uid, runner.gid)
  const isNew = !existsSync(join(folder, 'data'))
  const password = isNew ? randomBytes(12).toString('hex') : await readFile(join(folder, 'password'), 'utf8')
  if (isNew) await initialise(binaries, runner, folder, password)
  const { port, stop } = await startOnFreePort(binaries, runner, folder, { shared_buffers: sharedBuffers })
  const [pid] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  return { url: `postgresql://rollcall:${password}@127.0.0.1:${port}/postgres`, pid: Number(pid), stop }
}

/**
 * A copy of the dataset of this size on the server, for one run. The dataset is generated unless an earlier run has
 * left it.
 */
export async function postgresDataset({ url }: BenchPostgres, size: DatasetSize): Promise<Dataset & AsyncDisposable> {
  const name = await nameOf(size)
  const dataDir = join(cacheDir, `${name}-postgres`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const startedAt = performance.now()
  const isMade = await withClient(url, (client) => ensureDataset(client, url, { name, dataDir, size }))
  const seconds = isMade ? (performance.now() - startedAt) / 1000 : undefined
  const databaseUrl = databaseAt(url, `run_${name}`)
  await withClient(url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS "run_${name}"`)
    await client.query(`CREATE DATABASE "run_${name}" TEMPLATE "dataset_${name}" STRATEGY file_copy`)
  })
  const megabytes = await withClient(databaseUrl, async (client) => {
    // Autovacuum does this within the first minutes.
    await client.query('VACUUM ANALYZE')
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
    return Number(rows[0]?.bytes) / 2 ** 20
  })
  const remove = () => withClient(url, (client) => client.query(`DROP DATABASE "run_${name}" WITH (FORCE)`))
  return {
    ...{ ...size, dataDir, databaseUrl, megabytes, seconds },
    async [Symbol.asyncDispose]() {
      await remove()
    },
  }
}

type Wanted = { name: string; dataDir: string; size: DatasetSize }

/** Returns true if the dataset had to be generated. */
async function ensureDataset(client: Client, url: string, { name, dataDir, size }: Wanted): Promise<boolean> {
  const [made, unfinished] = [`dataset_${name}`, `unfinished_${name}`]
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [made])
  if (rowCount === 0) {
    await client.query(`DROP DATABASE IF EXISTS "${unfinished}"`)
    await client.query(`CREATE DATABASE "${unfinished}"`)
    await generate(dataDir, size, { engine: 'postgres', url: databaseAt(url, unfinished) })
    await client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${made}"`)
  }
  await bringUpToDate(dataDir, { engine: 'postgres', url: databaseAt(url, made) })
  return rowCount === 0
}

async function withClient<R>(connectionString: string, work: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const databaseAt = (url: string, database: string): string => Object.assign(new URL(url), { pathname: database }).href
