import { describe, expect, it } from 'vitest'
import { ownedEntriesMax } from '../platform/host.ts'
import { recordedHost } from '../platform/testing/recorded-host.ts'
import { observe } from './observe.ts'
import { linuxSources } from './sources.ts'
import { accounts } from './system/linux/accounts.ts'

const passwd = ['root:x:0:0::/root:/bin/sh', 'ada:x:1000:1000::/home/ada:/bin/sh', 'eve:x:1001:1001::/home/eve:/bin/sh']
const many = (folder: string, name = '') =>
  Object.fromEntries(Array.from({ length: ownedEntriesMax + 1 }, (_, index) => [`${folder}/f${index}${name}`, 'x']))
const crates = (name: string) => JSON.stringify({ installs: { [`${name} 1.0.0 (registry)`]: {} } })
const deploy = (version: string) => `appdata-version\0\0\0\0${version}\0`

/** A machine of two users, of whom one fills her folders. */
const machine = {
  '/etc/passwd': `${passwd.join('\n')}\n`,
  '/etc/group': '',
  '/home/ada/.cargo/.crates2.json': crates('ripgrep'),
  '/home/ada/.local/share/flatpak/app/org.gimp.GIMP/x86_64/stable/active/deploy': deploy('3.0'),
}
const owners = Object.fromEntries(
  [
    ['/home/ada', 1000],
    ['/home/eve', 1001],
  ].flatMap(([home, uid]) =>
    ['.cargo', '.cargo/.crates2.json', '.ssh', '.local/share/flatpak', '.local/share/containers/storage', 'go/bin']
      .map((path): [string, number] => [`${home}/${path}`, Number(uid)])
      .concat(
        [
          'app',
          'app/org.gimp.GIMP',
          'app/org.gimp.GIMP/x86_64',
          'app/org.gimp.GIMP/x86_64/stable',
          'app/org.gimp.GIMP/x86_64/stable/active/deploy',
        ].map((path) => [`${home}/.local/share/flatpak/${path}`, Number(uid)]),
      ),
  ),
)

const snapshotOf = (files: Record<string, string>) =>
  observe(recordedHost({ files, owners }), { now: () => new Date(0), newId: () => 'id' })
const outcomes = async (files: Record<string, string>) => {
  const { probes = [], software = [], hardware, truncated = [], incomplete } = await snapshotOf(files)
  return {
    failed: probes.filter(({ outcome }) => outcome === 'failed').map(({ probe }) => probe),
    software: software.map(({ name }) => name),
    accounts: hardware?.accounts?.map(({ name }) => name),
    truncated,
    incomplete,
  }
}

describe('folders of a user with too many files', () => {
  it.each([
    ['accounts', '/home/eve/.ssh'],
    ['podman', '/home/eve/.local/share/containers/storage'],
    ['flatpak', '/home/eve/.local/share/flatpak'],
    ['cargo', '/home/eve/.cargo'],
    ['go', '/home/eve/go/bin'],
  ])('cost %s only the part of this user', async (source, folder) => {
    const found = await outcomes({ ...machine, ...many(folder) })
    expect(found).toMatchObject({
      failed: [],
      software: ['org.gimp.GIMP', 'ripgrep'],
      accounts: ['ada', 'eve', 'root'],
    })
    expect(found.truncated).toContainEqual(expect.stringContaining(`${source} left out files of a user: ${folder}`))
    expect(found.incomplete?.length).toBeGreaterThan(0)
  })

  it('fill no report', async () => {
    const stores = Array.from({ length: 40 }, (_, index) => many(`/home/eve/.local/share/flatpak/app/a.b${index}`))
    const folders = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`/home/eve/.local/share/flatpak/app/a.b${index}`, 1001]),
    )
    const host = recordedHost({
      files: Object.assign({}, machine, ...stores),
      owners: { ...owners, ...folders, '/home/eve/.local/share/flatpak/app': 1001 },
    })
    const { truncated = [] } = await observe(host, { now: () => new Date(0), newId: () => 'id' })
    const lines = truncated.filter((line) => line.startsWith('software: flatpak'))
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toBe('software: flatpak left out 37 more files and folders of users')
  })
})

describe('texts of a user', () => {
  it('are cut before they are sent', async () => {
    const path = '/home/ada/.local/share/flatpak/app/org.gimp.GIMP/x86_64/stable/active/deploy'
    const { software = [] } = await snapshotOf({
      ...machine,
      '/home/ada/.cargo/.crates2.json': crates('a'.repeat(900_000)),
      [path]: deploy('9'.repeat(900_000)),
    })
    expect(software.map(({ name, version }) => [name.length, version?.length])).toEqual([
      [512, 5],
      ['org.gimp.GIMP'.length, 512],
    ])
  })

  it('leave a list of packages that the collector takes', async () => {
    const text = 'x'.repeat(500)
    const flood = {
      ...linuxSources,
      hardware: [accounts],
      software: [
        { name: 'dpkg', packages: [{ name: 'bash', version: '5', source: 'dpkg' }] },
        {
          name: 'flood',
          packages: Array.from({ length: 60_000 }, (_, index) => ({
            name: `${index}`,
            version: text,
            publisher: text,
          })),
        },
      ].map(({ name, packages }) => ({
        name,
        reads: [`[${name}]`],
        isAvailable: async () => true,
        collect: async () => packages,
      })),
    }
    const { software, truncated, incomplete } = await observe(recordedHost({ files: machine, owners }), {
      ...{ now: () => new Date(0), newId: () => 'id', sources: flood },
    })
    expect(JSON.stringify(software).length).toBeLessThan(40 * 1024 * 1024)
    expect(software).toContainEqual(expect.objectContaining({ name: 'bash' }))
    expect(truncated).toContainEqual(expect.stringMatching(/^software: flood left out \d+ of 60000 packages$/))
    expect(incomplete).toEqual(['software[flood]'])
  })
})
