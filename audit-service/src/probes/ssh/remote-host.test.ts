import { chown, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smbios } from '@rollcall/agent/inventory/hardware/smbios/tables.ts'
import { encodeTable, smbiosFiles } from '@rollcall/agent/inventory/hardware/smbios/testing/encode-tables.ts'
import { type Host, LimitError, RefusedError, runText, TimeoutError } from '@rollcall/agent/platform/host.ts'
import { localHost } from '@rollcall/agent/platform/local.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { Client } from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sshd, startSshd } from '../../../../test/harness/sshd.ts'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { openHostKeys } from './host-keys.ts'
import { logIn } from './log-in.ts'
import { loginMethodOf } from './login-method.ts'
import { parseSockets } from './read-scripts.ts'
import { remoteHost } from './remote-host.ts'
import { openSession } from './session.ts'
import { isRunning } from './testing/processes.ts'

let sshd: Sshd
let folder: TmpFolder
let client: Client
let host: Host
beforeAll(async () => {
  ;[sshd, folder] = await Promise.all([startSshd(), tmpFolder()])
  const { address, port, username, privateKey } = sshd
  const target = {
    address,
    port,
    hostKeys: openHostKeys(folder.path),
    signal: AbortSignal.timeout(60_000),
    wasKnown: false,
  }
  const login = await logIn(target, loginMethodOf({ kind: 'ssh-key', username, privateKey }))
  if (login.result !== 'in') throw new Error(login.text)
  client = login.client
  host = remoteHost(openSession(client).run)
})
afterAll(async () => {
  client.destroy()
  await sshd[Symbol.asyncDispose]()
  await folder.remove()
})

const hostile = [
  "it's",
  '$(touch pwned)',
  '`id`',
  '"; id; "',
  '-n',
  '--help',
  '*',
  '~root',
  'a\\tb\\',
  'line\nline',
  '%s%n',
  '==> x <==',
  'größe',
  '',
]

describe('run', () => {
  it('passes each argument unchanged, never as a command', async () => {
    const printed = await runText(host, 'printf', ['%s\\0', ...hostile])
    expect(printed.split('\0').slice(0, -1)).toEqual(hostile)
    await expect(host.run('echo', ['\0'], { timeoutMs: 1000, outputBytesMax: 10 })).rejects.toThrow(RangeError)
  })

  it('returns the end of a program with both outputs', async () => {
    const limits = { timeoutMs: 20_000, outputBytesMax: 100 }
    const script = 'printf out; echo err >&2; exit 3'
    expect(await host.run('sh', ['-c', script], limits)).toEqual({ code: 3, stdout: 'out', stderr: 'err\n' })
    await expect(host.run('no-such-program', [], limits)).rejects.toThrow('cannot start no-such-program')
    await expect(runText(host, 'cat', ['/etc/shadow'])).rejects.toThrow(RefusedError)
    expect(await runText(host, 'sh', ['-c', 'echo $LC_ALL; cat'])).toBe('C\n')
  })

  it('ends a program that floods, and continues with another shell', async () => {
    await expect(runText(host, 'yes', [], { outputBytesMax: 100_000 })).rejects.toThrow(LimitError)
    expect(await runText(host, 'echo', ['still here'])).toBe('still here\n')
  })

  it('ends an endless program, on the remote machine too', async () => {
    const file = join((await runText(host, 'sh', ['-c', 'cd && pwd'])).trim(), 'pid')
    const endless = host.run('sh', ['-c', 'echo $$ >"$0"; exec sleep 600', file], {
      timeoutMs: 300,
      outputBytesMax: 100,
    })
    await expect(endless).rejects.toThrow(TimeoutError)
    const pid = Number(await readFile(file, 'utf8'))
    await rm(file)
    expect(pid).toBeGreaterThan(1)
    await waitFor(async () => !(await isRunning(pid)), { what: 'the program to be ended' })
  })

  it('returns a long output completely', async () => {
    const text = await runText(host, 'sh', ['-c', 'i=0; while [ $i -lt 20000 ]; do echo "line $i"; i=$((i+1)); done'])
    expect(text.split('\n').length).toBe(20_001)
  })
})

describe('files and folders', () => {
  let at: string
  beforeAll(async () => {
    at = join(folder.path, 'tree')
    await mkdir(join(at, 'empty'), { recursive: true })
    for (const name of hostile) if (name !== '') await writeFile(join(at, `f ${name}`), `of ${name}`)
    await writeFile(join(at, '.hidden'), '')
    await writeFile(join(at, 'bytes'), Buffer.from([0, 1, 0xc3, 0xa9, 10, 10]))
    await writeFile(join(at, 'nested'), `before\n\n==> ${at}/bytes <==\nafter\n`)
    await symlink('/nowhere', join(at, 'dangling'))
    // The remote user differs from that of the test.
    await runText(localHost(), 'chmod', ['-R', 'a+rX', folder.path])
  })

  it('are equal to local reads', async () => {
    const here: Host = localHost()
    const names = await host.listFolder(at)
    expect(names).toEqual(await here.listFolder(at))
    expect(names).toContain('f line\nline')
    const paths = [...names.map((name) => join(at, name)), join(at, 'none'), join(at, 'bytes', 'below')]
    const read = (host: typeof here) => Promise.all(paths.map((path) => host.readFile(path, 1000)))
    const expected = await read(here)
    expect(expected).toContain('of $(touch pwned)')
    expect(await read(host)).toEqual(expected)
    expect(await host.listFolder(join(at, 'empty'))).toEqual([])
    expect(await host.listFolder(join(at, 'none'))).toEqual([])
  })

  it('are absent if unreadable, and refused if too large', async () => {
    expect(await host.readFile('/etc/shadow', 100_000)).toBeUndefined()
    expect(await host.listFolder('/root')).toEqual([])
    const path = join(at, 'bytes')
    expect(await host.readFile(path, 6)).toBe('\0\u0001é\n\n')
    await expect(host.readFile(path, 5)).rejects.toThrow(LimitError)
    expect((await host.readFile('/proc/self/status', 65_536))?.startsWith('Name:')).toBe(true)
  })

  it('of a user are read by their owner, whatever link leads to them', async () => {
    const owned = join(folder.path, 'owned')
    const path = (name: string) => join(owned, name)
    await mkdir(path('folder'), { recursive: true })
    await writeFile(path("own it's"), 'a\0b\n')
    await writeFile(path('empty'), '')
    await writeFile(path('other'), 'other')
    for (const name of ["own it's", 'empty', 'folder']) await chown(path(name), 4321, 4321)
    await symlink(path('other'), path('folder/link'))
    await symlink("../own it's", path('folder/good'))
    await symlink('loop', path('loop'))
    await runText(localHost(), 'chmod', ['-R', 'a+rX', folder.path])
    const names = ["own it's", 'empty', 'folder/good', 'other', 'folder/link', 'loop', 'folder', 'none']
    const read = (from: Host) => Promise.all(names.map((name) => from.readFile(path(name), 5, 4321)))
    expect(await read(host)).toEqual(['a\0b\n', '', 'a\0b\n', ...Array(5).fill(undefined)])
    expect(await read(host)).toEqual(await read(localHost()))
    await expect(host.readFile(path("own it's"), 3, 4321)).rejects.toThrow(LimitError)
    expect(await host.listFolder(path('folder'), 4321)).toEqual(['good', 'link'])
    expect(await host.listFolder(path('folder'), 0)).toEqual([])
    expect(await host.listFolder(path('none'), 4321)).toEqual([])
  })

  it('are read in part, by their owner', async () => {
    const path = join(folder.path, "part it's")
    await writeFile(path, Buffer.from('0123456789\0\xff\n', 'latin1'))
    await chown(path, 4321, 4321)
    const ranges: [number, number, number?][] = [
      [0, 4],
      [8, 100],
      [10, 2, 4321],
      [0, 4, 0],
      [1000, 4],
      [0, 0],
    ]
    const read = (from: Host) => Promise.all(ranges.map((range) => from.readRange(path, ...range)))
    expect((await read(host)).map((bytes) => bytes?.toString('latin1'))).toEqual([
      '0123',
      '89\0\xff\n',
      '\0\xff',
      undefined,
      '',
      '',
    ])
    expect(await read(host)).toEqual(await read(localHost()))
    for (const other of [folder.path, `${path}x`]) {
      expect([await host.readRange(other, 0, 4), await localHost().readRange(other, 0, 4)]).toEqual([
        undefined,
        undefined,
      ])
    }
  })

  it('have the modification times of local files', async () => {
    const times = join(folder.path, "times it's")
    await mkdir(times)
    for (const name of ['a.list', 'b c.list', "d'.list", 'e.md5']) {
      await writeFile(join(times, name), '')
      await utimes(join(times, name), 1_700_000_000.5, 1_700_000_000.5)
    }
    await runText(localHost(), 'chmod', ['-R', 'a+rX', folder.path])
    const found = await host.modifiedTimes(times, '.list')
    expect(found.size).toBe(3)
    expect(found).toEqual(await localHost().modifiedTimes(times, '.list'))
    expect(await host.modifiedTimes(join(times, 'none'), '')).toEqual(new Map())
  })

  it('have the sizes of local file systems', async () => {
    const [remote, none] = await Promise.all([host.fileSystemSize('/'), host.fileSystemSize("/no\nne's")])
    expect(remote?.sizeBytes).toBe((await localHost().fileSystemSize('/'))?.sizeBytes)
    expect(remote?.freeBytes).toBeGreaterThan(0)
    expect([none, await localHost().fileSystemSize('/none')]).toEqual([undefined, undefined])
  })

  it('that are private are read, and stay out of the transcript', async () => {
    const path = join(folder.path, 'unit.service')
    await writeFile(path, 'ExecStart=/usr/bin/app --token s3cret\n')
    const { run, transcript } = openSession(client)
    const other = remoteHost(run)
    const owner = process.getuid?.() ?? 0
    const [text, owned, open] = await Promise.all([
      other.readFile(path, 1000, undefined, 'private'),
      other.readFile(path, 1000, owner, 'private'),
      other.readFile('/etc/passwd', 100_000),
    ])
    expect([text, owned]).toEqual(Array(2).fill('ExecStart=/usr/bin/app --token s3cret\n'))
    const noisy = { timeoutMs: 10_000, outputBytesMax: 1000, isPrivate: true }
    await other.run('sh', ['-c', `cat "$1"; cat "$1" >&2`, 'sh', path], noisy)
    const recorded = transcript.bytes().toString()
    expect(recorded).toContain(path)
    expect(recorded).toContain(open ?? 'nothing')
    expect(recorded).not.toContain('s3cret')
  })

  it('of one turn are read by one script', async () => {
    const { run, transcript } = openSession(client)
    const other = remoteHost(run)
    await Promise.all(['/proc/version', '/proc/uptime', '/proc/version'].map((path) => other.readFile(path, 1000)))
    expect(await Promise.all(['sh', 'no-such-program'].map((name) => other.hasProgram(name)))).toEqual([true, false])
    await other.hasProgram('sh')
    expect(
      transcript
        .bytes()
        .toString()
        .match(/^\$ .*$/gm),
    ).toHaveLength(2)
  })
})

it('returns the oldest process other than 1 of each socket', () => {
  const output =
    '/proc/1/fd socket:[7]\n/proc/90/fd socket:[7]\n/proc/812/fd socket:[7]\n/proc/1/fd socket:[8]\n/proc/5/fd socket:[9]\nfind: x\n'
  expect(parseSockets(Buffer.from(output), new Set([7, 8, 10]))).toEqual(
    new Map([
      [8, 1],
      [7, 90],
    ]),
  )
})

it('leaves no files behind', async () => {
  expect(await runText(host, 'pwd', [])).toBe(`${sshd.home}\n`)
  expect(await readdir(sshd.home)).toEqual([])
})

describe('the SMBIOS tables of a remote machine', () => {
  const sysFolder = '/sys/firmware/dmi/tables'
  const text = Array.from({ length: 255 }, (_, index) => String.fromCharCode(index + 1)).join('')
  const files = smbiosFiles(
    0x0300,
    encodeTable([{ type: 1, fields: { x04: 'Example', x05: text, x07: '\n==> x <==\n' } }]),
  )

  /** Shows the files in the folder of the tables, to root alone if `onlyRoot`. */
  async function machine(onlyRoot: boolean): Promise<Host> {
    const here = (path: string) => path.replace(sysFolder, folder.path)
    for (const [path, bytes] of Object.entries(files)) await writeFile(here(path), bytes)
    return {
      ...host,
      listFolder: (path) => host.listFolder(here(path)),
      readBytes: async (path, bytesMax) => (onlyRoot ? undefined : host.readBytes(here(path), bytesMax)),
      run: (program, args, options) => host.run(program, args.map(here), options),
      hasProgram: async () => false,
    }
  }

  it.each([
    ['as files', false],
    ['by od', true],
  ])('are read %s, byte for byte', async (_way, onlyRoot) => {
    const remote = await machine(onlyRoot)
    expect(await smbios.isAvailable(remote)).toBe(true)
    const cuts: string[] = []
    const { system } = await smbios.collect(remote, (what) => cuts.push(what))
    expect(system).toMatchObject({ manufacturer: 'Example', model: cleanText(text, 512), serialNumber: '==> x <==' })
    expect(cuts).toEqual([])
  })
})
