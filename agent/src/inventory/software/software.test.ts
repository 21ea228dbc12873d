import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/recorded-host.ts'
import { apk, parseApk } from './apk.ts'
import { dpkg, parseDpkg, parseInstallDates } from './dpkg.ts'
import { parseFlatpak } from './flatpak.ts'
import { mergeSoftware } from './merge.ts'
import { parseOpkg } from './opkg.ts'
import { parsePacman } from './pacman.ts'
import { parseRpm } from './rpm.ts'
import { parseSnap } from './snap.ts'

describe('dpkg', () => {
  const lines = [
    'ii \tbash\t5.2.15-2+b7\tamd64\t7164\tMatthias Klose <doko@debian.org>',
    'ii \tlibc6\t2.36-9\tamd64\t12986\tGNU Libc Maintainers <x@example.org>',
    'ii \tlibc6\t2.36-9\ti386\t12986\tGNU Libc Maintainers <x@example.org>',
    'hi \theld\t1\tall\t\t',
    'rc \tremoved\t1\tamd64\t10\tx',
    'iF \thalf\t1\tamd64\t10\tx',
    'un \tnever\t\t\t\t',
  ]

  it('lists installed packages, held or not, with the date of their file list', () => {
    const dates = parseInstallDates('bash.list 1747699200.0000000000\nlibc6:i386.list 1750775266.5\nodd line\n')
    const found = parseDpkg(`${lines.join('\n')}\n`, dates)
    expect(found.map(({ name, architecture, installDate }) => [name, architecture, installDate])).toEqual([
      ['bash', 'amd64', '2025-05-20T00:00:00.000Z'],
      ['libc6', 'amd64', undefined],
      ['libc6', 'i386', '2025-06-24T14:27:46.000Z'],
      ['held', 'all', undefined],
    ])
    expect(found[0]).toMatchObject({
      publisher: 'Matthias Klose <doko@debian.org>',
      sizeBytes: 7164 * 1024,
      source: 'dpkg',
    })
  })

  it('lists packages without dates if find has no -printf', async () => {
    const find = { code: 1, stderr: 'find: unrecognized: -printf' }
    const working = recordedHost({ programs: { 'dpkg-query': `${lines[0]}\n`, find } })
    expect((await dpkg.collect(working))[0]?.name).toBe('bash')
    const broken = recordedHost({
      programs: { 'dpkg-query': { code: 2, stderr: 'dpkg-query: error: cannot open status\n' }, find },
    })
    await expect(dpkg.collect(broken)).rejects.toThrow('dpkg-query ended with 2: dpkg-query: error: cannot open status')
  })
})

it('rpm: epochs, missing values, and no signing keys', () => {
  const text = [
    'bash\t5.1.8-6.el9\tx86_64\t1700000000\t7738634\tExample Vendor',
    'bind\t32:9.16.23-1.el9\tx86_64\t1700000001\t(none)\t(none)',
    'gpg-pubkey\t8483c65d-5ccc5b19\t(none)\t1700000000\t0\t(none)',
  ].join('\n')
  expect(parseRpm(text)).toEqual([
    {
      name: 'bash',
      version: '5.1.8-6.el9',
      architecture: 'x86_64',
      publisher: 'Example Vendor',
      source: 'rpm',
      installDate: '2023-11-14T22:13:20.000Z',
      sizeBytes: 7738634,
    },
    {
      name: 'bind',
      version: '32:9.16.23-1.el9',
      architecture: 'x86_64',
      source: 'rpm',
      installDate: '2023-11-14T22:13:21.000Z',
    },
  ])
})

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

it('flatpak: applications by version, runtimes by branch', () => {
  const text = 'org.example.App\t2.1\tstable\tx86_64\norg.example.Platform\t\t23.08\tx86_64\n'
  expect(parseFlatpak(text).map(({ name, version }) => [name, version])).toEqual([
    ['org.example.App', '2.1'],
    ['org.example.Platform', '23.08'],
  ])
  expect(parseFlatpak('')).toEqual([])
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
