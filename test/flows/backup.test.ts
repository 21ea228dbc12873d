import { appendFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { deviceSchema } from '@rollcall/shared/api/device.ts'
import { createDeviceSchema } from '@rollcall/shared/api/import.ts'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ClientCredentials, connectApi } from '../harness/api-client.ts'
import { freePort } from '../harness/ports.ts'
import { startPostgres } from '../harness/postgres.ts'
import { runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { allDevices, readDevice, snapshotsOf, taskEnd } from './support/inventory.ts'

let folder: TmpFolder
/** Arguments with the same ports for both collectors, so that clients of the first one reach the restored one. */
let args: string[]
let up: Up
let client: ClientCredentials
let thisMachineId: string

const at = (name: string) => join(folder.path, name)

beforeAll(async () => {
  folder = await tmpFolder()
  args = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  up = await startUp({ dataDir: at('first'), args })
  const created = await up.cli('app-registration', 'create', '--name', 'reader', '--json')
  client = createdAppRegistrationSchema.parse(created.json())
  thisMachineId = (await allDevices(up.api))[0]?.id ?? ''
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

async function startDatabase(): Promise<AsyncDisposable & { url: string }> {
  const server = await startPostgres()
  return { url: await server.createDatabase(), [Symbol.asyncDispose]: () => server.stop() }
}

const createDevice = (name: string) => {
  const device = createDeviceSchema.parse({ name, type: 'printer', serialNumber: `SERIAL-${name}` })
  return up.api.create('/api/v1/devices', device, deviceSchema)
}
const names = async () => (await allDevices(up.api)).map(({ name }) => name)

test('a backup during ingest contains the state of one moment', async () => {
  const made: string[] = []
  let backedUp = false
  const write = async () => {
    while (!backedUp) {
      const name = `printer-${String(made.length).padStart(4, '0')}`
      await createDevice(name)
      made.push(name)
    }
  }
  const writing = write()
  await waitFor(() => made.length >= 20, { what: 'snapshots to come in' })
  const before = [...made]
  const { code, stdout, stderr } = await up.cli('backup', at('backup.tar.gz'), '--json').finally(() => {
    backedUp = true
  })
  await writing
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    file: at('backup.tar.gz'),
    sizeBytes: (await stat(at('backup.tar.gz'))).size,
    createdAt: expect.any(String),
    engine: 'sqlite',
    database: true,
    masterKey: true,
  })
  expect(made.length).toBeGreaterThan(before.length)
  await createDevice('after the backup')

  const onRunning = await up.cli('restore', at('backup.tar.gz'), '--force')
  expect(onRunning).toMatchObject({ code: 1, stderr: expect.stringMatching(/^rollcall: Rollcall already runs on /) })
  expect(await names()).toContain('after the backup')

  await up.stop()
  const restored = await runCli(['restore', at('backup.tar.gz'), '--data-dir', at('second'), '--json'])
  expect(restored.json()).toMatchObject({ dataDir: at('second'), database: true, masterKey: true, movedTo: null })
  const { facts, api } = up
  up = await startUp({ dataDir: at('second'), args })
  const { password: _, ...lasting } = facts
  expect(up.facts).toEqual({ ...lasting, caFile: join(at('second'), 'tls', 'ca.pem') })
  const printers = (await names()).filter((name) => name.startsWith('printer-'))
  expect(printers.length).toBeGreaterThanOrEqual(before.length)
  expect(printers).toEqual(made.slice(0, printers.length))
  expect(await names()).not.toContain('after the backup')

  // A token that was out, and a new one by the registration's secret.
  expect((await api.get('/api/v1/devices')).status).toBe(200)
  expect((await (await connectApi(up.facts, client)).get('/api/v1/devices')).status).toBe(200)
})

test('agent and Audit Service work with the restored collector without joining again', async () => {
  expect((await readdir(at('second'))).filter((name) => name.includes('.of-'))).toEqual([])
  expect(await snapshotsOf(up.api, thisMachineId)).toHaveLength(2)
  const segment = await up.api.create(
    '/api/v1/segments',
    { name: 'Here', type: 'address-list', auditServiceId: up.facts.auditServiceId, addresses: ['127.0.0.1'] },
    segmentSchema,
  )
  const { taskId } = await up.api.create(`/api/v1/segments/${segment.id}/scan`, undefined, taskAcceptedSchema)
  expect(await taskEnd(up.api, taskId)).toMatchObject({ status: 'Success', progress: { hostsFound: 1 } })
})

test('a backup of a killed collector contains all acknowledged snapshots', async () => {
  const { id } = await createDevice('the last')
  // Before rollcall up, which would end them in good order.
  for (const pid of [up.pidOf('collector'), up.pidOf('nats-server')]) process.kill(pid, 'SIGKILL')
  await up.stop('SIGKILL')
  expect((await stat(join(at('second'), 'rollcall.db-wal'))).size).toBeGreaterThan(0)
  const { code, stdout } = await runCli(['backup', at('killed.tar.gz'), '--data-dir', at('second')])
  expect(code).toBe(0)
  expect(stdout).toContain('The file contains the master key')

  const full = await runCli(['restore', at('killed.tar.gz'), '--data-dir', at('first')])
  expect(full).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('first is not empty') })
  const forced = await runCli(['restore', at('killed.tar.gz'), '--data-dir', at('first'), '--force', '--json'])
  const { movedTo } = z.object({ movedTo: z.string() }).parse(forced.json())
  expect(await readdir(movedTo)).toEqual(expect.arrayContaining(['rollcall.db', 'master.key', 'tls', 'logs']))
  up = await startUp({ dataDir: at('first'), args })
  expect(await readDevice(up.api, id)).toMatchObject({ name: 'the last' })
  await up.stop()
})

test.each([
  ['reminds of the names of the collector if none are set', {}, true],
  ['says nothing of names that are set', { ROLLCALL_PUBLIC_HOSTS: 'rollcall.example' }, false],
])('a restore %s', async (_, env, reminds) => {
  const target = at(reminds ? 'unnamed' : 'named')
  const { stdout } = await runCli(['restore', at('killed.tar.gz'), '--data-dir', target], { env })
  expect(stdout.includes('Backups contain no settings: set ROLLCALL_PUBLIC_HOSTS')).toBe(reminds)
})

test('a damaged file restores nothing', async () => {
  await appendFile(at('backup.tar.gz'), 'more')
  const { code, stderr } = await runCli(['restore', at('backup.tar.gz'), '--data-dir', at('third')])
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('cannot use the backup') })
  expect(await readdir(at('third'))).toEqual(['collector.lock'])
})

test('on PostgreSQL the backup moves everything but the database, and the command says so', async () => {
  await using postgres = await startDatabase()
  const options = { args: ['--no-agent'], env: { ROLLCALL_DATABASE_URL: postgres.url } }
  await using before = await startUp({ ...options, dataDir: at('postgres') })
  // The setting is the collector's, not this command's.
  const { stdout } = await before.cli('backup', at('postgres.tar.gz'))
  const { siteId, auditServiceId } = before.facts
  await before.stop()
  expect(stdout).toContain('The file does not contain the PostgreSQL database: back it up with pg_dump.')

  const restored = await runCli(['restore', at('postgres.tar.gz'), '--data-dir', at('moved')])
  expect(restored.stdout).toContain('The backup does not contain the PostgreSQL database')
  await using after = await startUp({ ...options, dataDir: at('moved') })
  expect(after.facts).toMatchObject({ siteId, auditServiceId })
})

test('backup needs a collector, and restore needs a file', async () => {
  const none = await runCli(['backup', at('none.tar.gz'), '--data-dir', at('none')])
  expect(none).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^rollcall: there is no master key /),
  })
  expect(await readdir(folder.path)).not.toContain('none.tar.gz')
  const absent = await runCli(['restore', at('none.tar.gz'), '--data-dir', at('none')])
  expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('no such file') })
  for (const command of ['backup', 'restore']) expect((await runCli([command])).code).toBe(2)
})
