import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { type BusySite, nothingLost, startBusySite } from './support/busy-site.ts'
import { guardOf } from './support/rounds.ts'

let folder: TmpFolder
let postgres: PostgresServer
let site: BusySite

beforeAll(async () => {
  folder = await tmpFolder()
  postgres = await startPostgres()
  site = await startBusySite(join(folder.path, 'data'), { ROLLCALL_DATABASE_URL: await postgres.createDatabase() })
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await folder?.remove()
})

test(
  'refuses work while PostgreSQL is unavailable, and loses no result of a scan',
  guardOf(1, 120_000),
  async (context) => {
    const { api } = site.up()
    const isNotReady = async () => (await api.get('/readyz')).status === 503
    const refuses = async () => {
      await waitFor(isNotReady, { what: 'it to be not ready', timeoutMs: 60_000 })
      const ready = (await api.get('/readyz')).json()
      const { status, headers, json } = await api.post('/api/v1/tags', { name: 'refused' })
      return { ready, alive: (await api.get('/healthz')).status, status, wait: headers['retry-after'], body: json() }
    }
    let refused: ReturnType<typeof refuses> | undefined
    const verdict = await site.survive(
      {
        fault: 'PostgreSQL away',
        begin: () => postgres.pause(),
        effect: async () => {
          refused = refuses()
          await Promise.all([refused, site.sendsFail()])
        },
        end: () => postgres.resume(),
      },
      context,
    )
    expect(await refused).toMatchObject({
      ready: { status: 'not_ready', store: "the database cannot be used; the collector's log says why" },
      alive: 200,
      status: 503,
      wait: '10',
      body: { code: 'store_unavailable' },
    })
    expect(verdict).toEqual(nothingLost)
    expect((await api.post('/api/v1/tags', { name: 'taken' })).status).toBe(201)
  },
)
