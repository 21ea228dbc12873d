import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { Client } from 'pg'
import { freePort } from './ports.ts'
import { tmpFolder } from './tmp.ts'

export const run = promisify(execFile)

export type PostgresServer = {
  /** URL of the superuser and the database `postgres`. */
  url: string
  /**
   * The URL of what is as good as a new empty database: a schema of its own, the only one its connections see. A real
   * one would take a quarter of a second.
   */
  createDatabase(): Promise<string>
  /** Stops the server, as for maintenance, until `resume`. */
  pause(): Promise<void>
  /** Starts it again on the same port, with all its data. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: then it is run as this user. */
export type Runner = { uid: number; gid: number } | Record<string, never>

const startMsMax = 30_000
const startAttemptsMax = 5

/**
 * A PostgreSQL server of its own in a temporary directory, without fsync. Its default collation is a linguistic one
 * (ICU), so that a test notices a query that leaves the order of text to the database.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = await findBinaries()
  const runner = await chooseRunner()
  const { path: folder, remove } = await tmpFolder('rollcall-postgres-')
  const password = randomBytes(12).toString('hex')
  try {
    await initialise(binaries, runner, folder, password)
    const { port, stop } = await startOnFreePort(binaries, runner, folder)
    let end = stop
    const url = `postgresql://rollcall:${password}@127.0.0.1:${port}/postgres`
    let databases = 0
    return {
      url,
      async createDatabase() {
        databases += 1
        const schema = `test_${databases}`
        const client = new Client({ connectionString: url })
        await client.connect()
        await client.query(`CREATE SCHEMA ${schema}`)
        await client.end()
        return urlOfSchema(url, schema)
      },
      pause: () => end(),
      async resume() {
        end = await start(binaries, runner, folder, port)
      },
      async stop() {
        await end()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A database whose connections see nothing but one of its schemas. */
export const urlOfSchema = (url: string, schema: string): string =>
  `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`

/** Debian keeps the server's programs off PATH, one folder a version: the newest is taken. */
export async function findBinaries(): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const [newest] = versions.sort((a, b) => Number(b) - Number(a))
  if (newest !== undefined && findProgram('initdb', join(debian, newest, 'bin'))) return join(debian, newest, 'bin')
  const onPath = findProgram('initdb')
  if (onPath) return join(onPath, '..')
  throw new Error('PostgreSQL is not installed, these tests need it: apt-get install postgresql')
}

export async function chooseRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return {}
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === 'postgres') return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('these tests run as root and need the user "postgres": apt-get install postgresql')
}

export async function initialise(binaries: string, runner: Runner, folder: string, password: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (runner.uid !== undefined) {
    await chown(folder, runner.uid, runner.gid)
    await chown(passwordFile, runner.uid, runner.gid)
  }
  const options = [
    ['--pgdata', join(folder, 'data')],
    ['--username', 'rollcall'],
    ['--pwfile', passwordFile],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'icu'],
    ['--icu-locale', 'en'],
  ].flat()
  await run(join(binaries, 'initdb'), [...options, '--no-sync', '--no-instructions'], { ...runner, cwd: folder })
}

export async function startOnFreePort(
  binaries: string,
  runner: Runner,
  folder: string,
  settings?: Readonly<Record<string, string>>,
) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      return { port, stop: await start(binaries, runner, folder, port, settings) }
    } catch (error) {
      // Something else may have taken the port in between.
      if (attempt === startAttemptsMax) throw error
    }
  }
}

export async function start(
  binaries: string,
  runner: Runner,
  folder: string,
  port: number,
  others: Readonly<Record<string, string>> = {},
): Promise<(signal?: NodeJS.Signals) => Promise<void>> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    shared_buffers: '32MB',
    max_connections: 200,
    max_wal_size: '128MB',
    ...others,
  }
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...runner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // The server outlives a killed parent otherwise; SIGQUIT ends it and its own children at once.
  const killAtExit = () => child.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const closed = once(child, 'close').finally(() => process.off('exit', killAtExit))

  let log = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString('utf8')).slice(-16_384)
    if (/database system is ready to accept (?:read-only )?connections/.test(log)) resolve()
  })
  const timer = setTimeout(() => child.kill('SIGQUIT'), startMsMax)
  closed.then(() => reject(new Error(`PostgreSQL did not start: ${log.trim()}`)), reject)
  await ready.finally(() => clearTimeout(timer))
  return async (signal = 'SIGINT') => {
    // SIGINT is a "fast" shutdown: connections are cut, nothing is waited for. SIGQUIT is like a crash.
    child.kill(signal)
    await closed
  }
}
