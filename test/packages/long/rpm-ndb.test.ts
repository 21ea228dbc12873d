import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rpm } from '@rollcall/agent/inventory/software/rpm.ts'
import { type Host, runText } from '@rollcall/agent/platform/host.ts'
import { localHost } from '@rollcall/agent/platform/local.ts'
import { expect, test } from 'vitest'
import { debianRoot } from '../../harness/debian-root.ts'
import { tmpFolder } from '../../harness/tmp.ts'

test('the packages of an ndb database, as SUSE has it, are exactly those that rpm lists', async () => {
  await using folder = await tmpFolder()
  const root = await debianRoot('trixie', ['rpm'])
  const local = localHost()
  const host: Host = {
    ...local,
    listFolder: async (path) => (path === '/usr/lib/sysimage/rpm' ? local.listFolder(join(folder.path, 'db')) : []),
    run: (program, args, options) => {
      const script = 'mount --bind "$0" "$1/mnt" && exec chroot "$@"'
      return local.run(
        'unshare',
        ['-m', 'sh', '-c', script, folder.path, root, program, '--dbpath', '/mnt/db', ...args],
        options,
      )
    },
  }
  const names = ['one', 'two', 'three']
  for (const name of names) {
    const spec = `Name: ${name}\nVersion: 1.0~rc1\nRelease: 2\nEpoch: 3\nSummary: s\nLicense: MIT\nBuildArch: noarch\n%description\nd\n%files\n`
    await writeFile(join(folder.path, `${name}.spec`), spec)
  }
  const specs = names.map((name) => join(folder.path, `${name}.spec`))
  await runText(local, 'rpmbuild', ['-bb', '--quiet', '--define', `_topdir ${folder.path}`, ...specs])
  await mkdir(join(folder.path, 'db'))
  const packages = names.map((name) => `/mnt/RPMS/noarch/${name}-1.0~rc1-2.noarch.rpm`)
  const install = ['--install', '--nosignature', '--nodeps', '--ignoreos', '--justdb', ...packages]
  await runText(host, 'rpm', ['--define', '_db_backend ndb', ...install])

  expect(await local.listFolder(join(folder.path, 'db'))).toContain('Packages.db')
  expect(await rpm.isAvailable(host)).toBe(true)
  const listed = await runText(host, 'rpm', ['-qa', '--qf', '%{NAME} %{EPOCH}:%{VERSION}-%{RELEASE}\\n'])
  const found = (await rpm.collect(host)).map(({ name, version }) => `${name} ${version}`)
  expect(found.sort()).toEqual(listed.trim().split('\n').sort())
  expect(found).toHaveLength(3)
})
