import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Host, runText } from '../../platform/host.ts'
import { localHost } from '../../platform/local.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { collectAll, type OnCut } from '../source.ts'
import { parseRpm, rpm } from './rpm.ts'

const row = (...fields: string[]) => `${fields.join('\x1f')}\x1e`

describe('the output of rpm', () => {
  it('has epochs, missing values, and signing keys as `rpm -qa` lists them', () => {
    const text = [
      row('bash', '5.1.8-6.el9', 'x86_64', '1700000000', '7738634', 'Example Vendor'),
      row('bind', '32:9.16.23-1.el9', 'x86_64', '1700000001', '(none)', '(none)'),
      row('gpg-pubkey', '8483c65d-5ccc5b19', '(none)', '1700000000', '0', '(none)'),
    ].join('')
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
      {
        name: 'gpg-pubkey',
        version: '8483c65d-5ccc5b19',
        source: 'rpm',
        installDate: '2023-11-14T22:13:20.000Z',
        sizeBytes: 0,
      },
    ])
  })

  it('keeps tabs and line ends inside of a text, and names the packages that it cannot tell apart', () => {
    const cuts: string[] = []
    const text = `${row('a', '1', 'noarch', '1700000000', '1', 'Two\nlines\tand \x1b[31m')}${row('b', 'x\x1fy', '', '', '', '')}`
    expect(parseRpm(`${text}cut off`, (what) => cuts.push(what))).toMatchObject([
      { name: 'a', publisher: 'Two\nlines\tand \x1b[31m' },
    ])
    expect(cuts).toEqual(['left out 1 package with an odd name'])
  })
})

it('reports an rpm that waits for a lock, without packages', async () => {
  const files = { '/var/lib/rpm/Packages': '' }
  const waiting = async () => ({ code: null, stdout: 'half', stderr: '', ended: 'timeout' as const })
  const { parts, truncated } = await collectAll(recordedHost({ files, programs: { rpm: waiting } }), 'software', [rpm])
  expect(parts).toEqual([])
  expect(truncated).toEqual(['software: without rpm (rpm did not end within 40000 ms)'])
})

it('is unavailable on a system that has the program only', async () => {
  expect(await rpm.isAvailable(recordedHost({ files: { '/var/lib/rpm/lock': '' }, programs: { rpm: '' } }))).toBe(false)
})

/** Writes headers to a database of Berkeley DB as rpm before 4.16 did: by number, with the last number at 0. */
const writeBerkeley = `use DB_File;
my ($out, @in) = @ARGV;
tie my %h, 'DB_File', $out, O_CREAT|O_RDWR, 0644, $DB_HASH or die $!;
for my $n (1 .. @in) { open my $fh, '<:raw', $in[$n - 1] or die $!; local $/; $h{pack 'L', $n} = <$fh>; }
$h{pack 'L', 0} = pack 'L', scalar @in;`

/** The rpm of Debian 12 writes sqlite, reads Berkeley DB, and has no ndb: test/packages/long/rpm-ndb.test.ts has that. */
describe('a real database', () => {
  const host = localHost()
  let folder: string
  let root: string
  const inRoot = (): Host => {
    const rooted = ['--root', root, '--define', '_dbpath /var/lib/rpm']
    return {
      ...host,
      listFolder: (path) => host.listFolder(join(root, path)),
      run: (program, args, options) => host.run(program, [...rooted, ...args], options),
    }
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rpm-'))
    root = join(folder, 'root')
    await chmod(folder, 0o755)
    await mkdir(root)
    const names = ['one', 'two', 'three']
    for (const name of names) {
      const spec = `Name: ${name}\nVersion: 1.0~rc1\nRelease: 2\nEpoch: 3\nSummary: s\nLicense: MIT\nVendor: Ex\tample\nBuildArch: noarch\n%description\nd\n%files\n`
      await writeFile(join(folder, `${name}.spec`), spec)
    }
    const specs = names.map((name) => join(folder, `${name}.spec`))
    await runText(host, 'rpmbuild', ['-bb', '--quiet', '--define', `_topdir ${folder}`, ...specs])
    const packages = names.map((name) => join(folder, 'RPMS', 'noarch', `${name}-1.0~rc1-2.noarch.rpm`))
    const install = ['--install', '--force-debian', '--nosignature', '--nodeps', '--ignoreos', ...packages]
    await runText(inRoot(), 'rpm', install)
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function isWhole() {
    expect(await rpm.isAvailable(inRoot())).toBe(true)
    const found = await rpm.collect(inRoot())
    const format = '%{NAME} %{EPOCH}:%{VERSION}-%{RELEASE} %{INSTALLTIME}\\n'
    const listed = await runText(inRoot(), 'rpm', ['-qa', '--qf', format])
    const lines = found.map(
      ({ name, version, installDate = 0 }) => `${name} ${version} ${Date.parse(`${installDate}`) / 1000}`,
    )
    expect(lines.sort()).toEqual(listed.trim().split('\n').sort())
    expect(lines).toHaveLength(3)
  }

  it('has exactly the packages that rpm lists', isWhole)

  it('has the package whose digest is wrong, and names one that is damaged', async () => {
    const sqlite = new DatabaseSync(join(root, 'var', 'lib', 'rpm', 'rpmdb.sqlite'))
    const [row] = sqlite.prepare('select hnum, blob from Packages').all()
    const [number, header] = [row?.['hnum'] as number, Buffer.from(row?.['blob'] as Uint8Array)]
    const write = (bytes: Uint8Array) =>
      sqlite.prepare('update Packages set blob = ? where hnum = ?').run(bytes, number)
    const other = Buffer.from(header)
    other.write('XIT', header.indexOf('MIT'))
    write(other)
    const names = async (onCut?: OnCut) => (await rpm.collect(inRoot(), onCut)).map(({ name }) => name)
    expect(await names()).toHaveLength(3)

    const cuts: string[] = []
    write(header.subarray(0, 40))
    expect(await names((what) => cuts.push(what))).toHaveLength(2)
    expect(cuts).toEqual([expect.stringMatching(/^rpm reported 1 error: error: rpmdbNextIterator: skipping/)])
    write(header)
    sqlite.close()
  })

  it('of Berkeley DB has exactly the packages that rpm lists', async () => {
    const place = join(root, 'var', 'lib', 'rpm')
    const sqlite = new DatabaseSync(join(place, 'rpmdb.sqlite'))
    const rows = sqlite.prepare('select blob from Packages').all()
    sqlite.close()
    const headers = rows.map((_, index) => join(folder, `${index}.header`))
    for (const [index, path] of headers.entries()) await writeFile(path, rows[index]?.['blob'] as Uint8Array)
    await rm(place, { recursive: true })
    await mkdir(place)
    await runText(host, 'perl', ['-e', writeBerkeley, join(place, 'Packages'), ...headers])
    expect(await host.listFolder(place)).toEqual(['Packages'])
    await isWhole()
  })
})
