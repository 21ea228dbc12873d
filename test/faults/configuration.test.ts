import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { describe, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { descendantsOf, launcher, runCli } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { expectOneLine } from './one-line.ts'

type Start = { folder: TmpFolder; dataDir: string; args: string[] }

/** The arguments of a `rollcall up` that would succeed. */
async function start(): Promise<Start> {
  const folder = await tmpFolder()
  const dataDir = join(folder.path, 'data')
  const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  return { folder, dataDir, args: ['up', '--json', '--no-agent', '--data-dir', dataDir, ...ports] }
}

/** Prepares what is wrong; gives what to run differently, or nothing. */
type Fault = (start: Start) => Promise<{ args?: string[]; env?: NodeJS.ProcessEnv } | undefined>

const withEnv =
  (env: NodeJS.ProcessEnv): Fault =>
  async () => ({ env })

const withFile =
  (name: string, content: string, mode = 0o600): Fault =>
  async ({ dataDir }) => {
    const file = join(dataDir, name)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, content, { mode })
    return undefined
  }

const faults: [string, RegExp, Fault][] = [
  [
    'a database address of another kind',
    /ROLLCALL_DATABASE_URL must be a postgresql:/,
    withEnv({ ROLLCALL_DATABASE_URL: 'mysql://localhost/x' }),
  ],
  [
    'PostgreSQL that is not there',
    /^PostgreSQL does not answer at 127\.0\.0\.1:1\/x .*start it/,
    withEnv({ ROLLCALL_DATABASE_URL: 'postgresql://u:pw@127.0.0.1:1/x' }),
  ],
  [
    'half of a certificate',
    /set ROLLCALL_TLS_CERT_FILE and ROLLCALL_TLS_KEY_FILE together/,
    withEnv({ ROLLCALL_TLS_CERT_FILE: '/etc/hostname' }),
  ],
  [
    'a certificate that is none',
    /\/etc\/hostname/,
    withEnv({ ROLLCALL_TLS_CERT_FILE: '/etc/hostname', ROLLCALL_TLS_KEY_FILE: '/etc/hostname' }),
  ],
  [
    'a master key that is none',
    /^the master key .+master\.key is not 64 hex digits: /,
    withFile('master.key', 'secret\n'),
  ],
  [
    'a master key that others can read',
    /: chmod 600 .+master\.key$/,
    withFile('master.key', `${'ab'.repeat(32)}\n`, 0o644),
  ],
  [
    'a database that is none',
    /^the file .+rollcall\.db is not a database: /,
    withFile('rollcall.db', 'x'.repeat(8192)),
  ],
  [
    'a file where the data directory should be',
    /^the data directory .+ is not writable .*--data-dir/,
    async ({ dataDir }) => void (await writeFile(dataDir, '')),
  ],
  [
    'an address of another machine',
    /^192\.0\.2\.1 is not an address of this machine: choose another with --host or ROLLCALL_HOST$/,
    async () => ({ args: ['--host', '192.0.2.1'] }),
  ],
  [
    'a damaged service.json',
    /service\.json .*join again with a new token/,
    withFile('audit-service/service.json', '{"auditServiceId":'),
  ],
  [
    'a service.json of something else',
    /service\.json .*join again with a new token/,
    withFile('audit-service/service.json', '{}'),
  ],
]

describe.concurrent('rollcall up ends with one line that says what to do', () => {
  test.each(faults)('%s', async (_, line, fault) => {
    const { folder, args } = await prepared(fault)
    await using _folder = folder
    const result = await runCli(args.all, { env: args.env })
    expectOneLine(result, line)
  })

  test.each([
    ['--port', 'HTTPS', 'ROLLCALL_PORT'],
    ['--nats-port', 'NATS', 'ROLLCALL_NATS_PORT'],
  ])('refuses %s with a port that is in use', async (flag, protocol, variable) => {
    const { folder, dataDir, args } = await start()
    await using _folder = folder
    await using taken = await listen()
    const result = await runCli([...args, flag, `${taken.port}`])
    expectOneLine(
      result,
      new RegExp(`^port ${taken.port} for ${protocol} is used by another program: .*${flag} or ${variable}$`),
    )
    // Before migrations and first data: a former version of Rollcall can still use the database.
    using database = new DatabaseSync(join(dataDir, 'rollcall.db'))
    expect(database.prepare('SELECT count(*) AS sites FROM sites').all()).toEqual([{ sites: 0 }])
  })

  test.each([
    ['--port', '99999'],
    ['--port', 'https'],
    ['--nats-port', '-1'],
  ])('rejects %s %s as a usage error', async (flag, value) => {
    const { folder, args } = await start()
    await using _folder = folder
    const { code, stdout, stderr } = await runCli([...args, `${flag}=${value}`])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(flag)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('refuses a data directory without write permission', async () => {
    const { folder, dataDir, args } = await start()
    await using _folder = folder
    await mkdir(dataDir)
    await chmod(dataDir, 0o500)
    // Root without the right to write everywhere: who the files belong to counts again.
    const ordinary = ['--bounding-set=-dac_override', launcher.program, launcher.script, ...args]
    const result = await runProcess(findProgram('setpriv') ?? 'setpriv', ordinary, { timeoutMs: 60_000 })
    expectOneLine(result, /^the data directory .+ is not writable by this user .*--data-dir/)
    expect(await readdir(dataDir)).toEqual([])
  })

  test.each([
    ['collector', 'status', '--data-dir'],
    ['join-token', 'create', '--for', 'agent', '--data-dir'],
    ['user', 'reset-password', 'admin', '--data-dir'],
    ['doctor', '--data-dir'],
    ['agent', 'status', '--state-dir'],
    ['agent', 'run', '--state-dir'],
    ['audit-service', 'status', '--state-dir'],
  ])('%s %s says that it needs sudo for a folder of another user', async (...words) => {
    await using folder = await tmpFolder()
    const closed = join(folder.path, 'closed')
    await mkdir(closed)
    await chmod(closed, 0)
    const ordinary = ['--bounding-set=-dac_override,-dac_read_search', launcher.program, launcher.script]
    const args = [...ordinary, ...words, closed]
    const result = await runProcess(findProgram('setpriv') ?? 'setpriv', args, { timeoutMs: 60_000 })
    expectOneLine(result, /^this user may not open .+closed: run this command with sudo$/)
  })

  test('refuses a nats-server that is too old', async () => {
    const { folder, args } = await start()
    await using _folder = folder
    const fake = join(folder.path, 'nats-server')
    await writeFile(fake, '#!/bin/sh\necho nats-server: v2.9.10\n', { mode: 0o755 })
    const real = findTool('nats-server', toolsDirOf(join(import.meta.dirname, '..', '..'))) ?? ''
    // The fake lies over the real one in a mount namespace that ends with the command.
    const over = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
    const command = ['--mount', 'sh', '-c', over, 'sh', fake, real, launcher.program, launcher.script, ...args]
    const result = await runProcess(findProgram('unshare') ?? 'unshare', command, { timeoutMs: 60_000 })
    expectOneLine(result, /nats-server is version 2\.9\.10, .*install 2\.12\.3 or newer/)
  })

  test('a failed start leaves no process, and no ready file of an earlier start', async () => {
    const { folder, dataDir, args } = await start()
    await using _folder = folder
    await mkdir(dataDir)
    const readyFile = join(dataDir, 'ready.json')
    await writeFile(readyFile, '{"url":"https://127.0.0.1:1"}')
    await using taken = await listen()
    await runCli([...args, '--ready-file', readyFile, '--nats-port', `${taken.port}`])
    expect(existsSync(readyFile)).toBe(false)
    expect(descendantsOf(1).filter(({ command }) => command.includes(dataDir))).toEqual([])
  })
})

async function prepared(fault: Fault) {
  const normal = await start()
  const { args = [], env = {} } = (await fault(normal)) ?? {}
  return { folder: normal.folder, args: { all: [...normal.args, ...args], env } }
}

async function listen(): Promise<AsyncDisposable & { port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening TCP server has no port')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: address.port, [Symbol.asyncDispose]: close }
}
