import { spawn } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { listOf } from '@rollcall/shared/api/common.ts'
import { patchedSiteSettingsSchema } from '@rollcall/shared/api/site-settings.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { packClient } from '../../scripts/client/pack-client.ts'
import { freePort } from '../harness/ports.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const timeoutMs = 60_000

let up: Up
let data: TmpFolder
/** Folder of an integrator: the packed client installed by npm, and the examples of the documentation. */
let project: TmpFolder
let env: NodeJS.ProcessEnv
const upArgs: string[] = []

beforeAll(async () => {
  data = await tmpFolder()
  upArgs.push('--no-agent', '--port', `${await freePort()}`)
  up = await startUp({ dataDir: data.path, args: upArgs })
  project = await tmpFolder()
  const archive = await packClient(root, project.path)
  await writeFile(join(project.path, 'package.json'), '{"name":"an-integration","private":true}')
  const installed = await runProcess('npm', ['install', '--prefix', project.path, archive], { timeoutMs })
  expect(installed.code, installed.stderr).toBe(0)
  await cp(join(root, 'docs/examples'), project.path, { recursive: true })
  const made = await up.cli('app-registration', 'create', '--name', 'x', '--capability', 'EditInventory', '--json')
  const { clientId, clientSecret } = createdAppRegistrationSchema
    .pick({ clientId: true, clientSecret: true })
    .parse(made.json())
  env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: up.facts.caFile,
    ROLLCALL_URL: up.facts.url,
    ROLLCALL_CLIENT_ID: clientId,
    ROLLCALL_CLIENT_SECRET: clientSecret,
  }
})
afterAll(async () => {
  await up?.stop()
  await data?.remove()
  await project?.remove()
})

const deviceIds = async () => (await up.api.read('/api/v1/devices', listOf(z.object({ id: z.uuid() })))).items
const addDevice = (name: string) =>
  up.api.create('/api/v1/devices', { name, type: 'computer' }, z.object({ id: z.uuid() }))

/** Runs a program of the integrator to its end and returns the lines that it printed. */
async function run(name: string, ...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runProcess(process.execPath, [join(project.path, name), ...args], {
    timeoutMs,
    env,
  })
  expect(code, stderr).toBe(0)
  return stdout.trimEnd().split('\n')
}

/** Starts a program that runs until it is killed; `lines` are what it has printed so far. */
function start(name: string, args: string[] = [], further: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(project.path, name), ...args], { env: { ...env, ...further } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { lines: () => text.split('\n').slice(0, -1), [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

test('the example of a stream continues behind the last event after a restart of the collector', async () => {
  using follower = start('follow-events.mjs', ['an-event-that-is-no-longer-stored'])
  const names = () => follower.lines().map((line) => line.split(' ').slice(1).join(' '))
  // A site without listeners has no events of devices.
  let tried = 0
  const tryOnce = () => {
    tried += 1
    return addDevice(`first-${tried}`)
  }
  await waitFor(async () => (await tryOnce()) && names().length > 0, { what: 'the stream', intervalMs: 200 })
  const before = await addDevice('second')
  await waitFor(() => names().includes('rollcall.device.added second'), { what: 'an event' })
  await up.stop()
  up = await startUp({ dataDir: data.path, args: upArgs })
  const after = await addDevice('third')
  // The client waits ever longer between its attempts while the collector is away.
  await waitFor(() => names().includes('rollcall.device.added third'), {
    what: 'the event after the restart',
    timeoutMs,
  })
  expect(names().filter((name) => !name.includes('first'))).toEqual([
    'rollcall.device.added second',
    'rollcall.device.added third',
  ])
  const all = await deviceIds()
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([before.id, after.id]))
  for (const { id } of all) await up.api.call('DELETE', `/api/v1/devices/${id}`)
})

test('the example with the client lists, edits and deletes devices', async () => {
  const { id } = await addDevice('pc-1')
  const lines = await run('devices.mjs')
  expect(lines[0]).toMatch(/^pc-1 \S+ \d{4}-/)
  expect(lines.slice(1)).toEqual(['printer-7 INV-7', '412 precondition_failed'])
  expect(await deviceIds()).toEqual([{ id }])
})

test('the example of the package names all devices', async () => {
  expect(await run('device-names.mjs')).toEqual(['pc-1'])
})

test('the example without the client lists all devices', async () => {
  await addDevice('pc-2')
  expect((await run('plain-fetch.mjs')).map((line) => line.split(' ').slice(0, 2))).toEqual([
    ['pc-1', 'computer'],
    ['pc-2', 'computer'],
  ])
})

test('the client reads lists page by page, in JavaScript and by types', async () => {
  const program = `
    import { createClient, type Device, RollcallError } from '@rollcall/client'
    const { ROLLCALL_URL = '', ROLLCALL_CLIENT_ID = '', ROLLCALL_CLIENT_SECRET = '' } = process.env
    const rollcall = createClient({ url: ROLLCALL_URL, clientId: ROLLCALL_CLIENT_ID, clientSecret: ROLLCALL_CLIENT_SECRET })
    const names: string[] = []
    for await (const device of rollcall.list('/api/v1/devices', { query: { limit: 1 } })) names.push(device.name)
    const audited: string[] = []
    for await (const { id } of rollcall.auditedDevices(process.argv[2] ?? '')) audited.push(id)
    const first = (await rollcall.get('/api/v1/devices')).data.items[0]
    const { data }: { data: Device } = await rollcall.get('/api/v1/devices/{id}', { path: { id: first?.id ?? '' } })
    const csv = await (await rollcall.send('GET', '/api/v1/devices', { query: { format: 'csv' } })).text()
    const refused = await rollcall.post('/api/v1/tags', { body: { name: 'Office' } }).catch((error) => error)
    console.log(JSON.stringify({ names, audited: audited.length, name: data.name, csv: csv.split('\\n').length > 2, refused: refused instanceof RollcallError && refused.code }))
    // @ts-expect-error no such path
    const wrongPath = () => rollcall.get('/api/v1/device')
    // @ts-expect-error the id is missing
    const noId = () => rollcall.get('/api/v1/devices/{id}')
    // @ts-expect-error no such filter
    const wrongFilter = () => rollcall.list('/api/v1/devices', { query: { nam: 'pc' } })
    // @ts-expect-error not a list
    const noList = () => rollcall.list('/api/v1/me')
    // @ts-expect-error the body lacks its name
    const noName = () => rollcall.post('/api/v1/tags', { body: {} })
    void [wrongPath, noId, wrongFilter, noList, noName]
  `
  await writeFile(join(project.path, 'typed.mts'), program)
  const typeRoots = [join(root, 'node_modules/@types')]
  const options = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    strict: true,
    types: ['node'],
    typeRoots,
  }
  await writeFile(
    join(project.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['typed.mts'] }),
  )
  const tsc = join(root, 'node_modules/.bin/tsc')
  const built = await runProcess(tsc, ['-p', project.path], { timeoutMs })
  expect([built.stdout, built.code]).toEqual(['', 0])
  const [line = ''] = await run('typed.mjs', up.facts.siteId)
  expect(JSON.parse(line)).toEqual({
    names: ['pc-1', 'pc-2'],
    audited: 2,
    name: 'pc-1',
    csv: true,
    refused: 'insufficient_privilege',
  })
})

test('the example of a webhook accepts the requests of the collector, and no others', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const webhook = { name: 'Example', url, events: ['device.added'] }
  const json = { 'Content-Type': 'application/json' }
  const patched = await up.api.call('PATCH', '/api/v1/site/settings', {
    body: { notifications: { webhooks: [webhook] } },
    headers: json,
  })
  const [made] = patchedSiteSettingsSchema.parse(patched.json()).notifications.webhooks
  using receiver = start('receive-webhooks.mjs', [], { PORT: String(port), WEBHOOK_SECRET: made?.secret })
  await waitFor(
    () =>
      fetch(url).then(
        ({ status }) => status === 400,
        () => false,
      ),
    { what: 'the receiver' },
  )
  // Its answer can arrive before the line that it prints.
  await waitFor(() => receiver.lines().includes('The headers of Standard Webhooks are missing'), {
    what: 'the refusal',
  })
  const { id } = await addDevice('pc-4')
  await waitFor(() => receiver.lines().includes(`rollcall.device.added ${id}`), { what: 'the event' })
})
