import { randomBytes } from 'node:crypto'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './ports.ts'
import { chooseRunner, findBinaries, initialise, run, start } from './postgres.ts'
import { tmpFolder } from './tmp.ts'
import { waitFor } from './wait.ts'

export type PostgresPair = {
  /** Names both servers. */
  url: string
  /** Kills the primary as a power cut would. Commits that it has answered are on the standby. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  /** Makes the primary of now, if another was killed, a standby's source again: a new standby in place of the dead one. */
  rebuildStandby(): Promise<void>
  /** Runs a statement on the primary of now. */
  query<R>(text: string): Promise<R[]>
  stop(): Promise<void>
}

type Server = { port: number; folder: string; end?: (signal?: NodeJS.Signals) => Promise<void> }

/** A PostgreSQL primary and a standby that has each commit before it is answered (synchronous replication). */
export async function startPostgresPair(): Promise<PostgresPair> {
  const binaries = await findBinaries()
  const runner = await chooseRunner()
  const { path, remove } = await tmpFolder('rollcall-postgres-pair-')
  if (runner.uid !== undefined) await chown(path, runner.uid, runner.gid)
  const password = randomBytes(12).toString('hex')
  const urlOf = (...ports: number[]) =>
    `postgresql://rollcall:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`
  const servers: [Server, Server] = [
    { port: await freePort(), folder: join(path, 'a') },
    { port: await freePort(), folder: join(path, 'b') },
  ]
  let primary = 0
  const at = (index: number): Server => servers[index === 0 ? 0 : 1]
  const query = async <R>(server: Server, text: string): Promise<R[]> => {
    const client = new Client({ connectionString: urlOf(server.port) })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  const addStandby = async () => {
    const [source, standby] = [at(primary), at(1 - primary)]
    await query(source, "ALTER SYSTEM SET synchronous_standby_names = ''")
    await query(source, 'SELECT pg_reload_conf()')
    await run('rm', ['-rf', standby.folder])
    await mkdir(standby.folder)
    if (runner.uid !== undefined) await chown(standby.folder, runner.uid, runner.gid)
    const backup = [
      '--pgdata',
      join(standby.folder, 'data'),
      '--write-recovery-conf',
      '--checkpoint',
      'fast',
      '--no-sync',
    ]
    await run(join(binaries, 'pg_basebackup'), [...backup, '--dbname', urlOf(source.port)], {
      ...runner,
      cwd: standby.folder,
    })
    standby.end = await start(binaries, runner, standby.folder, standby.port)
    await query(source, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    await query(source, 'SELECT pg_reload_conf()')
    const isSynchronous = async () =>
      (await query(source, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0
    await waitFor(isSynchronous, { what: 'the standby to follow' })
  }

  await mkdir(at(0).folder)
  if (runner.uid !== undefined) await chown(at(0).folder, runner.uid, runner.gid)
  await initialise(binaries, runner, at(0).folder, password)
  at(0).end = await start(binaries, runner, at(0).folder, at(0).port)
  await addStandby()
  return {
    url: urlOf(at(0).port, at(1).port),
    async killPrimary() {
      await at(primary).end?.('SIGQUIT')
      delete at(primary).end
    },
    async promote() {
      primary = 1 - primary
      await query(at(primary), 'SELECT pg_promote()')
    },
    rebuildStandby: addStandby,
    query: (text) => query(at(primary), text),
    async stop() {
      await Promise.all(servers.map(({ end }) => end?.()))
      await remove()
    },
  }
}
