import { describe, expect, it } from 'vitest'
import { LimitError } from '../../platform/host.ts'
import { type Recording, recordedHost } from '../../platform/testing/recorded-host.ts'
import type { SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { cargoPrograms, parseCrates } from './cargo-programs.ts'
import { flatpak, versionIn } from './flatpak.ts'
import { nix, parseManifestJson, parseManifestNix, parseStorePath } from './nix.ts'
import { npmPackages } from './npm-packages.ts'
import { pythonPackages } from './python-packages.ts'
import { rubyGems } from './ruby-gems.ts'

const lines = async (source: Source<SoftwarePart>, recording: Recording) => {
  const host = recordedHost(recording)
  expect(await source.isAvailable(host)).toBe(true)
  return (await source.collect(host)).map(({ name, version, installDate = '-' }) =>
    [name, version, installDate].join(' '),
  )
}
const at = 1_700_000_000
const date = '2023-11-14T22:13:20.000Z'
const passwd =
  'root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1000:Alice,,,:/home/alice:/bin/bash\nremote:x:1001:1001::/net/remote:/bin/sh\n'
const mounts = '30 1 0:30 / /net/remote rw - nfs4 server:/export rw\n'

describe('pip', () => {
  const packages = '/usr/local/lib/python3.11/dist-packages'
  it('lists packages of an administrator, and none of the distribution', async () => {
    const files = {
      [`${packages}/Typing_Extensions-4.8.0.dist-info/METADATA`]: '',
      [`${packages}/ruamel.yaml-0.17.egg-info/PKG-INFO`]: '',
      [`${packages}/old-1.0-py3.11.egg-info`]: '',
      [`${packages}/typing_extensions.py`]: '',
      [`${packages}/-1.dist-info/METADATA`]: '',
      [`${packages}/line\nend-1.dist-info/METADATA`]: '',
      '/usr/lib/python3/dist-packages/apt-2.6.dist-info/METADATA': '',
      '/opt/tool/venv/lib/python3.9/site-packages/flask-3.0.dist-info/METADATA': '',
    }
    const modified = { [`${packages}/Typing_Extensions-4.8.0.dist-info`]: at }
    expect((await lines(pythonPackages, { files, modified })).sort()).toEqual([
      'flask 3.0 -',
      'line\nend 1 -',
      'old 1.0 -',
      'ruamel-yaml 0.17 -',
      `typing-extensions 4.8.0 ${date}`,
    ])
    expect(await pythonPackages.isAvailable(recordedHost({}))).toBe(false)
  })
})

describe('npm', () => {
  const folder = '/usr/local/lib/node_modules'
  const files = {
    [`${folder}/npm/package.json`]: '{"name":"npm","version":"10.2.0"}',
    [`${folder}/@scope/tool/package.json`]: '{"name":"@scope/tool","version":2}',
    [`${folder}/.bin/package.json`]: '{"name":"hidden","version":"1"}',
    [`${folder}/list/package.json`]: '[{"name":"x"}]',
    [`${folder}/cut/package.json`]: '{"name":"cut',
    [`${folder}/odd/package.json`]: '{"name":{"a":1},"version":null}',
    '/usr/lib/node_modules/npm/package.json': '{"name":"npm","version":"of the distribution"}',
  }

  it('lists global packages and scopes, and ignores odd files', async () => {
    const modified = { [`${folder}/npm/package.json`]: at }
    expect((await lines(npmPackages, { files, modified })).sort()).toEqual(['@scope/tool 2 -', `npm 10.2.0 ${date}`])
  })

  it('names files that are too large or damaged, with the rest', async () => {
    const host = recordedHost({ files })
    const cuts: string[] = []
    const limited = {
      ...host,
      readFile: async (path: string, bytesMax: number) => {
        if (path.includes('/npm/')) throw new LimitError('too large')
        return host.readFile(path, bytesMax)
      },
    }
    expect(await npmPackages.collect(limited, (what) => cuts.push(what))).toHaveLength(1)
    expect(cuts.toSorted()).toEqual([
      `left out ${folder}/cut (its package.json is damaged)`,
      `left out ${folder}/list (its package.json is damaged)`,
      `left out ${folder}/npm (its package.json is too large)`,
    ])
  })
})

it('lists gems of an administrator by their specifications', async () => {
  const folder = '/var/lib/gems/3.1.0/specifications'
  const modified = {
    [`${folder}/net-http2-0.18.4.gemspec`]: at,
    [`${folder}/nokogiri-1.15.4-x86_64-linux.gemspec`]: at,
    [`${folder}/noversion.gemspec`]: at,
  }
  const files = Object.fromEntries(Object.keys(modified).map((path) => [path, 'raise "never run"']))
  expect(await lines(rubyGems, { files, modified })).toEqual([`net-http2 0.18.4 ${date}`, `nokogiri 1.15.4 ${date}`])
})

describe('cargo', () => {
  const list = '{"installs":{"ripgrep 14.1.0 (registry+https://example.org)":{"bins":["rg"]},"odd":1}}'

  it('lists programs of root and of users on local file systems, from files that belong to them', async () => {
    const files = {
      '/etc/passwd': passwd,
      '/proc/self/mountinfo': mounts,
      '/root/.cargo/.crates2.json': list.replace('ripgrep', 'fd-find'),
      '/home/alice/.cargo/.crates2.json': list,
      '/net/remote/.cargo/.crates2.json': list.replace('ripgrep', 'never-read'),
    }
    const owners = { '/home/alice/.cargo': 1000, '/home/alice/.cargo/.crates2.json': 1000 }
    expect(await lines(cargoPrograms, { files, owners })).toEqual(['fd-find 14.1.0 -', 'ripgrep 14.1.0 -'])
    const modified = { '/root/.cargo/bin/rg': at }
    expect(await lines(cargoPrograms, { files, owners, modified })).toContain(`fd-find 14.1.0 ${date}`)
    const linked = { files, owners: { '/home/alice/.cargo': 1000 } }
    expect(await lines(cargoPrograms, linked)).toEqual(['fd-find 14.1.0 -'])
  })

  it.each(['{"installs":[1]}', '{"installs":"x"}', '{"installs":{"\\u0000 1 (":1}}'])(
    'has no programs of an odd list: %s',
    (text) => expect(parseCrates(text, new Map())).toEqual([]),
  )

  it.each(['', '[]', 'root:$6$secret:1'])('names a file that is no list: %s', async (text) => {
    const cuts: string[] = []
    const host = recordedHost({ files: { '/etc/passwd': passwd, '/root/.cargo/.crates2.json': text } })
    expect(await cargoPrograms.collect(host, (what) => cuts.push(what))).toEqual([])
    expect(cuts).toEqual(['cannot read /root/.cargo/.crates2.json'])
  })
})

describe('flatpak', () => {
  const deploy = (version: string) =>
    Buffer.from(`\x01\x02\0appdata-name\0\0App\0\0s\0\0appdata-version\0\0\0\0${version}\0\0s\0rest`)

  it('lists applications and runtimes of the system and of users', async () => {
    const mine = '/home/alice/.local/share/flatpak'
    const system = '/var/lib/flatpak'
    const files = {
      '/etc/passwd': passwd,
      [`${system}/app/org.example.App/x86_64/stable/active/deploy`]: deploy('2.1'),
      [`${system}/app/org.example.App/current/active/deploy`]: deploy('2.1'),
      [`${system}/runtime/org.example.Platform/x86_64/23.08/active/deploy`]: 'none',
      [`${system}/runtime/org.example.Platform.Locale/x86_64/23.08/active/deploy`]: 'none',
      [`${mine}/app/org.example.Mine/aarch64/beta/active/deploy`]: deploy('3'),
      [`${mine}/app/org.example.Link/aarch64/beta/active/deploy`]: deploy('4'),
    }
    const folders = [
      '',
      '/app',
      '/app/org.example.Mine',
      '/app/org.example.Mine/aarch64',
      '/app/org.example.Link',
      '/app/org.example.Link/aarch64',
    ]
    const owners = Object.fromEntries(
      [...folders, '/app/org.example.Mine/aarch64/beta/active/deploy'].map((path) => [`${mine}${path}`, 1000]),
    )
    const modified = { [`${system}/app/org.example.App/x86_64/stable/active`]: at }
    expect(await lines(flatpak, { files, owners, modified })).toEqual([
      `org.example.App 2.1 ${date}`,
      'org.example.Platform 23.08 -',
      'org.example.Mine 3 -',
    ])
  })

  it('finds no version in damaged metadata', () => {
    for (const bytes of ['', 'appdata-version\0', 'appdata-version\0\0\0\0\0\0\0\0\0\0\0', 'appdata-version\0no end'])
      expect(versionIn(Buffer.from(bytes))).toBeUndefined()
  })
})

describe('nix', () => {
  const hash = '0'.repeat(32)
  const path = (name: string) => `/nix/store/${hash}-${name}`

  it.each([
    ['hello-2.12.1', 'hello 2.12.1'],
    ['python3.11-requests-2.31.0', 'python3.11-requests 2.31.0'],
    ['git-2.42.0-doc', 'git 2.42.0'],
    ['etc-ssh_config', 'etc-ssh_config '],
    ['libmpack-80bd55ea677e', 'libmpack 80bd55ea677e'],
  ])('parses a store path: %s', (name, expected) => {
    const found = parseStorePath(path(name))
    expect(`${found?.name} ${found?.version}`).toBe(expected)
  })

  it('lists the packages of manifests of all versions, and of the system', async () => {
    const element = (name: string, more = {}) => ({ storePaths: [path(name), path(`${name}-man`)], ...more })
    const list = JSON.stringify({ version: 2, elements: [element('jq-1.7'), element('off-1', { active: false }), 7] })
    expect(parseManifestJson(list)).toEqual([path('jq-1.7')])
    expect(parseManifestJson(JSON.stringify({ version: 3, elements: { jq: element('jq-1.8'), odd: 1 } }))).toEqual([
      path('jq-1.8'),
    ])
    for (const odd of ['{"elements":"x"}', '{"elements":[{"storePaths":[1]}]}'])
      expect(parseManifestJson(odd)).toEqual([])
    for (const damaged of ['', '[]', '{"elements":']) expect(parseManifestJson(damaged)).toBeUndefined()
    const expression = `[ { meta = { outPath = "no"; }; name = "hello-2.12"; out = { outPath = "${path('hello-2.12')}"; }; outPath = "${path('hello-2.12')}"; outputs = [ "out" ]; system = "x86_64-linux"; type = "derivation"; } ]`
    expect(parseManifestNix(expression)).toEqual([path('hello-2.12')])
    const files = {
      '/nix/var/nix/db/db.sqlite': '',
      '/nix/var/nix/profiles/default/manifest.json': list,
      '/run/current-system/sw/bin/sh': '',
    }
    const programs = { 'nix-store': `${path('bash-5.2-p15')}\n${path('bash-5.2-p15-man')}\n` }
    expect(await lines(nix, { files, programs })).toEqual(['jq 1.7 -', 'bash 5.2-p15 -', 'bash 5.2-p15 -'])
  })
})

it('lists what pip and gem installed in a folder that they share with the package manager', async () => {
  const python = '/usr/lib/python3.12/site-packages'
  const gems = '/usr/lib/ruby/gems/3.3.0/specifications'
  const files = {
    [`${python}/flask-3.0.0.dist-info/INSTALLER`]: 'pip\n',
    [`${python}/uv_tool-1.dist-info/INSTALLER`]: 'uv',
    [`${python}/packaging-24.0.dist-info/INSTALLER`]: 'installer\n',
    [`${python}/old-1-py3.12.egg-info/PKG-INFO`]: '',
    '/lib/apk/db/installed':
      'P:ruby-rake\nV:13.1.0-r0\nF:usr/lib/ruby/gems/3.3.0/specifications\nR:rake-13.1.0.gemspec\n',
    [`${gems}/rake-13.1.0.gemspec`]: '',
    [`${gems}/rails-7.1.gemspec`]: '',
  }
  const modified = Object.fromEntries(Object.keys(files).map((path) => [path, 1_700_000_000]))
  const host = recordedHost({ files, modified })
  const names = async (source: Source<SoftwarePart>) => (await source.collect(host)).map(({ name }) => name)
  expect(await names(pythonPackages)).toEqual(['flask', 'uv-tool'])
  expect(await names(rubyGems)).toEqual(['rails'])
  const other = recordedHost({ files: { [`${gems}/rake-13.1.0.gemspec`]: '' }, modified })
  expect(await rubyGems.collect(other)).toEqual([])
})
