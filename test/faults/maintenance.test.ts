import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../harness/ports.ts'
import { startProcess } from '../harness/processes.ts'
import { launcher, runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { proves } from '../interface/proves.ts'

let folder: TmpFolder
let up: Up
/** Arguments with the same ports at each start, so that clients stay connected. */
let args: string[]

beforeAll(async () => {
  folder = await tmpFolder()
  args = ['--no-agent', '--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  up = await startUp({ dataDir: join(folder.path, 'data'), args })
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

const setMaintenance = async (state: 'on' | 'off') => {
  const { code, stdout, stderr } = await up.cli('maintenance', state, '--json')
  return { code, stderr, state: JSON.parse(stdout) as unknown }
}

async function expectClosed(): Promise<void> {
  for (const path of ['/api/v1/devices', '/api/v1/nothing', '/api/nothing', '/api/openapi.json']) {
    const { status, headers, json } = await up.api.get(path)
    expect([status, headers['content-type'], headers['retry-after']], path).toEqual([503, 'application/json', '30'])
    expect(json(), path).toEqual({ status: 'upgrade_in_progress', message: expect.any(String) })
  }
  const [health, readiness] = [await up.api.get('/healthz'), await up.api.get('/readyz')]
  expect([health.status, readiness.status, readiness.json()]).toEqual([200, 503, { status: 'maintenance' }])
}

const isOpen = async () => (await up.api.get('/api/v1/devices')).status === 200

test(
  'maintenance mode survives a kill and a restart, and local commands keep working',
  proves('maintenance.on'),
  async () => {
    expect(await setMaintenance('on')).toEqual({ code: 0, stderr: '', state: { on: true } })
    await expectClosed()

    const pid = up.pidOf('collector')
    process.kill(pid, 'SIGKILL')
    await waitFor(() => up.pidOf('collector') !== pid, { what: 'the collector to be started again', timeoutMs: 20_000 })
    await waitFor(async () => (await up.api.get('/readyz')).status === 503, { what: 'the collector to answer' })
    await waitFor(async () => (await up.cli('collector', 'status')).code === 0, {
      what: 'it to be up',
      timeoutMs: 20_000,
    })
    await expectClosed()

    await up.stop()
    const readyFile = join(folder.path, 'again.json')
    const again = await startProcess({
      program: launcher.program,
      args: [launcher.script, 'up', '--data-dir', up.dataDir, '--ready-file', readyFile, ...args],
      ready: () => readFileSync(readyFile),
      readyTimeoutMs: 60_000,
    })
    try {
      await expectClosed()
      const status = await up.cli('collector', 'status', '--json')
      expect(status.json()).toMatchObject({ status: 'maintenance' })
      const doctor = z.object({
        ok: z.boolean(),
        findings: z.array(z.object({ name: z.string(), detail: z.string() })),
      })
      const { ok, findings } = doctor.parse((await up.cli('doctor', '--json')).json())
      expect(ok).toBe(true)
      expect(findings.find(({ name }) => name === 'collector')?.detail).toContain('rollcall maintenance off')
      const created = await up.cli('join-token', 'create', '--for', 'agent', '--json')
      expect(created.code).toBe(0)

      expect(await setMaintenance('off')).toEqual({ code: 0, stderr: '', state: { on: false } })
      expect(await isOpen()).toBe(true)
    } finally {
      await again.stop('SIGTERM', 40_000)
    }
    up = await startUp({ dataDir: up.dataDir, args })
    expect(await isOpen()).toBe(true)
  },
)

test('without a collector the command reports that none is running', async () => {
  const { code, stdout, stderr } = await runCli(['maintenance', 'on', '--data-dir', join(folder.path, 'none')])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^rollcall: no collector runs on .*none; start it/)
  expect((await runCli(['maintenance', 'perhaps'])).code).toBe(2)
})
