import { join } from 'node:path'
import { findTool } from '@rollcall/shared/node/tools.ts'
import { describe, expect, it } from 'vitest'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import type { Host } from '../../platform/host.ts'
import { localHost } from '../../platform/local.ts'
import { type Recording, recordedHost } from '../../platform/testing/recorded-host.ts'
import { parseBuildInfo, readBuildInfo } from './go-build-info.ts'
import { goPrograms } from './go-programs.ts'

const mark = Buffer.alloc(16, 7)
const module = (path: string, version: string) =>
  `path\t${path}/cmd/x\nmod\t${path}\t${version}\th1:abc=\ndep\tother\tv9.9.9\th1:def=\n`

/** Encodes a length before a text. */
function text(bytes: Buffer): Buffer {
  const length = bytes.length
  return Buffer.concat([Buffer.from(length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]), bytes])
}

/** Encodes the section of Go 1.18 and newer. */
function buildInfo(modules: string, flags = 2): Buffer {
  const head = Buffer.alloc(32)
  head.write('\xff Go buildinf:', 'latin1')
  head[14] = 8
  head[15] = flags
  return Buffer.concat([head, text(Buffer.from('go1.27.2')), text(Buffer.concat([mark, Buffer.from(modules), mark]))])
}

/** Encodes an ELF file with this section, and one with the names of sections. */
function elf(section: Buffer, { is64 = true, isLittle = true } = {}): Buffer {
  const names = Buffer.from('\0.shstrtab\0.go.buildinfo\0')
  const [headBytes, entryBytes] = is64 ? [64, 64] : [64, 40]
  const head = Buffer.alloc(headBytes)
  head.write('\x7fELF', 'latin1')
  head[4] = is64 ? 2 : 1
  head[5] = isLittle ? 1 : 2
  const put = (to: Buffer, at: number, bytes: number, value: number) =>
    isLittle
      ? to.writeUIntLE(value, at, Math.min(bytes, 6))
      : to.writeUIntBE(value, at + Math.max(bytes - 6, 0), Math.min(bytes, 6))
  const address = is64 ? 8 : 4
  put(head, is64 ? 0x28 : 0x20, address, headBytes + names.length + section.length)
  put(head, is64 ? 0x3a : 0x2e, 2, entryBytes)
  put(head, is64 ? 0x3c : 0x30, 2, 3)
  put(head, is64 ? 0x3e : 0x32, 2, 1)
  const entries = [
    [0, 0, 0],
    [1, headBytes, names.length],
    [11, headBytes + names.length, section.length],
  ].map(([name = 0, offset = 0, size = 0]) => {
    const entry = Buffer.alloc(entryBytes)
    put(entry, 0, 4, name)
    put(entry, is64 ? 0x18 : 0x10, address, offset)
    put(entry, is64 ? 0x20 : 0x14, address, size)
    return entry
  })
  return Buffer.concat([head, names, section, ...entries])
}

const readFrom = (bytes: Buffer) =>
  readBuildInfo(async (offset, length) => {
    expect(length).toBeLessThanOrEqual(1024 * 1024)
    return bytes.subarray(offset, offset + length)
  })

describe('build info', () => {
  it.each([{}, { is64: false }, { isLittle: false }, { is64: false, isLittle: false }])(
    'is read from ELF %j',
    async (kind) => {
      expect(await readFrom(elf(buildInfo(module('example.org/a', 'v1.2.3')), kind))).toEqual({
        path: 'example.org/a/cmd/x',
        version: 'v1.2.3',
      })
    },
  )

  it.each([
    ['mod\texample.org/b\t(devel)\t\npath\tcommand-line-arguments\n', { path: 'example.org/b', version: '' }],
    ['path\texample.org/vendored\n', { path: 'example.org/vendored', version: '' }],
    ['path\tcommand-line-arguments\n', undefined],
    ['', undefined],
    ['path\nmod\n', undefined],
  ])('of %j', (modules, expected) => expect(parseBuildInfo(buildInfo(modules))).toEqual(expected))

  it('is refused for older programs, and ends for each damaged file', async () => {
    expect(await readFrom(elf(buildInfo('', 0)))).toBe('too old')
    const whole = elf(buildInfo(module('example.org/a', 'v1.2.3')))
    for (let length = 0; length < whole.length; length += 1) {
      expect(await readFrom(whole.subarray(0, length))).toBeUndefined()
    }
    for (let at = 4; at + 8 <= whole.length; at += 1) {
      const damaged = Buffer.from(whole)
      damaged.fill(0xff, at, at + 8)
      await readFrom(damaged)
    }
  })
})

const passwd = 'root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n'
const at = 1_700_000_000

async function lines(recording: Recording, cuts: string[] = []): Promise<string[]> {
  const host = recordedHost(recording)
  if (!(await goPrograms.isAvailable(host))) return ['unavailable']
  const found = await goPrograms.collect(host, (what) => cuts.push(what))
  return found.map(({ name, version, source, installDate = '-' }) => `${source} ${name} ${version} ${installDate}`)
}

it('lists programs of the machine and of users, only from files of their owner', async () => {
  const own = { '/home/alice/go/bin/a': 'a', '/home/alice/tools/b': 'b', '/home/alice/go/bin/c': 'c' }
  const programs = { '/usr/local/bin/root': 'root', ...own, '/etc/secret/d': 'd' }
  const files = {
    '/etc/passwd': passwd,
    '/home/alice/.config/go/env': 'GOBIN=/home/alice/tools\nGOPATH=/etc/secret\n',
    '/usr/local/bin/script': '#!/bin/sh\n',
    '/usr/local/bin/old': elf(buildInfo('', 0)),
    ...Object.fromEntries(
      Object.entries(programs).map(([path, name]) => [path, elf(buildInfo(module(name, 'v1.0.0')))]),
    ),
  }
  const alice = [
    '/home/alice/.config/go/env',
    '/home/alice/go/bin',
    '/home/alice/tools',
    ...Object.keys(own).slice(0, 2),
  ]
  const owners = Object.fromEntries(alice.map((path) => [path, 1000]))
  const modified = Object.fromEntries(Object.keys(files).map((path) => [path, at]))
  const cuts: string[] = []
  expect(await lines({ files, owners, modified }, cuts)).toEqual([
    'go root/cmd/x v1.0.0 2023-11-14T22:13:20.000Z',
    'go a/cmd/x v1.0.0 2023-11-14T22:13:20.000Z',
    'go b/cmd/x v1.0.0 2023-11-14T22:13:20.000Z',
  ])
  expect(cuts).toEqual(['left out 1 program of Go before 1.18'])
  expect(await lines({ files: { '/etc/passwd': passwd } })).toEqual(['unavailable'])
})

it('reports what it has not read, also from the cache', async () => {
  const paths = Array.from({ length: 513 }, (_, index) => `/usr/local/bin/${index}`)
  const host = recordedHost({
    files: Object.fromEntries(paths.map((path) => [path, ''])),
    modified: Object.fromEntries(paths.map((path) => [path, at])),
  })
  let cached: string | undefined
  const remembering: Host = { ...host, cached: async (_key, _fingerprint, compute) => (cached ??= await compute()) }
  for (const _ of [1, 2]) {
    const cuts: string[] = []
    expect(await goPrograms.collect(remembering, (what) => cuts.push(what))).toEqual([])
    expect(cuts).toEqual(['stopped after 512 files'])
  }
})

it('reads a real program, and no pipe or folder beside it', async () => {
  await using folder = await tmpFolder()
  const program = findTool('nats-server', join(import.meta.dirname, '..', '..', '..', '..', '.tools', 'bin'))
  if (program === undefined) throw new Error('nats-server is not installed; `npm test` fetches one into .tools')
  const host = localHost()
  const read = (path: string) => readBuildInfo((offset, length) => host.readRange(path, offset, length))
  expect(await read(program)).toMatchObject({ path: expect.stringMatching(/^github\.com\/nats-io\/nats-server/) })
  expect(await read(process.execPath)).toBeUndefined()
  expect(await read(folder.path)).toBeUndefined()
  expect(await host.readRange(program, 0, 4, (process.getuid?.() ?? 0) + 1)).toBeUndefined()
})
