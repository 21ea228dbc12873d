import { mkdir, open, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { computer, networkSwitch, partial } from '@rollcall/collector/ingest/testing/documents.ts'
import { siteSchema } from '@rollcall/shared/api/site.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { launcher, runCli, startUp } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { proves } from '../interface/proves.ts'
import { allDevices, readDevice } from './support/inventory.ts'

const up = await startUp({ args: ['--no-agent'] })
const folder = await tmpFolder()
afterAll(async () => {
  await up.stop()
  await folder.remove()
})

const outcomeSchema = z.object({
  file: z.string().transform((file) => basename(file)),
  outcome: z.enum(['new', 'updated', 'unchanged', 'failed']),
  deviceId: z.string().optional(),
  snapshotId: z.string().optional(),
  reason: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

async function importJson(...args: string[]) {
  const { code, stdout, stderr } = await up.cli('import', '--json', ...args)
  return { code, stderr, outcomes: z.array(outcomeSchema).parse(JSON.parse(stdout)) }
}

async function write(name: string, document: unknown): Promise<string> {
  const path = join(folder.path, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document, null, 1))
  return path
}

test(
  'a folder is imported, partial documents last, and a refused document stops nothing',
  proves('imports.raw'),
  async () => {
    const text = JSON.stringify(computer, null, 2)
    await write('glpi/1-partial.json', partial({ softwares: [{ name: 'vim', version: '9.1', from: 'dpkg' }] }))
    await write('glpi/2-computer.json', text)
    await write('glpi/3-odd.json', { ...computer, content: 'none' })
    await write('glpi/4-no-json.json', '{"deviceid":')
    await write('glpi/5-switch.json', networkSwitch)
    await write('glpi/notes.txt', 'not a document')
    await write('glpi/deeper/6.json', { ...computer, deviceid: 'not looked at' })

    const { code, stderr, outcomes } = await importJson(join(folder.path, 'glpi'))
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(outcomes.map(({ file, outcome }) => [file, outcome])).toEqual([
      ['2-computer.json', 'new'],
      ['3-odd.json', 'failed'],
      ['4-no-json.json', 'failed'],
      ['5-switch.json', 'new'],
      ['1-partial.json', 'updated'],
    ])
    const [whole, odd, noJson, , part] = outcomes
    expect(odd?.errors).toEqual([{ path: '/content', message: expect.any(String) }])
    expect(noJson?.reason).toContain('JSON')
    expect(part?.deviceId).toBe(whole?.deviceId)

    const device = await readDevice(up.api, whole?.deviceId ?? '')
    expect(device).toMatchObject({ name: 'workbench', auditSource: 'Import', auditId: part?.snapshotId })
    expect(device.data?.software).toMatchObject([{ name: 'vim', version: '9.1' }])
    expect((await up.api.get(`/api/v1/snapshots/${whole?.snapshotId}/raw`)).body.toString()).toBe(text)
    expect(await allDevices(up.api)).toHaveLength(2)
  },
)

test('a second import changes nothing, and reports that', async () => {
  const files = ['2-computer.json', '5-switch.json'].map((name) => join(folder.path, 'glpi', name))
  const { code, stdout, stderr } = await up.cli('import', ...files)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trimEnd().split('\n')).toEqual([
    ...files.map((file) => expect.stringMatching(`^${file}: unchanged, device [0-9a-f-]{36}$`)),
    '2 documents: 0 new devices, 0 updated, 2 unchanged, 0 failed',
  ])
})

test('unreadable and oversized files are reported on standard error, and the others are imported', async () => {
  const large = join(folder.path, 'large.json')
  const file = await open(large, 'w')
  await file.truncate(64 * 1024 * 1024 + 1)
  await file.close()
  const absent = join(folder.path, 'absent\u001b[2J.json')
  const good = await write('good.json', { ...networkSwitch, deviceid: 'again' })
  const { code, stdout, stderr } = await up.cli('import', large, absent, good)
  expect(code).toBe(1)
  const [first, second, ...more] = stderr.trimEnd().split('\n')
  expect(first).toBe(`${large}: the document is larger than 64 MiB`)
  expect(second).toMatch(/absent \[2J\.json: ENOENT/)
  expect(more).toEqual([])
  expect(stdout).toContain('3 documents: 0 new devices, 1 updated, 0 unchanged, 2 failed')
})

test('a document is imported from standard input into the site of --site', proves('imports.glpi'), async () => {
  const { id: siteId } = await up.api.create('/api/v1/sites', { name: 'Branch' }, siteSchema)
  const { code, stdout } = await runProcess(
    launcher.program,
    [launcher.script, 'import', '-', '--json', '--site', siteId, '--data-dir', up.dataDir],
    { input: JSON.stringify(computer), timeoutMs: 60_000 },
  )
  expect(code).toBe(0)
  const [only] = z.array(outcomeSchema).parse(JSON.parse(stdout))
  expect(only).toMatchObject({ file: '-', outcome: 'new' })
  const atSite = await up.cli('import', join(folder.path, 'glpi', '2-computer.json'), '--site', siteId, '--json')
  expect(atSite.json()).toMatchObject([{ outcome: 'updated', deviceId: only?.deviceId }])
  expect((await allDevices(up.api)).map(({ id }) => id)).not.toContain(only?.deviceId)
})

test('import needs a running collector and a document', async () => {
  const none = await runCli(['import', join(folder.path, 'glpi'), '--data-dir', join(folder.path, 'none')])
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^rollcall: no collector runs on /) })
  await mkdir(join(folder.path, 'nothing'))
  const nothing = await up.cli('import', join(folder.path, 'nothing'))
  expect(nothing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/contains no \*\.json$/m) })
  expect((await runCli(['import'])).code).toBe(2)
})
