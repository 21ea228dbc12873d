import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries, startPostgres } from '../../../../test/harness/postgres.ts'
import { type PostgresPair, startPostgresPair } from '../../../../test/harness/postgres-pair.ts'
import { startProcess } from '../../../../test/harness/processes.ts'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { migrationsOf } from '../testing/stores.ts'
import { sampleTables } from '../testing/tables.ts'
import { riskIn } from './loss-risk.ts'
import { openPostgres } from './open.ts'
import { urlsOf } from './servers.ts'

describe('a PostgreSQL URL', () => {
  it('may name several servers, as in libpq', () => {
    expect(urlsOf('postgresql://u:p%40x@a:5432,[::1]:5433,c/inventory?sslmode=require')).toEqual([
      'postgresql://u:p%40x@a:5432/inventory?sslmode=require',
      'postgresql://u:p%40x@[::1]:5433/inventory?sslmode=require',
      'postgresql://u:p%40x@c/inventory?sslmode=require',
    ])
  })

  it.each(['mysql://u@a/b', 'postgresql://u@a:99999,b/c', `postgresql://u@${'a,'.repeat(9)}b/c`, ''])(
    'is refused with its form: %s',
    (url) => {
      expect(() => urlsOf(url)).toThrow(OperatorError)
    },
  )
})

describe('the risk to lose commits', () => {
  const sound = { fsync: 'on', synchronous_commit: 'on', synchronous_standby_names: '', standbys: 0 }
  it.each([
    ['one server', sound, 1, undefined],
    ['a standby that has each commit', { ...sound, synchronous_standby_names: '*', standbys: 1 }, 2, undefined],
    ['a second server in the URL', sound, 2, 'set synchronous_standby_names'],
    ['a standby behind the address of one server', { ...sound, standbys: 1 }, 1, 'set synchronous_standby_names'],
    [
      'commits that wait for no standby',
      { ...sound, synchronous_commit: 'local', synchronous_standby_names: '*', standbys: 1 },
      2,
      'set synchronous_commit = on',
    ],
    ['commits that wait for no disk', { ...sound, synchronous_commit: 'off' }, 1, 'set synchronous_commit = on'],
    ['a server without syncs', { ...sound, fsync: 'off' }, 1, 'set fsync = on'],
  ])('is reported with the setting: %s', (_, settings, servers, remedy) => {
    const risk = riskIn(settings, servers)
    if (remedy === undefined) expect(risk).toBeUndefined()
    else expect(risk).toMatch(new RegExp(`: ${remedy}$`))
  })
})

describe('two PostgreSQL servers', () => {
  let pair: PostgresPair
  beforeAll(async () => {
    pair = await startPostgresPair()
  })
  afterAll(() => pair?.stop())

  it('give the promoted standby after the primary is lost, with everything that was committed', async () => {
    const store = await openPostgres(pair.url)
    await store.migrate(await migrationsOf('postgres', [sampleTables]))
    const add = (id: string) =>
      store.write(async (tx) => {
        await tx.insert(tx.tables(sampleTables).shelves).values({ id })
      })
    const ids = () =>
      store.read(async (db) => (await db.select().from(db.tables(sampleTables).shelves)).map(({ id }) => id))
    await add('before')

    await pair.killPrimary()
    // The standby answers reads, but may be promoted later or never: it is not used.
    await expect(ids()).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(add('meanwhile')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect((await store.check())?.reason).toMatch(/^PostgreSQL (?:at|does not answer at) .* and .*/)

    await pair.promote()
    await waitFor(async () => (await store.check()) === undefined, { what: 'the new primary to be found' })
    await add('after')
    expect((await ids()).sort()).toEqual(['after', 'before'])
    await store.close()
  })

  it('are reported if a standby need not have a commit before it is confirmed', async () => {
    await pair.rebuildStandby()
    const store = await openPostgres(pair.url)
    // The servers of tests run without syncs.
    expect(await store.lossRisk()).toMatch(/set fsync = on$/)
    await pair.query("ALTER SYSTEM SET synchronous_standby_names = ''")
    await pair.query('SELECT pg_reload_conf()')
    await waitFor(async () => /standby that lags .* set synchronous_standby_names$/.test(`${await store.lossRisk()}`), {
      what: 'the setting to be reported',
    })
    await store.close()
  })
})

it('an archive of the log of PostgreSQL is not a standby', async () => {
  const server = await startPostgres()
  await using folder = await tmpFolder('rollcall-archive-')
  const program = join(await findBinaries(), 'pg_receivewal')
  const archive = await startProcess({ program, args: ['--dbname', server.url, '--directory', folder.path] })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const senders = async () => (await client.query('SELECT application_name FROM pg_stat_replication')).rows
  await waitFor(async () => (await senders()).length > 0, { what: 'the archive to follow' })
  const store = await openPostgres(server.url)
  expect(await senders()).toEqual([{ application_name: 'pg_receivewal' }])
  // The servers of tests run without syncs.
  expect(await store.lossRisk()).toMatch(/set fsync = on$/)
  await Promise.all([store.close(), client.end(), archive.stop()])
  await server.stop()
})
