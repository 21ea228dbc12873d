import { describe, expect, it } from 'vitest'
import type { Host } from '../../../../platform/host.ts'
import { recordedHost } from '../../../../platform/testing/recorded-host.ts'
import { apk } from './apk.ts'
import { apt } from './apt.ts'
import { dnf } from './dnf.ts'
import { pacman } from './pacman.ts'
import { pendingUpdates } from './pending-updates.ts'
import { isOlder } from './restart.ts'
import { zypper } from './zypper.ts'

const aptList = `Listing...
bash/stable-security,now 5.2.15-2+b8 amd64 [upgradable from: 5.2.15-2+b7]
jq/jammy-updates,jammy-security 1.6-2 amd64 [upgradable from: 1.6-1]
curl/oldstable 7.88.1-10 amd64 [upgradable from: 7.88.1-9]
`
const files = {
  '/var/lib/apt/lists/deb.example.org_dists_stable_main_binary-amd64_Packages.lz4': '',
  '/proc/sys/kernel/osrelease': '6.1.0-13-amd64\n',
  '/boot/vmlinuz-6.1.0-13-amd64': '',
}
const modified = { '/var/lib/apt/lists/partial': 1_700_000_000, '/var/lib/dpkg/status': 1 }

describe('pending updates', () => {
  it('are those of the package manager by name, with the time of its lists', async () => {
    const host = recordedHost({ files, modified, programs: { 'apt list --upgradable': aptList } })
    expect((await pendingUpdates.collect(host)).os?.pendingUpdates).toEqual({
      needsRestart: false,
      listsFrom: '2023-11-14T22:13:20.000Z',
      updates: [
        { name: 'bash', version: '5.2.15-2+b8', isSecurity: true },
        { name: 'curl', version: '7.88.1-10', isSecurity: false },
        { name: 'jq', version: '1.6-2', isSecurity: true },
      ],
    })
  })

  it('are asked for again only after the lists or the packages changed', async () => {
    const fingerprints: string[] = []
    const collect = async (more: Record<string, number>) => {
      const host = recordedHost({ files, modified: { ...modified, ...more }, programs: { apt: aptList } })
      const cached = async (key: string, fingerprint: string, compute: () => Promise<string>) => {
        fingerprints.push(`${key} ${fingerprint}`)
        return compute()
      }
      await pendingUpdates.collect({ ...host, cached })
    }
    await collect({})
    await collect({ '/var/lib/other': 5 })
    await collect({ '/var/lib/dpkg/status': 2 })
    await collect({ '/etc/apt/preferences.d/pin': 3 })
    await collect({ '/etc/apt/sources.list.d/more.sources': 3 })
    await collect({ '/var/lib/apt/lists/deb.example.org_InRelease': 3 })
    expect(fingerprints[1]).toBe(fingerprints[0])
    expect(new Set(fingerprints).size).toBe(5)
    // Another change in the same second would be missed.
    await collect({ '/var/lib/dpkg/status': Math.floor(Date.now() / 1000) })
    expect(fingerprints).toHaveLength(6)
  })

  it('are absent without lists, and the need of a restart stays', async () => {
    const host = recordedHost({ files: { '/run/reboot-required': '', '/proc/sys/kernel/osrelease': '6.1.0-13-amd64' } })
    expect((await pendingUpdates.collect(host)).os?.pendingUpdates).toEqual({ needsRestart: true })
    expect(await pendingUpdates.collect(recordedHost({}))).toEqual({})
  })

  it('fail with the reason, instead of none', async () => {
    const apt = { code: 100, stderr: 'E: The package lists could not be parsed\n' }
    await expect(pendingUpdates.collect(recordedHost({ files, modified, programs: { apt } }))).rejects.toThrow(
      'apt ended with 100: E: The package lists could not be parsed',
    )
  })
})

describe('the output of', () => {
  it('dnf: security by the advisories of a package, without obsoleting packages', async () => {
    // Recorded from dnf 4.23 with a repository of createrepo_c; the rows are those of RHEL 9.
    const updates = `
alpha.noarch                             2.0-1                                up
beta.noarch                              2.0-1                                up
delta.noarch                             1:2.0-1                              up
gamma.noarch                             2.0-1                                up
bash.x86_64      5.1.8-9.el9     baseos
Obsoleting packages
grub2.x86_64  1-2  baseos
    grub2.x86_64  1-1 @System
`
    const advisories = `EX-2026:1 Important/Sec. alpha-2.0-1.noarch
EX-2026:2 bugfix         beta-2.0-1.noarch
EX-2026:1 Important/Sec. delta-1:1.5-3.noarch
`
    const programs = {
      'dnf -C -q check-update': { code: 100, stdout: updates },
      'dnf -C -q updateinfo list': advisories,
    }
    const host = recordedHost({ files: { '/var/cache/dnf/x.solvx': '' }, programs })
    expect(await dnf.isAvailable(host)).toBe(true)
    expect(dnf.parse(await dnf.query(host))).toEqual([
      { name: 'alpha', version: '2.0-1', isSecurity: true },
      { name: 'beta', version: '2.0-1', isSecurity: false },
      // Its newest version brings the earlier one of the advisory.
      { name: 'delta', version: '1:2.0-1', isSecurity: true },
      { name: 'gamma', version: '2.0-1' },
      { name: 'bash', version: '5.1.8-9.el9' },
    ])
    const broken = recordedHost({ programs: { dnf: { code: 1, stderr: 'Error: Cache-only enabled but no cache\n' } } })
    await expect(dnf.query(broken)).rejects.toThrow('dnf ended with 1: Error: Cache-only enabled but no cache')
  })

  it('dnf 5: security by the type of its advisories', () => {
    const advisories = `Name            Type        Severity                  Package              Issued
FEDORA-2026-1   security    Moderate    bash-5.3.0-2.fc43.x86_64 2026-01-05 01:02:03
FEDORA-2026-2   enhancement None        vim-minimal-2:9.1.1-1.fc43.x86_64 2026-01-05 01:02:03
`
    const text = `bash.x86_64  5.3.0-2.fc43 updates\nvim-minimal.x86_64 2:9.1.1-1.fc43 updates\n\n--- advisories ---\n${advisories}`
    expect(dnf.parse(text).map(({ name, isSecurity }) => [name, isSecurity])).toEqual([
      ['bash', true],
      ['vim-minimal', false],
    ])
  })

  it.each([
    [dnf, '/var/cache/dnf', "Config error: [Errno 30] Read-only file system: '/var/log/dnf.log'\n"],
    [zypper, '/var/cache/zypp', "Error building the cache:\nCan't create metadata cache directory.\n"],
  ])(
    'a program with a read-only cache, as in the sandbox of the unit, is that with links to it',
    async (manager, folder, stderr) => {
      const lines: string[] = []
      const run: Host['run'] = async (program, args) => {
        lines.push([program, ...args].join(' '))
        if (program === 'mktemp') return { code: 0, stdout: '/tmp/tmp.x1\n', stderr: '' }
        if (program === 'cp' || program === 'rm') return { code: 0, stdout: '', stderr: '' }
        const isOwn = args.some((arg) => arg.includes('/tmp/tmp.x1'))
        return isOwn
          ? { code: 0, stdout: 'v | up | bash | 1 | 2 | noarch\nbash.noarch 2 up\n', stderr: '' }
          : { code: 1, stdout: '', stderr }
      }
      const host = {
        ...recordedHost({ files: { '/var/cache/dnf/x': '', '/var/cache/zypp/solv/x': '' } }),
        run,
        hasProgram: async () => true,
      }
      expect(manager.parse(await manager.query(host))).toContainEqual({ name: 'bash', version: '2' })
      expect(lines).toContain(`cp -rs ${folder}/. /tmp/tmp.x1`)
      expect(lines.at(-1)).toBe('rm -rf -- /tmp/tmp.x1')
    },
  )

  it('zypper: security by the patches that replace a package', async () => {
    // Recorded from zypper 1.14.89 with a repository of createrepo_c.
    const table = `S  | Repository | Name  | Current Version | Available Version | Arch
---+------------+-------+-----------------+-------------------+-------
v  | up         | alpha | 1.0-1           | 2.0-1             | noarch
v  | up         | beta  | 1.0-1           | 2.0-1             | noarch
v  | up         | delta | 1:1.0-1         | 1:2.0-1           | noarch
v  | up         | gamma | 1.0-1           | 2.0-1             | noarch
`
    const patches = `
Repository | Name      | Category | Severity  | Interactive | Status | Summary
-----------+-----------+----------+-----------+-------------+--------+---------------
up         | EX-2026:1 | security | important | ---         | needed | alpha security
up         | EX-2026:2 | bugfix   |           | ---         | needed | beta fix

2 patches needed (1 security patch)
`
    const information = `

Information for patch EX-2026:1:
--------------------------------
Repository  : up
Name        : EX-2026:1
Category    : security
Description : 
    gamma < 9
Provides    : patch:EX-2026:1 = 1
Conflicts   : [2]
    alpha < 2.0-1
    delta < 1:1.5-3


Information for patch EX-2026:2:
--------------------------------
Category    : bugfix
Conflicts   : beta < 2.0-1
`
    const command = 'env ZYPP_READONLY_HACK=1 zypper --non-interactive --no-refresh --quiet'
    const programs = {
      [`${command} list-updates`]: table,
      [`${command} list-patches`]: patches,
      [`${command} info -t patch EX-2026:1 EX-2026:2`]: information,
    }
    expect(zypper.parse(await zypper.query(recordedHost({ programs })))).toEqual([
      { name: 'alpha', version: '2.0-1', isSecurity: true },
      { name: 'beta', version: '2.0-1', isSecurity: false },
      { name: 'delta', version: '1:2.0-1', isSecurity: true },
      { name: 'gamma', version: '2.0-1' },
    ])
  })

  it('apk and pacman', async () => {
    expect(
      apk.parse('Installed:          Available:\nmusl-1.2.4-r1      < 1.2.4-r2 \npy3-pip-23.1-r0 < 23.2-r0\n'),
    ).toEqual([
      { name: 'musl', version: '1.2.4-r2' },
      { name: 'py3-pip', version: '23.2-r0' },
    ])
    expect(pacman.parse('linux 6.6.1-1 -> 6.6.2-1\nheld 1-1 -> 2-1 [ignored]\n')).toEqual([
      { name: 'linux', version: '6.6.2-1' },
      { name: 'held', version: '2-1' },
    ])
    const none = recordedHost({ programs: { pacman: { code: 1 } } })
    expect(await pacman.query(none)).toBe('')
    const locked = recordedHost({ programs: { pacman: { code: 1, stderr: 'error: no database\n' } } })
    await expect(pacman.query(locked)).rejects.toThrow('error: no database')
  })

  it.each([apt, dnf, zypper, apk, pacman])('$name may be anything', ({ parse }) => {
    for (const text of ['', '\n\n', '|||||', 'x'.repeat(1_000_000), '\u001b[31m/a b c [upgradable', '- < -', ' -> '])
      expect(parse(text)).toEqual([])
  })
})

describe('the running kernel', () => {
  it.each([
    ['6.1.0-13-amd64', ['6.1.0-13-amd64', '6.1.0-9-amd64'], false],
    ['6.1.0-9-amd64', ['6.1.0-13-amd64', '6.1.0-9-amd64'], true],
    ['6.1.0-13-amd64', ['6.1.0-13-amd64', '6.5.0-1-rt-amd64'], false],
    ['5.14.0-362.8.1.el9_3.x86_64', ['5.14.0-362.13.1.el9_3.x86_64'], true],
    ['6.6.87-microsoft-standard', [], undefined],
  ])('%s beside %j needs a restart: %s', (running, kernels, expected) =>
    expect(isOlder(running, kernels, [])).toBe(expected),
  )

  it('without its modules was replaced', () => {
    expect(isOlder('6.6.1-arch1-1', [], ['6.6.2-arch1-1'])).toBe(true)
    expect(isOlder('6.6.2-arch1-1', [], ['6.6.2-arch1-1'])).toBe(false)
  })
})
