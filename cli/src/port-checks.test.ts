import { createServer, type Server } from 'node:net'
import { writeLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../test/harness/tmp.ts'
import { portChecks } from './port-checks.ts'

let folder: TmpFolder
let server: Server
let port: number
beforeEach(async () => {
  folder = await tmpFolder()
  server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  server.close()
  await folder.remove()
})

/** Checks the ports of a collector with a process id, whose HTTPS and NATS port are the one of the test. */
async function checksOf(pid: number) {
  const caFile = `${folder.path}/ca.pem`
  const url = `https://127.0.0.1:${port}`
  const access = { url, caFile, token: 't', pid, version: '0', engine: 'sqlite' as const, masterKeyFile: '' }
  await writeLocalAccess(folder.path, { ...access, ports: { ROLLCALL_PORT: port, ROLLCALL_NATS_PORT: port } })
  return portChecks({ dataDir: folder.path })
}

it('says that a collector which listens does not answer', async () => {
  expect(await checksOf(process.pid)).toEqual([
    { name: `port ${port}`, state: 'broken', detail: expect.stringMatching(/ca\.pem.*; restart the collector$/) },
    { name: `port ${port}`, state: 'ok', detail: 'the collector' },
  ])
})

it('names a program that has the ports of a running collector, and what to do', async () => {
  const [https, nats] = await checksOf(process.ppid + 1_000_000)
  expect(https).toMatchObject({ state: 'broken' })
  for (const [check, setting] of [
    [https, 'ROLLCALL_PORT'],
    [nats, 'ROLLCALL_NATS_PORT'],
  ] as const) {
    expect(check?.detail).toMatch(
      new RegExp(`^used by .+ \\(process ${process.pid}\\), not by the collector; .*${setting}, and restart`),
    )
  }
})

it('says that nothing listens on the port of a collector', async () => {
  await new Promise((resolve) => server.close(resolve))
  expect((await checksOf(process.pid)).map(({ state, detail }) => `${state}: ${detail}`)).toEqual([
    'broken: nothing listens; restart the collector',
    'broken: nothing listens; restart the collector',
  ])
})
