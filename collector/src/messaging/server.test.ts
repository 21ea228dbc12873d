import { once } from 'node:events'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestNats, type TestNats } from '../../../test/harness/nats.ts'
import { startProcess } from '../../../test/harness/processes.ts'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { collectorCredentials } from './accounts.ts'
import { checkServerVersion } from './server-version.ts'
import { createStreamsEnsurer, ensureStreams } from './streams.ts'

const opened: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const nats of opened.splice(0)) await nats.stop()
})

async function start(): Promise<TestNats> {
  const nats = await startTestNats()
  opened.push(nats)
  return nats
}

/** Reports whether a process runs. An ended process has no command line, even before its parent has waited for it. */
const isRunning = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''

describe('the embedded server', () => {
  it('protects its configuration and writes each message to disk before it acknowledges', async () => {
    const nats = await start()
    const file = join(nats.folder, 'nats', 'nats-server.conf')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/sync_interval: always/)
  })

  it('keeps streams and messages across a restart', async () => {
    const nats = await start()
    const link = await nats.connect(await collectorCredentials(nats.keys))
    const jsm = await jetstreamManager(link.nc)
    await ensureStreams(jsm)
    await jsm.jetstream().publish('rollcall.tasks.some', 'kept')
    await nats.stopServer()
    await nats.startServer()
    await waitFor(() => link.isConnected(), { what: 'the connection to be back' })
    expect((await jsm.streams.getMessage('ROLLCALL_TASKS', { seq: 1 }))?.string()).toBe('kept')
    // At its start the collector ensures its streams again.
    await ensureStreams(jsm)
    expect((await jsm.streams.info('ROLLCALL_TASKS')).state.messages).toBe(1)
  })

  it('has room for all clients that create its streams concurrently', async () => {
    const nats = await start()
    const { nc } = await nats.connect(await collectorCredentials(nats.keys))
    const ensure = createStreamsEnsurer(nc)
    await Promise.all([ensure(), ensure(), ensure()])
    const info = await (await jetstreamManager(nc)).getAccountInfo()
    expect(info.streams).toBe(2)
  })

  it('is restarted after a crash, and clients reconnect', async () => {
    const nats = await start()
    const link = await nats.connect(await collectorCredentials(nats.keys))
    const first = nats.pid() ?? 0
    process.kill(first, 'SIGKILL')
    await waitFor(() => !link.isConnected(), { what: 'the connection to be lost' })
    await waitFor(() => link.isConnected(), { what: 'the connection to be back', timeoutMs: 20_000 })
    await link.nc.flush()
    expect(nats.pid()).not.toBe(first)
  })

  it('ends with its collector', async () => {
    const nats = await start()
    const pid = nats.pid() ?? 0
    expect(await isRunning(pid)).toBe(true)
    await nats.stopServer()
    expect(await isRunning(pid)).toBe(false)
  })

  it.each([
    ['the same', (config: string) => config],
    ['another', (config: string) => config.replace('/nats/', '/./nats/../nats/')],
  ])('ends the server that a killed collector left, found by %s spelling of its file', async (_how, spelling) => {
    const nats = await start()
    await nats.stopServer()
    // A collector killed right after the spawn leaves its nats-server to init, and nothing else.
    const config = spelling(join(nats.folder, 'nats', 'nats-server.conf'))
    const script = `"$0" --config "$1" >/dev/null 2>&1 & echo "pid $!"`
    const left = await startProcess({ program: '/bin/sh', args: ['-c', script, nats.natsServerPath, config] })
    await left.exited
    const orphan = Number(/pid (\d+)/.exec(left.stdout())?.[1])
    await waitFor(() => readFile(`/proc/${orphan}/cmdline`, 'utf8').then((line) => line.includes('nats-server')), {
      what: 'nats-server to run',
    })

    await nats.startServer()
    expect(await isRunning(orphan)).toBe(false)
    expect(nats.pid()).not.toBe(orphan)
  })

  it('spares a process that only names the file', async () => {
    const nats = await start()
    await nats.stopServer()
    const config = join(nats.folder, 'nats', 'nats-server.conf')
    await using other = await startProcess({ program: '/usr/bin/tail', args: ['-f', config] })
    await nats.startServer()
    expect(await isRunning(other.pid)).toBe(true)
  })

  it('names the port in use and the option to choose another', async () => {
    const nats = await start()
    await nats.stopServer()
    const taker = createServer().listen(nats.port, '127.0.0.1')
    await once(taker, 'listening')
    try {
      const error = await nats.startServer().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(OperatorError)
      expect(String(error)).toMatch(new RegExp(`port ${nats.port} .*--nats-port`))
    } finally {
      taker.close()
    }
  })

  it('reports why it does not start', async () => {
    const nats = await start()
    await nats.stopServer()
    for (const name of await readdir(join(nats.folder, 'tls'))) {
      if (name.endsWith('.key') && name !== 'ca.key') await writeFile(join(nats.folder, 'tls', name), 'broken')
    }
    const error = await nats.startServer().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toMatch(/nats-server does not start .*(certificate|key)/i)
  })
})

describe('the version of nats-server', () => {
  const withProgram = async (script: string) => {
    const folder = await tmpFolder()
    opened.push({ stop: folder.remove })
    const program = join(folder.path, 'nats-server')
    await writeFile(program, `#!/bin/sh\n${script}\n`)
    await chmod(program, 0o755)
    return checkServerVersion(program)
  }

  it('is rejected if too old, in one line with the remedy', async () => {
    const error = await withProgram('echo "nats-server: v2.9.10"').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toMatch(/2\.9\.10.*install 2\.12\.3 or newer/)
    expect(String(error)).not.toContain('\n')
  })

  it('is rejected if missing', async () => {
    await expect(withProgram('echo hello; exit 1')).rejects.toThrow(/reports no version \(hello\)/)
    await expect(checkServerVersion('/no/such/nats-server')).rejects.toThrow(OperatorError)
  })

  it('is accepted from 2.12.3 on', async () => {
    await withProgram('echo "nats-server: v2.12.3"')
  })
})
