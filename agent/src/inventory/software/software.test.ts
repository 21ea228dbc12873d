import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import type { Host } from '../../platform/host.ts'
import { localHost } from '../../platform/local.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { collectAll } from '../source.ts'
import { apk, parseApk } from './apk.ts'
import { homebrew } from './homebrew.ts'
import { mergeSoftware } from './merge.ts'
import { opkg, parseOpkg } from './opkg.ts'
import { pacman, parsePacman } from './pacman.ts'
import { parseSnap } from './snap.ts'

it('apk: the package, not its files', async () => {
  const text = `C:Q1abc=
P:musl
V:1.2.4-r2
A:x86_64
S:388000
I:634880
m:Example Maintainer <m@example.org>
F:lib
M:0:0:755
R:ld-musl-x86_64.so.1
a:0:0:755

P:busybox
V:1.36.1-r5
A:x86_64
`
  const files = { '/usr/lib/apk/db/installed': text }
  expect(await apk.isAvailable(recordedHost({ files }))).toBe(true)
  expect(await apk.collect(recordedHost({ files }))).toEqual([
    {
      name: 'musl',
      version: '1.2.4-r2',
      architecture: 'x86_64',
      publisher: 'Example Maintainer <m@example.org>',
      source: 'apk',
      sizeBytes: 634880,
    },
    { name: 'busybox', version: '1.36.1-r5', architecture: 'x86_64', source: 'apk' },
  ])
  expect(parseApk('')).toEqual([])
  const unreadable = { ...recordedHost({ files }), readFile: async () => undefined }
  await expect(apk.collect(unreadable)).rejects.toThrow('cannot read /lib/apk/db/installed or')
})

it('pacman: desc files one after another', () => {
  const desc = (name: string) =>
    `%NAME%\n${name}\n\n%VERSION%\n1.2-3\n\n%BASE%\n${name}\n\n%ARCH%\nx86_64\n\n%INSTALLDATE%\n1700000000\n\n%PACKAGER%\nA Packager <p@example.org>\n\n%SIZE%\n4096\n\n%DEPENDS%\nglibc\n\n`
  expect(
    parsePacman(desc('one') + desc('two')).map(({ name, version, sizeBytes }) => [name, version, sizeBytes]),
  ).toEqual([
    ['one', '1.2-3', 4096],
    ['two', '1.2-3', 4096],
  ])
})

const row = (text: string) => text.replace(/^ +/gm, '')

it.each([
  {
    source: apk,
    files: {
      '/lib/apk/db/installed': row(`P:first
      V:1-r0

      V:1-r0
      A:x86_64

      P:last
      V:2-r0
      `),
    },
  },
  {
    source: opkg,
    files: {
      '/usr/lib/opkg/status': row(`Package: first
      Version: 1
      Status: install user installed

      \0\0

      Package: last
      Version: 2
      Status: install user installed

      Package: removed
      Status: deinstall ok not-installed
      `),
    },
  },
  {
    source: pacman,
    files: {
      '/var/lib/pacman/local/ALPM_DB_VERSION': '9',
      '/var/lib/pacman/local/first-1-1/desc': '',
      '/var/lib/pacman/local/empty-1-1/desc': '',
      '/var/lib/pacman/local/last-2-1/desc': '',
    },
    programs: { find: '%NAME%\nfirst\n\n%VERSION%\n1-1\n\n%NAME%\nlast\n\n%VERSION%\n2-1\n\n' },
  },
])('$source.name names a damaged entry, with the rest', async ({ source, ...recording }) => {
  const found = await collectAll(recordedHost(recording), 'software', [source])
  expect(found.parts[0]?.part.map(({ name }) => name)).toEqual(['first', 'last'])
  expect(found.truncated).toEqual([`software: ${source.name} left out 1 damaged entry`])
  expect(found.incomplete).toEqual([`software[${source.name}]`])
})

it('snap: without the marks of publishers', () => {
  const text = `Name    Version   Rev    Tracking       Publisher   Notes
core22  20231123  1033   latest/stable  canonical✓  base
mine    0.1       x1     -              -           try
`
  expect(parseSnap(text).map(({ name, version, publisher }) => [name, version, publisher])).toEqual([
    ['core22', '20231123', 'canonical'],
    ['mine', '0.1', undefined],
  ])
  expect(parseSnap(text, new Map([['core22_1033.snap', 1_700_000_000]])).map(({ installDate }) => installDate)).toEqual(
    ['2023-11-14T22:13:20.000Z', undefined],
  )
  expect(parseSnap('')).toEqual([])
})

it('is one sorted list without duplicates', () => {
  const item = (name: string, version: string, source: string) => ({ name, version, source })
  expect(
    mergeSoftware([
      [item('b', '2', 'dpkg'), item('b', '10', 'dpkg'), item('B', '1', 'dpkg'), item('b', '2', 'dpkg')],
      [item('a', '1', 'snap'), item('b', '2', 'snap')],
    ]).map(({ name, version, source }) => `${name} ${version} ${source}`),
  ).toEqual(['B 1 dpkg', 'a 1 snap', 'b 10 dpkg', 'b 2 dpkg', 'b 2 snap'])
})

it('reads the installed packages of opkg', () => {
  const text = `Package: dropbear
Version: 2022.82-2
Depends: libc
Status: install user installed
Architecture: mips_24kc
Conffiles:
 /etc/config/dropbear 0123456789abcdef
Installed-Time: 1700000000

Package: old
Version: 1
Status: deinstall ok not-installed
Architecture: all
`
  expect(parseOpkg(text)).toEqual([
    {
      name: 'dropbear',
      version: '2022.82-2',
      architecture: 'mips_24kc',
      source: 'opkg',
      installDate: '2023-11-14T22:13:20.000Z',
    },
  ])
})

describe('homebrew', () => {
  const cellar = '/home/linuxbrew/.linuxbrew/Cellar'

  it('lists each version of a formula with the time of its installation, as find and stat print them', async () => {
    await using folder = await tmpFolder()
    const kegs = [`${folder.path}${cellar}/jq/1.7.1`, `${folder.path}${cellar}/two words/1.0_2`]
    for (const [index, keg] of kegs.entries()) {
      await mkdir(`${keg}/bin`, { recursive: true })
      await writeFile(`${keg}/INSTALL_RECEIPT.json`, '{}')
      await utimes(keg, 1_700_000_000 + index, 1_700_000_000 + index)
    }
    const local = localHost()
    const host: Host = {
      ...local,
      listFolder: (path) => local.listFolder(`${folder.path}${path}`),
      run: (program, args, options) =>
        local.run(
          program,
          args.map((word) => (word === cellar ? `${folder.path}${word}` : word)),
          options,
        ),
    }
    expect(await homebrew.isAvailable(host)).toBe(true)
    const found = await homebrew.collect(host)
    expect(found.toSorted((left, right) => left.name.localeCompare(right.name))).toEqual([
      { name: 'jq', version: '1.7.1', source: 'homebrew', installDate: '2023-11-14T22:13:20.000Z' },
      { name: 'two words', version: '1.0_2', source: 'homebrew', installDate: '2023-11-14T22:13:21.000Z' },
    ])
  })

  it('asks stat of macOS in its own way', async () => {
    const files = { '/opt/homebrew/Cellar/jq/1.7.1/bin': '', '/System/Library/CoreServices/x': '' }
    const command = 'find /opt/homebrew/Cellar -mindepth 2 -maxdepth 2 -type d -exec stat -f %m %N {} +'
    const programs = { [command]: '1700000000 /opt/homebrew/Cellar/jq/1.7.1\n' }
    expect(await homebrew.collect(recordedHost({ files, programs }))).toMatchObject([{ name: 'jq', version: '1.7.1' }])
  })
})
