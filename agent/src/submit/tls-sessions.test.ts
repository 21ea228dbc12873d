import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@rollcall/shared/node/pinned-client.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestCollector, type TestCollector } from './testing/collector.ts'
import { tlsSessionsIn, tlsSessionsPath } from './tls-sessions.ts'

let stateDir: string
let collector: TestCollector
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'tls-sessions-'))
  collector = await startTestCollector()
  collector.answer(() => ({ status: 200 }))
})
afterEach(async () => {
  await collector.stop()
  await rm(stateDir, { recursive: true })
})

const log = { info: () => undefined, warn: () => undefined }
/** Calls the collector like a run of the agent; returns whether its connection was resumed. */
async function call({ url, caPem } = collector) {
  const sessions = await tlsSessionsIn(stateDir, caPem)
  await createClient({ url, caPem, sessions })({ method: 'POST', path: '/', body: '{}' })
  await sessions.save(log)
  return collector.received.at(-1)?.isResumed
}

it('resumes the session of the last run, which only the owner of the state can read', async () => {
  expect(await call()).toBe(false)
  expect((await stat(tlsSessionsPath(stateDir))).mode & 0o777).toBe(0o600)
  expect([await call(), await call()]).toEqual([true, true])
  expect(collector.connections()).toBe(3)
})

it('sends its request over a full handshake if the collector has forgotten the session', async () => {
  await call()
  collector.forgetSessions()
  expect(await call()).toBe(false)
  expect([collector.received.length, collector.connections()]).toEqual([2, 3])
  expect(await call()).toBe(true)
})

it.each(['', '{', '{"caHash":"x","sessions":{}}'])(
  'needs a full handshake after its file was damaged (%j)',
  async (text) => {
    await call()
    await writeFile(tlsSessionsPath(stateDir), text)
    expect([await call(), await call()]).toEqual([false, true])
  },
)

it('needs a full handshake if the session itself is damaged', async () => {
  await call()
  const text = await readFile(tlsSessionsPath(stateDir), 'utf8')
  const { sessions, ...rest } = JSON.parse(text) as { sessions: Record<string, string> }
  const damaged = Object.fromEntries(Object.keys(sessions).map((address) => [address, 'AAAA']))
  await writeFile(tlsSessionsPath(stateDir), JSON.stringify({ ...rest, sessions: damaged }))
  expect(await call()).toBe(false)
})

it('never resumes a session with the server of another CA', async () => {
  await call()
  const other = await startTestCollector()
  // The agent joined another collector, which has the address of the first one.
  await expect(call({ ...collector, caPem: other.caPem })).rejects.toThrow(/certificate/)
  expect(collector.received).toHaveLength(1)
  await other.stop()
})
