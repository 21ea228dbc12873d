import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { type RunningProcess, startProcess } from '../harness/processes.ts'
import { descendantsOf, isRunning, launcher, runCli, startUp } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { expectOneLine } from './one-line.ts'

const folder = await tmpFolder()
const at = (...names: string[]) => join(folder.path, ...names)
const started: RunningProcess[] = []
afterAll(async () => {
  for (const each of started) await each.stop('SIGKILL', 60_000).catch(() => undefined)
  await folder.remove()
})

const ports = async () => ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]

async function start(...args: string[]): Promise<RunningProcess> {
  const running = await startProcess({ program: launcher.program, args: [launcher.script, ...args] })
  started.push(running)
  return running
}

const natsServersOn = (dataDir: string) =>
  descendantsOf(1).filter(({ command }) => command.includes('nats-server') && command.includes(dataDir))

test('only one of several collectors that start at once on one data directory runs, and the others name it', async () => {
  const dataDir = at('at-once')
  const all = await Promise.all(
    [1, 2, 3].map(async () => start('collector', 'run', '--json', '--data-dir', dataDir, ...(await ports()))),
  )
  const isDecided = () => all.every((each) => each.exit() !== undefined || each.stdout().includes('"url"'))
  await waitFor(isDecided, { what: 'each collector to be ready or to end', timeoutMs: 60_000 })
  const [winner, ...others] = all.filter((each) => each.exit() === undefined)
  expect(others).toEqual([])
  for (const loser of all.filter((each) => each !== winner)) {
    const result = { code: loser.exit()?.code ?? null, stdout: loser.stdout(), stderr: loser.stderr() }
    expectOneLine(result, new RegExp(`^Rollcall already runs on .* \\(process ${winner?.pid}\\): stop it first$`))
  }
  expect(natsServersOn(dataDir)).toHaveLength(1)

  // Killed, it leaves its nats-server; the next start takes the lock at once and has one server again.
  const [orphan] = natsServersOn(dataDir)
  await winner?.stop('SIGKILL')
  expect(orphan && isRunning(orphan.pid)).toBe(true)
  const next = await start('collector', 'run', '--json', '--data-dir', dataDir, ...(await ports()))
  await waitFor(() => next.stdout().includes('"url"'), { what: 'the next collector', timeoutMs: 60_000 })
  expect(natsServersOn(dataDir)).toHaveLength(1)
  expect(orphan && isRunning(orphan.pid)).toBe(false)
  expect((await next.stop('SIGTERM', 30_000)).code).toBe(0)
})

test('every running program refuses a second process on its folder', async () => {
  await using up = await startUp({ args: ['--no-agent'] })
  const second = await up.cli('collector', 'run', '--json', ...(await ports()))
  expectOneLine(
    second,
    new RegExp(`^Rollcall already runs on .* \\(process ${up.pidOf('collector')}\\): stop it first$`),
  )
  const stateDir = join(up.dataDir, 'audit-service')
  expectOneLine(
    await runCli(['audit-service', 'run', '--json', '--state-dir', stateDir]),
    new RegExp(`^an Audit Service already runs on .* \\(process ${up.pidOf('audit-service')}\\): stop it first$`),
  )
  expectOneLine(await up.cli('restore', at('none.tar.gz'), '--force'), /^Rollcall already runs on /)
  // A copy of the folder is another folder, and its lock file holds nothing.
  await cp(stateDir, at('copy'), { recursive: true })
  expect(await readdir(at('copy'))).toContain('audit-service.lock')
})
