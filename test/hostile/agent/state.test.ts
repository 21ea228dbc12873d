import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { lockStateDir, otherRunExitCode } from '@rollcall/agent/config.ts'
import { startTestCollector, type TestCollector } from '@rollcall/agent/submit/testing/collector.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../harness/rollcall.ts'
import { type SmallDisk, smallDisk } from '../../harness/small-disk.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'

const agentId = '01990000-0000-7000-8000-00000000000a'
const siteId = '01990000-0000-7000-8000-00000000000b'
let folder: TmpFolder
let disk: SmallDisk
let collector: TestCollector
beforeAll(async () => {
  folder = await tmpFolder()
  disk = await smallDisk(join(folder.path, 'state'), { size: '8m', inodes: 500 })
  collector = await startTestCollector()
  const joined = { agentId, siteId, token: 'agent-token', caPem: collector.caPem }
  collector.answer(({ path }) =>
    path === '/api/agent/join'
      ? { status: 201, body: joined }
      : { status: 201, body: { snapshotId: agentId, deviceId: siteId } },
  )
  const token = formatJoinToken({ secret: 'a-join-secret-of-some-length', pin: collector.pin, kind: 'agent' })
  expect(
    (await runCli(['agent', 'join', '--url', collector.url, '--token', token, '--state-dir', disk.path])).code,
  ).toBe(0)
})
beforeEach(() => {
  collector.received.length = 0
})
afterAll(async () => {
  await collector?.stop()
  await disk?.unmount()
  await folder?.remove()
})

const run = () => runCli(['agent', 'run', '--state-dir', disk.path])

test('a second run ends at once with its own exit code, and the next one works', async () => {
  const lock = await lockStateDir(disk.path)
  const { code, stdout, stderr } = await run()
  lock.release()
  const reason = `rollcall: another run of this agent uses ${disk.path} (process ${process.pid}): wait for it to end, or stop it\n`
  expect({ code, stdout, stderr }).toEqual({ code: otherRunExitCode, stdout: '', stderr: reason })
  expect(collector.received).toEqual([])
  expect(await run()).toMatchObject({ code: 0, stdout: '1 snapshot sent\n' })
})

test('a read-only disk ends the run with the reason', async () => {
  const remount = (mode: string) => runProcess('mount', ['-o', `remount,${mode}`, disk.path], { timeoutMs: 10_000 })
  expect((await remount('ro')).code).toBe(0)
  const { code, stderr } = await run()
  expect((await remount('rw')).code).toBe(0)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^rollcall: cannot lock .*agent\.lock: EROFS: read-only file system.*\n$/),
  ])
  expect(await run()).toMatchObject({ code: 0 })
})

test('a token that another user can change sends nothing', async () => {
  const path = join(disk.path, 'agent.json')
  await chown(path, 4321, 4321)
  const { code, stderr } = await run()
  await chown(path, 0, 0)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${path} belongs to the user with id 4321`)])
  expect(collector.received).toEqual([])
})
