import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LimitError, ownedEntriesMax, RefusedError, readValue, runText, TimeoutError } from './host.ts'
import { localHost } from './local.ts'

const host = localHost()
const cut = (what: string) => expect.unreachable(what)
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-host-'))
})
afterEach(() => rm(folder, { recursive: true }))

const program = async (text: string) => {
  const path = join(folder, 'program')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

describe('readFile', () => {
  it('reads whole files of any size up to the limit', async () => {
    const path = join(folder, 'file')
    for (const size of [0, 1, 4095, 4096, 4097, 100_000]) {
      await writeFile(path, 'é'.repeat(size / 2) + 'x'.repeat(size % 2))
      expect((await host.readFile(path, 100_000))?.length).toBe(Math.ceil(size / 2))
    }
    await expect(host.readFile(path, 99_999)).rejects.toThrow(LimitError)
    expect((await host.readFile('/proc/self/status', 65_536))?.startsWith('Name:')).toBe(true)
  })

  it('returns undefined for a missing file, a folder, or a path below a file', async () => {
    for (const path of [join(folder, 'none'), folder, '/etc/passwd/none'])
      expect(await host.readFile(path, 10)).toBeUndefined()
    expect(await host.listFolder(join(folder, 'none'))).toEqual([])
  })

  it('trims white space and NUL around a value', async () => {
    const path = join(folder, 'value')
    await writeFile(path, ' Board 4 \0')
    expect(await readValue(host, path)).toBe('Board 4')
    await writeFile(path, '\n')
    expect(await readValue(host, path)).toBeUndefined()
  })
})

it('an I/O error is an error, except of a value of the kernel', async () => {
  const link = join(folder, 'failing')
  // A process has nothing at the address 0.
  await symlink('/proc/self/mem', link)
  await expect(host.readFile(link, 10)).rejects.toThrow('EIO')
  expect(await host.readFile('/proc/self/mem', 10)).toBeUndefined()
})

describe('files of a user', () => {
  const uid = 4321
  const asRoot = it.runIf(process.getuid?.() === 0)

  asRoot('are read by their owner, whatever link leads to them', async () => {
    const at = (name: string) => join(folder, name)
    await mkdir(at('home'))
    await mkdir(at('others'))
    await writeFile(at('home/own'), 'mine')
    await writeFile(at('secret'), 'root')
    for (const name of ['home', 'home/own']) await chown(at(name), uid, uid)
    await symlink(at('secret'), at('home/link'))
    await symlink('own', at('home/good'))
    await symlink('loop', at('home/loop'))
    await symlink('/dev/zero', at('home/device'))
    await symlink(at('others'), at('home/folder'))
    expect((await host.run('mkfifo', [at('home/pipe')], { timeoutMs: 9_000, outputBytesMax: 100 })).code).toBe(0)
    await chown(at('home/pipe'), uid, uid)

    const read = (name: string) => host.readFile(at(name), 100, uid)
    expect(await Promise.all(['home/own', 'home/good'].map(read))).toEqual(['mine', 'mine'])
    const refused = ['secret', 'home/link', 'home/loop', 'home/device', 'home/pipe', 'home', 'home/none']
    expect(await Promise.all(refused.map(read))).toEqual(refused.map(() => undefined))
    expect(await host.listFolder(at('home'), uid)).toEqual(['device', 'folder', 'good', 'link', 'loop', 'own', 'pipe'])
    expect(await host.listFolder(at('home/folder'), uid)).toEqual([])
    expect(await host.listFolder(at('home/pipe'), uid)).toEqual([])
  })

  it('are not listed in part', async () => {
    for (let index = 0; index <= ownedEntriesMax; index++) await writeFile(join(folder, `${index}`), '')
    await expect(host.listFolder(folder, process.getuid?.())).rejects.toThrow(LimitError)
  })
})

it('returns the modification times of files by their suffix', async () => {
  for (const [name, seconds] of [
    ['a.list', 1_700_000_000.9],
    ['b\nc.list', 0],
    ['d.md5', 7],
  ] as const) {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), seconds, seconds)
  }
  await symlink('nowhere', join(folder, 'e.list'))
  expect(await host.modifiedTimes(folder, '.list')).toEqual(
    new Map([
      ['a.list', 1_700_000_000],
      ['b\nc.list', 0],
    ]),
  )
  expect(await host.modifiedTimes(join(folder, 'none'), '')).toEqual(new Map())
})

it('returns the process of a listening socket', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port.toString(16).toUpperCase().padStart(4, '0') : ''
  const row = (await host.readFile('/proc/self/net/tcp', 1e7))
    ?.split('\n')
    .find((line) => line.includes(`:${port} 0000`))
  const inode = Number(row?.trim().split(/\s+/)[9])
  expect(await host.socketOwners(new Set([inode, 1]), cut)).toEqual(new Map([[inode, process.pid]]))
  server.close()
})

it('reads once in a run what several sources use, except a large file', async () => {
  const host = localHost({ readsOnce: true })
  const [small, large] = [join(folder, 'small'), join(folder, 'large')]
  const write = async (text: string) => {
    await writeFile(small, text)
    await writeFile(large, text.repeat(100_000))
  }
  const read = async () => {
    const texts = await Promise.all([small, large].map((path) => host.readFile(path, 1_000_000)))
    return [...texts.map((text) => text?.[0]), (await host.listFolder(folder)).length]
  }
  await write('a')
  expect(await Promise.all([read(), read()])).toEqual([
    ['a', 'a', 2],
    ['a', 'a', 2],
  ])
  await write('b')
  await writeFile(join(folder, 'third'), '')
  // The limit is part of what is asked for.
  await expect(host.readFile(small, 0)).rejects.toThrow('larger than 0 bytes')
  expect(await read()).toEqual(['a', 'b', 2])
})

it('computes a text again only if its fingerprint differs', async () => {
  const cacheFolder = join(folder, 'state', 'cache')
  const cached = (fingerprint: string, text: string) =>
    localHost({ cacheFolder }).cached?.('x', fingerprint, async () => text)
  expect(await cached('1', 'first\n\0')).toBe('first\n\0')
  expect(await cached('1', 'second')).toBe('first\n\0')
  expect(await cached('1\n', 'third')).toBe('third')
  expect((await stat(join(cacheFolder, 'x'))).mode & 0o777).toBe(0o600)
  const whole = await readFile(join(cacheFolder, 'x'), 'utf8')
  await writeFile(join(cacheFolder, 'x'), whole.replace('third', 'thir\0'))
  expect(await cached('1\n', 'fourth')).toBe('fourth')
  await writeFile(join(folder, 'file'), '')
  const full = localHost({ cacheFolder: join(folder, 'file', 'below') })
  expect(await full.cached?.('x', '1', async () => 'not stored')).toBe('not stored')
  await expect(full.cached?.('x', '1', async () => Promise.reject(new Error('locked')))).rejects.toThrow('locked')
})

describe('runText', () => {
  // The programs of these tests are in the folder for temporary files, from where root runs none.
  const host = localHost({ find: (path) => ({ path }) })

  it('returns standard output, whatever is on standard error', async () => {
    expect(await runText(host, await program('echo "$1"; echo hm >&2'), ['$HOME; x'])).toBe('$HOME; x\n')
  })

  it('names the reason of a failure', async () => {
    await expect(runText(host, await program('echo bad db >&2; exit 3'), [])).rejects.toThrow(
      /program ended with 3: bad db/,
    )
    await expect(runText(host, await program('echo Permission denied >&2; exit 1'), [])).rejects.toThrow(RefusedError)
    const warned = 'echo "WARNING: not stable" >&2; echo >&2; echo'
    await expect(runText(host, await program(`${warned} E: bad >&2; exit 100`), [])).rejects.toThrow(
      /with 100: E: bad$/,
    )
    await expect(
      runText(host, await program(`${warned} "E: x (13: Permission denied)" >&2; exit 100`), []),
    ).rejects.toThrow(/program: E: x \(13: Permission denied\)$/)
    await expect(runText(host, await program('exec sleep 60'), [], { timeoutMs: 50 })).rejects.toThrow(/within 50 ms/)
    await expect(
      runText(host, await program('while :; do echo x; done'), [], { outputBytesMax: 1000 }),
    ).rejects.toThrow(/more than 1000 bytes/)
    await expect(runText(localHost(), 'no-such-program', [])).rejects.toThrow('no-such-program is not installed')
    expect(await localHost().hasProgram('no-such-program')).toBe(false)
  })

  it('ends a program that ignores it with those that it started, at its limit or when its source ends', async () => {
    const pidFile = join(folder, 'pid')
    const text = `trap '' TERM INT HUP; sleep 60 & echo $! > '${pidFile}'; wait`
    for (const end of ['limit', 'source']) {
      const ended = new AbortController()
      const limits = { timeoutMs: end === 'limit' ? 1_000 : 60_000, outputBytesMax: 1_000, signal: ended.signal }
      const running = host.run(await program(text), [], limits)
      const pid = await waitFor(async () => Number(await readFile(pidFile, 'utf8').catch(() => '')) || undefined)
      if (end === 'source') ended.abort()
      await expect(running).rejects.toThrow(end === 'limit' ? TimeoutError : 'was stopped')
      await waitFor(async () => !isAlive(pid))
      await rm(pidFile)
    }
  })

  it('gives programs an environment and a working folder of the system, and none of its own', async () => {
    const injected = { LD_PRELOAD: '', NODE_OPTIONS: '--inspect', PERL5LIB: '/tmp', GIT_DIR: '/tmp', HOME: '/tmp' }
    const former = { ...process.env }
    Object.assign(process.env, injected)
    try {
      const [names, home, path, at] = (await runText(host, await program(printEnvironment), [])).trim().split('\n')
      expect(names).toBe('HOME LC_ALL PATH PWD')
      expect(home).not.toBe('/tmp')
      expect(path).toContain('/usr/bin')
      expect(at).toBe('/')
    } finally {
      for (const name of Object.keys(injected)) delete process.env[name]
      Object.assign(process.env, former)
    }
  })
})

async function waitFor<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const value = await read()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A process that has ended stays as a zombie until its parent reads its exit code. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const printEnvironment = `env | sed 's/=.*//' | grep -v '^_$' | sort | paste -sd ' '; echo "$HOME"; echo "$PATH"; pwd`

it('runs no program that it refuses, says that it is absent, and reports it once with the reason', async () => {
  const planted = await program('touch "$0.was-run"')
  const refused = `${planted} is not run as root`
  const host = localHost({ find: () => ({ refused }) })
  expect(await host.hasProgram(planted)).toBe(false)
  await expect(runText(host, planted, [])).rejects.toThrow(new RefusedError(refused))
  expect(host.refusedPrograms()).toEqual(new Map([['program', refused]]))
  await expect(stat(`${planted}.was-run`)).rejects.toThrow(/ENOENT/)
})

it.runIf(process.getuid?.() === 0)(
  'names what this user may not read: files, folders and those of programs',
  async () => {
    const at = (name: string) => join(folder, name)
    await chmod(folder, 0o755)
    await mkdir(at('closed'), { mode: 0o700 })
    await writeFile(at('secret'), '', { mode: 0o600 })
    await writeFile(at('open'), 'text', { mode: 0o644 })
    const host = localHost({ find: (name) => ({ path: name === 'awk' ? '/usr/bin/awk' : name }) })
    process.seteuid?.(4321)
    try {
      expect(await host.readFile(at('open'), 10)).toBe('text')
      expect(host.deniedPaths()).toEqual([])
      expect(await host.readFile(at('secret'), 10)).toBeUndefined()
      expect(await host.listFolder(at('closed'))).toEqual([])
      expect(await host.readFile(at('none'), 10)).toBeUndefined()
      await host.run('awk', ['{ print }', '/etc/shadow'], { timeoutMs: 5_000, outputBytesMax: 1_000 })
      await host.socketOwners(new Set([1]), cut)
    } finally {
      process.seteuid?.(0)
    }
    expect(host.deniedPaths()).toEqual(['/etc/shadow', '/proc/<pid>/fd', at('closed'), at('secret')].sort())
  },
)
