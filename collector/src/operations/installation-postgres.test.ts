import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/harness/postgres.ts'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { startCollector } from '../main.ts'
import { readCollectorConfig } from './config.ts'

/** NATS servers that do not exist: the start does not wait for them. */
const settings = { ROLLCALL_NATS_URL: 'tls://127.0.0.1:1', ROLLCALL_LOG_LEVEL: 'silent' }

describe('a data directory with a PostgreSQL database', () => {
  let postgres: PostgresServer
  let folder: TmpFolder
  let dataDir: string
  let databaseUrl: string

  beforeAll(async () => {
    postgres = await startPostgres()
    folder = await tmpFolder()
    dataDir = join(folder.path, 'data')
    databaseUrl = await postgres.createDatabase()
    await run(dataDir, databaseUrl)
  })
  afterAll(async () => {
    await postgres?.stop()
    await folder?.remove()
  })

  async function run(dir: string, url: string): Promise<{ siteId: string; password: string | undefined }> {
    const config = readCollectorConfig({ dataDir: dir, port: '0' }, { ...settings, ROLLCALL_DATABASE_URL: url })
    const { siteId, password, stop } = await startCollector(config, { toolsDir: '.tools/bin' })
    await stop()
    return { siteId, password }
  }

  async function refusal(dir: string, url: string): Promise<string> {
    const error = await run(dir, url).catch((reason: unknown) => reason)
    expect(error, 'the start').toBeInstanceOf(OperatorError)
    return (error as OperatorError).message
  }

  const copyOf = async (name: string) => {
    const copy = join(folder.path, name)
    await cp(dataDir, copy, { recursive: true })
    return copy
  }

  it('restarts with its own database', async () => {
    const first = await run(dataDir, databaseUrl)
    expect(await run(dataDir, databaseUrl)).toMatchObject({ siteId: first.siteId })
  })

  it('rejects an empty database and leaves it empty', async () => {
    const emptyUrl = await postgres.createDatabase()
    const message =
      /the PostgreSQL database of ROLLCALL_DATABASE_URL is empty, but .* holds the keys of an installation/
    expect(await refusal(dataDir, emptyUrl)).toMatch(message)
    expect(await refusal(dataDir, emptyUrl)).toMatch(message)
    const withoutMarker = await copyOf('without-marker')
    await rm(join(withoutMarker, 'installation.json'))
    expect(await refusal(withoutMarker, emptyUrl)).toMatch(message)
  })

  it('refuses to start without the master key of the database', async () => {
    const withoutKey = await copyOf('without-key')
    await rm(join(withoutKey, 'master.key'))
    expect(await refusal(withoutKey, databaseUrl)).toContain(`${join(withoutKey, 'master.key')} is missing`)
    expect(await refusal(join(folder.path, 'new'), databaseUrl)).toContain('master.key is missing')
  })

  it('is one of several with the same master key, which share the CA', async () => {
    const second = join(folder.path, 'second')
    await mkdir(second)
    await cp(join(dataDir, 'master.key'), join(second, 'master.key'))
    const first = await run(dataDir, databaseUrl)
    expect(await run(second, databaseUrl)).toMatchObject({ siteId: first.siteId })
    const ca = (dir: string) => readFile(join(dir, 'tls', 'ca.pem'), 'utf8')
    expect(await ca(second)).toBe(await ca(dataDir))
    expect(await run(second, databaseUrl)).toMatchObject({ siteId: first.siteId })
  })

  it('rejects the database of another installation', async () => {
    const otherUrl = await postgres.createDatabase()
    await run(join(folder.path, 'other'), otherUrl)
    expect(await refusal(dataDir, otherUrl)).toContain('is not the one that sealed the stored secrets')
  })

  it('names an unreachable server', async () => {
    const away = databaseUrl.replace(/:\d+\//, ':1/')
    expect(await refusal(dataDir, away)).toMatch(/PostgreSQL|database/)
  })
})
