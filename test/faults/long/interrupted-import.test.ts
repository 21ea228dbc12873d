import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isRunning, startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'

const packages = 30_000
/** In the middle of what is stored before the device itself. */
const productsUnderWay = 5_000

let folder: TmpFolder
let up: Up

beforeAll(async () => {
  folder = await tmpFolder()
  up = await startUp({ dataDir: join(folder.path, 'data'), args: ['--no-agent'] })
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

const count = (sql: string): number => {
  const database = new Database(join(up.dataDir, 'rollcall.db'), { readonly: true })
  try {
    return database.prepare<[], number>(sql).pluck().get() ?? 0
  } finally {
    database.close()
  }
}
const products = () => count('SELECT count(*) FROM software_products')
const unused = () =>
  count('SELECT count(*) FROM software_products WHERE number NOT IN (SELECT product FROM software_counts)')
const devices = async () => (await up.api.read('/api/v1/devices?limit=1', z.object({ total: z.int() }))).total

const importLongList = (run: string) =>
  up.api
    .post('/api/v1/imports', {
      schemaVersion: 1,
      id: newId(),
      source: 'Agent',
      observedAt: new Date().toISOString(),
      type: 'computer',
      name: `host-${run}`,
      identity: { machineId: run.replaceAll('-', '') },
      depth: 'audit',
      software: Array.from({ length: packages }, (_, index) => ({ name: `${run} package ${index}`, version: '1.0' })),
    })
    .then(
      ({ status, body }) => ({ status, text: body.toString() }),
      (error: Error) => ({ status: undefined, text: error.message }),
    )

/** As `rollcall up` prints it: ended by itself, with all done or with what was cut off rolled back; or killed. */
const codes = { SIGTERM: /collector ended \(code (0|75)\)/, SIGKILL: /collector ended \(code null\)/ }

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s in the middle of a long import leaves all of it or nothing',
  async (signal) => {
    const before = { products: products(), devices: await devices() }
    const importing = importLongList(newId())
    const answered = new AbortController()
    void importing.then((answer) => answered.abort(new Error(`it was answered: ${JSON.stringify(answer)}`)))
    const isUnderWay = () => products() > before.products + productsUnderWay
    await waitFor(isUnderWay, { what: 'the import to be under way', timeoutMs: 60_000, signal: answered.signal })
    const pid = up.pidOf('collector')
    process.kill(pid, signal)
    // Again, as people do: it must not be cut short.
    if (signal === 'SIGTERM') setTimeout(() => isRunning(pid) && process.kill(pid, signal), 2_500)
    const { status } = await importing
    await waitFor(() => codes[signal].test(up.process.output()), { what: 'the collector to end', timeoutMs: 30_000 })
    await waitFor(() => up.pidOf('collector') !== pid, { what: 'the collector to be started again', timeoutMs: 20_000 })
    await waitFor(async () => (await up.api.get('/readyz')).status === 200, {
      what: 'it to be ready',
      timeoutMs: 30_000,
    })
    const isStored = status === 201
    expect([status, isStored]).toEqual(signal === 'SIGKILL' ? [undefined, false] : [isStored ? 201 : 503, isStored])
    expect({ unused: unused(), devices: await devices(), products: products() }).toEqual({
      unused: 0,
      devices: before.devices + Number(isStored),
      products: before.products + (isStored ? packages : 0),
    })
  },
)
