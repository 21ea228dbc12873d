import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestCollector } from '@rollcall/agent/submit/testing/collector.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launcher, runCli } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'

// A real agent on a machine whose file systems do not answer.

const script = fileURLToPath(new URL('../../harness/dead-file-systems.py', import.meta.url))
const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private']

let folder: TmpFolder
let collector: Awaited<ReturnType<typeof startTestCollector>>
let stateDir: string
beforeAll(async () => {
  folder = await tmpFolder()
  stateDir = join(folder.path, 'agent')
  collector = await startTestCollector()
  const { caPem } = collector
  const joined = { agentId: idOf('a'), siteId: idOf('b'), token: 'agent-token', caPem }
  collector.answer(({ path }) =>
    path === '/api/agent/join'
      ? { status: 201, body: joined }
      : { status: 201, body: { snapshotId: idOf('c'), deviceId: 'd' } },
  )
  const token = formatJoinToken({ secret: 'a-join-secret-of-some-length', pin: collector.pin, kind: 'agent' })
  const { code, stderr } = await runCli([
    ...['agent', 'join', '--url', collector.url, '--token', token, '--state-dir', stateDir],
  ])
  expect(code, stderr).toBe(0)
})
afterAll(async () => {
  await collector?.stop()
  await folder?.remove()
})

const idOf = (last: string) => `01990000-0000-7000-8000-00000000000${last}`

async function runWithDead(folders: readonly string[]): Promise<Observation> {
  const run = [launcher.program, launcher.script, 'agent', 'run', '--state-dir', stateDir]
  const args = [...namespaces, 'python3', script, ...folders, '--', ...run]
  const { code, stdout, stderr } = await runProcess('unshare', args, { timeoutMs: 90_000 })
  expect({ code, stdout, left: /left behind.*/.exec(stderr)?.[0] }, stderr).toEqual({
    code: 0,
    stdout: '1 snapshot sent\n',
    left: undefined,
  })
  return observationSchema.parse(collector.received.at(-1)?.body)
}

describe('a run of the agent', () => {
  it('ends and sends the rest, and names what is missing, while more file systems hang than there are threads', async () => {
    const mounts = Array.from({ length: 9 }, (_, index) => join(folder.path, `mount ${index}`))
    for (const mount of mounts) await mkdir(mount)
    const { truncated, software = [] } = await runWithDead([...mounts, '/etc/ssh'])
    expect(software.length).toBeGreaterThan(50)
    expect(truncated).toContainEqual(
      expect.stringMatching(/^hardware: volumes has no size of \d+ file systems that do not answer: /),
    )
    expect(truncated).toContain('identity: without ssh-host-keys (not finished within 10000 ms)')
  })

  it('ends and sends, and names what is missing, while most of the system hangs', async () => {
    const { truncated } = await runWithDead(['/etc/ssh', '/etc/init.d', '/var/lib/dpkg', '/var/lib/apt', '/boot'])
    expect(truncated).toContain('software: without dpkg (not finished within 10000 ms)')
    expect(truncated?.length).toBeGreaterThan(10)
  })
})
