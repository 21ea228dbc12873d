import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { buildPackages, minuteMs, projectDir } from '../support/systems.ts'

const parts = ['collector', 'audit-service', 'agent']

let dist: TmpFolder
/** Keys of GnuPG. */
let keys: TmpFolder
let files: string[]

beforeAll(async () => {
  keys = await tmpFolder()
  process.env['GNUPGHOME'] = keys.path
  const key = ['--batch', '--passphrase', '', '--quick-generate-key', 'Release <release@example.org>']
  const { code, stderr } = await runProcess('gpg', key, { timeoutMs: minuteMs })
  expect(code, stderr).toBe(0)
  // A careful user has this umask; the files of the packages are for everybody all the same.
  process.umask(0o077)
  dist = await buildPackages('--format', 'deb', '--format', 'rpm', '--sign', 'release@example.org')
  files = await readdir(dist.path)
}, 15 * minuteMs)
afterAll(async () => {
  await runProcess('gpgconf', ['--kill', 'all'], { timeoutMs: minuteMs })
  delete process.env['GNUPGHOME']
  await keys?.remove()
  await dist?.remove()
})

/** Runs a program that must succeed in the folder of the packages, and returns what it printed. */
async function ok(program: string, ...args: string[]): Promise<string> {
  const inFolder = ['-c', 'cd "$0" && exec "$@"', dist.path, program, ...args]
  const { code, stdout, stderr } = await runProcess('sh', inFolder, { timeoutMs: 5 * minuteMs })
  expect(code, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
  return `${stdout}${stderr}`
}

test('every folder and file of a package is for everybody, except the settings', async () => {
  for (const part of parts) {
    const listed = await ok('sh', '-c', `dpkg-deb --contents rollcall-${part}_*_amd64.deb`)
    const modes = listed
      .trim()
      .split('\n')
      .map((line) => ({ mode: line.slice(0, 10), path: line.split(' ').at(-1) ?? '' }))
    const other = modes.filter(({ mode }) => !['drwxr-xr-x', '-rwxr-xr-x', '-rw-r--r--'].includes(mode))
    expect(other).toEqual([{ mode: '-rw-r-----', path: `./etc/rollcall/${part}.env` }])
    expect(modes.find(({ path }) => path.endsWith('/bin/node'))?.mode).toBe('-rwxr-xr-x')
  }
})

test('every file has a checksum, and the key signs the checksums', async () => {
  const checked = await ok('sha256sum', '--check', 'SHA256SUMS')
  const unchecked = files.filter((name) => !name.startsWith('SHA256SUMS') && !checked.includes(`${name}: OK`))
  expect(unchecked).toEqual([])
  expect(await ok('gpg', '--verify', 'SHA256SUMS.asc', 'SHA256SUMS')).toContain('Good signature')
})

test.each(parts)('the key signs the RPM package of the %s', async (part) => {
  const key = join(keys.path, 'key.asc')
  await ok('gpg', '--armor', '--yes', '--output', key, '--export', 'release@example.org')
  const database = ['--dbpath', join(keys.path, 'rpm')]
  await ok('rpmkeys', ...database, '--import', key)
  expect(await ok('rpmkeys', ...database, '--checksig', `rollcall-${part}-0.1.0.x86_64.rpm`)).toMatch(/signatures OK/)
})

test.each(parts)('lintian and rpmlint find no error in the packages of the %s', async (part) => {
  // Packages are not compressed here, which takes minutes.
  const suppressed = 'uses-no-compression-for-data-tarball,uses-no-compression-for-control-tarball'
  await ok('lintian', '--fail-on', 'error', '--suppress-tags', suppressed, `rollcall-${part}_0.1.0_amd64.deb`)
  const config = join(projectDir, 'scripts', 'release', 'files', 'rpmlint.toml')
  expect(await ok('rpmlint', '--config', config, `rollcall-${part}-0.1.0.x86_64.rpm`)).toContain(' 0 errors')
})

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
})

test.each([
  ['collector', ['hono', 'better-sqlite3', 'react', 'node', 'nats-server'], ['vite', 'vitest', 'typescript']],
  ['audit-service', ['ssh2', 'koffi', 'node'], ['hono', 'react', 'nats-server']],
  ['agent', ['koffi', 'node'], ['hono', 'ssh2']],
])('the bill of materials of the %s lists what is in its packages, and nothing else', async (part, inside, outside) => {
  const { metadata, components } = bill.parse(
    JSON.parse(await readFile(join(dist.path, `rollcall-${part}-0.1.0.cdx.json`), 'utf8')),
  )
  expect(metadata.component).toEqual({ name: `rollcall-${part}`, version: '0.1.0' })
  const names = components.map(({ name }) => name.replace(/^.*\//, ''))
  expect(names).toEqual(expect.arrayContaining(inside))
  expect(names.filter((name) => outside.includes(name))).toEqual([])
})

test(
  'the same sources give the same bytes',
  async () => {
    const sums: string[] = []
    for (let time = 0; time < 2; time += 1) {
      await using image = await buildPackages('--part', 'audit-service')
      const both = ['--arch', 'x64', '--arch', 'arm64']
      await using agent = await buildPackages('--part', 'agent', ...both, '--format', 'msi', '--format', 'pkg')
      const lists = [image, agent].map(({ path }) => readFile(join(path, 'SHA256SUMS'), 'utf8'))
      sums.push((await Promise.all(lists)).join(''))
    }
    for (const end of ['.deb', '.rpm', '.tar.gz', '.tar', '.msi', '-arm64-pkg.tar.gz', '-x64-pkg.tar.gz', '.cdx.json'])
      expect(sums[0]).toContain(`${end}\n`)
    expect(sums[1]).toBe(sums[0])
  },
  20 * minuteMs,
)
