import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pacman } from '@rollcall/agent/inventory/software/pacman.ts'
import { pendingUpdates } from '@rollcall/agent/inventory/system/linux/updates/pending-updates.ts'
import { type Host, runText } from '@rollcall/agent/platform/host.ts'
import { localHost } from '@rollcall/agent/platform/local.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { debianRoot } from '../../harness/debian-root.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { minuteMs } from '../support/systems.ts'

/** Packages with Debian's pacman, in the form that makepkg gives them. */
const packages = [
  { name: 'one', version: '1.0-1', packager: 'A Packager <p@example.org>' },
  { name: 'two', version: '3:2.0.rc1-2', packager: 'Unknown Packager' },
  { name: 'lib32-c++', version: '1-1', packager: 'A Packager <p@example.org>' },
]
const newer = { name: 'one', version: '1.1-1', packager: 'A Packager <p@example.org>' }

let folder: TmpFolder
let host: Host
beforeAll(async () => {
  folder = await tmpFolder()
  const root = await debianRoot('trixie', ['pacman-package-manager', 'makepkg', 'libarchive-tools'])
  const local = localHost()
  const inFolder = (path: string) => path.replace('/var/lib/pacman', join(folder.path, 'db'))
  host = {
    ...local,
    listFolder: (path) => local.listFolder(inFolder(path)),
    modifiedTimes: (path, suffix) => local.modifiedTimes(inFolder(path), suffix),
    hasProgram: async (program) => program === 'pacman' || program === 'find',
    run: (program, args, options) => {
      const script = `mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" && mount --bind "$0" "$1/mnt" && mount --bind "$0/db" "$1/var/lib/pacman" &&
        mount --bind "$0/pacman.conf" "$1/etc/pacman.conf" && exec chroot "$@"`
      return local.run('unshare', ['--mount', 'sh', '-c', script, folder.path, root, program, ...args], options)
    },
  }
  const config = '[options]\nArchitecture = x86_64\nSigLevel = Never\n[repo]\nServer = file:///mnt\n'
  await writeFile(join(folder.path, 'pacman.conf'), config)
  await mkdir(join(folder.path, 'db'))
  const files = []
  for (const each of [...packages, newer]) files.push(await build(each))
  await runText(host, 'pacman', ['-U', '--noconfirm', '--dbonly', ...files.slice(0, packages.length)])
  await runText(host, 'repo-add', ['/mnt/repo.db.tar.gz', ...files.slice(1)])
}, 15 * minuteMs)
afterAll(() => folder?.remove())

/** Writes a package, and returns its path in the chroot. */
async function build({ name, version, packager }: (typeof packages)[number]): Promise<string> {
  const info = { pkgname: name, pkgbase: name, pkgver: version, pkgdesc: 'd', packager, size: '4096', arch: 'x86_64' }
  const work = join(folder.path, `${name}-${version}`)
  await mkdir(work)
  const lines = Object.entries({ ...info, builddate: '1700000000' }).map(([key, value]) => `${key} = ${value}\n`)
  await writeFile(join(work, '.PKGINFO'), lines.join(''))
  const file = `${name}-${version.replace(':', '.')}-x86_64.pkg.tar`
  await runText(localHost(), 'tar', ['--create', '--file', join(folder.path, file), '--directory', work, '.PKGINFO'])
  return `/mnt/${file}`
}

test('the packages of a database that pacman wrote are exactly those that it lists, with their values', async () => {
  expect(await pacman.isAvailable(host)).toBe(true)
  const cuts: string[] = []
  const found = await pacman.collect(host, (what) => cuts.push(what))
  expect(cuts).toEqual([])
  const listed = (await runText(host, 'pacman', ['-Q'])).trim().split('\n').sort()
  expect(found.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(listed)
  expect(found).toHaveLength(packages.length)
  for (const { name, architecture, publisher, installDate, sizeBytes } of found) {
    const details = await runText(host, 'pacman', ['-Qi', name])
    const value = (title: string) => new RegExp(`^${title} *: (.+)$`, 'm').exec(details)?.[1]
    expect([architecture, publisher]).toEqual([value('Architecture'), value('Packager')])
    expect(new Date(installDate ?? 0)).toEqual(new Date(`${value('Install Date')} UTC`))
    expect(sizeBytes).toBe(4096)
  }
})

test('the updates that pacman would install are read from its lists, and not known without them', async () => {
  expect((await pendingUpdates.collect(host)).os?.pendingUpdates?.updates).toBeUndefined()
  await runText(host, 'pacman', ['-Sy'])
  const { updates, listsFrom } = (await pendingUpdates.collect(host)).os?.pendingUpdates ?? {}
  expect(updates).toEqual([{ name: 'one', version: '1.1-1' }])
  expect(Date.now() - Date.parse(listsFrom ?? '')).toBeLessThan(10 * minuteMs)
})
