import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LimitError, ownedEntriesMax, RefusedError, readValue, runText } from './host.ts'
import { localHost } from './local.ts'

const host = localHost()
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
  expect(await host.socketOwners(new Set([inode, 1]))).toEqual(new Map([[inode, process.pid]]))
  server.close()
})

it('computes a text again only if its fingerprint differs', async () => {
  const cacheFolder = join(folder, 'state', 'cache')
  const cached = (fingerprint: string, text: string) =>
    localHost({ cacheFolder }).cached('x', fingerprint, async () => text)
  expect(await cached('1', 'first\n\0')).toBe('first\n\0')
  expect(await cached('1', 'second')).toBe('first\n\0')
  expect(await cached('1\n', 'third')).toBe('third')
  expect((await stat(join(cacheFolder, 'x'))).mode & 0o777).toBe(0o600)
  await writeFile(join(folder, 'file'), '')
  const full = localHost({ cacheFolder: join(folder, 'file', 'below') })
  expect(await full.cached('x', '1', async () => 'not stored')).toBe('not stored')
  await expect(full.cached('x', '1', async () => Promise.reject(new Error('locked')))).rejects.toThrow('locked')
})

describe('runText', () => {
  it('returns standard output, whatever is on standard error', async () => {
    expect(await runText(host, await program('echo "$1"; echo hm >&2'), ['$HOME; x'])).toBe('$HOME; x\n')
  })

  it('names the reason of a failure', async () => {
    await expect(runText(host, await program('echo bad db >&2; exit 3'), [])).rejects.toThrow(
      /program ended with 3: bad db/,
    )
    await expect(runText(host, await program('echo Permission denied >&2; exit 1'), [])).rejects.toThrow(RefusedError)
    await expect(runText(host, await program('exec sleep 60'), [], { timeoutMs: 50 })).rejects.toThrow(/within 50 ms/)
    await expect(
      runText(host, await program('while :; do echo x; done'), [], { outputBytesMax: 1000 }),
    ).rejects.toThrow(/more than 1000 bytes/)
    await expect(runText(host, 'no-such-program', [])).rejects.toThrow(/ENOENT/)
    expect(await host.hasProgram('no-such-program')).toBe(false)
  })
})
