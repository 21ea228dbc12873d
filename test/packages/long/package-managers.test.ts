import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import { copyAgent, minuteMs, ok as okOn, snapshotOf } from '../support/systems.ts'

let system: BootedSystem
beforeAll(async () => {
  system = await bootSystem('trixie', { more: ['nix-bin', 'flatpak', 'ruby', 'python3-pip', 'python3-setuptools'] })
  await copyAgent(system)
}, 15 * minuteMs)
afterAll(() => system?.[Symbol.asyncDispose]())

const ok = (command: string) => okOn(command, system)

/** Returns the packages of one source in a snapshot of the system. */
async function packagesOf(source: string) {
  const { software = [], truncated } = await snapshotOf(system)
  expect(truncated.filter((line) => line.startsWith('software'))).toEqual([])
  return software.filter((each) => each.source === source)
}

test('the packages of dpkg are exactly those that dpkg-query lists', async () => {
  const format = `'\${db:Status-Status} \${Package} \${Version} \${Architecture}\\n'`
  const listed = (await ok(`dpkg-query --show --showformat ${format}`)).trim().split('\n')
  const installed = listed.flatMap((line) => /^installed (.*)$/.exec(line)?.[1] ?? [])
  const found = (await packagesOf('dpkg')).map(({ name, version, architecture }) =>
    [name, version, architecture].join(' '),
  )
  expect(found.sort()).toEqual(installed.sort())
})

test('pending updates are those that apt would install, and about security by the suite that has them', async () => {
  await ok(`set -e; mkdir /srv/apt && cd /srv/apt
    build() { # name, version
      mkdir -p deb/DEBIAN
      printf 'Package: %s\\nVersion: %s\\nArchitecture: all\\nMaintainer: M <m@example.org>\\nDescription: d\\n' $1 $2 > deb/DEBIAN/control
      dpkg-deb --build deb $1_$2.deb
    }
    publish() { # name, version, suite
      folder=dists/$3/main/binary-all
      mkdir -p repo/$folder && build $1 $2 && mv $1_$2.deb repo/
      { cat deb/DEBIAN/control; echo Filename: $1_$2.deb; stat --format 'Size: %s' repo/$1_$2.deb
        sha256sum repo/$1_$2.deb | sed 's/^\\([^ ]*\\).*/SHA256: \\1/'; } > repo/$folder/Packages
      { printf 'Suite: %s\\nCodename: %s\\nComponents: main\\nArchitectures: all amd64 arm64\\nSHA256:\\n' $3 $3
        echo " $(sha256sum < repo/$folder/Packages | cut -d' ' -f1) $(stat --format %s repo/$folder/Packages) main/binary-all/Packages"; } > repo/dists/$3/Release
      echo "deb [trusted=yes arch=all] file:/srv/apt/repo $3 main" >> /etc/apt/sources.list.d/local.list
    }
    for name in one two current; do build $name 1.0 && dpkg --install \${name}_1.0.deb; done
    publish one 1:0.9 example-security
    publish two 1.1 example
    rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*.sources && apt-get update`)
  const listed = await ok('apt list --upgradable')
  const { hardware } = await snapshotOf(system)
  const { updates, listsFrom } = hardware?.os?.pendingUpdates ?? {}
  expect(updates).toEqual([
    { name: 'one', version: '1:0.9', isSecurity: true },
    { name: 'two', version: '1.1', isSecurity: false },
  ])
  expect(listed.match(/^\w+(?=\/)/gm)).toEqual(['one', 'two'])
  expect(Math.abs(Date.now() - Date.parse(listsFrom ?? ''))).toBeLessThan(10 * minuteMs)
})

/** Commands of Nix that need no network and no users for builds. */
const nix = (command: string) =>
  `NIX_REMOTE=local HOME=/root NIX_CONFIG='build-users-group =
sandbox = false
substituters =
experimental-features = nix-command' ${command}`

test('the packages of Nix profiles are exactly those that nix-env and nix profile list', async () => {
  const make = `name: derivation { inherit name; system = builtins.currentSystem; builder = "/bin/sh"; args = [ "-c" "/usr/bin/mkdir -p $out/bin; echo > $out/bin/\${name}" ]; }`
  const names = ['bare', 'hello-2.12.1', 'my-tool-1.0rc1']
  const set = names.map((name, index) => `p${index} = make "${name}";`).join(' ')
  await ok(`cat > /srv/packages.nix <<'END'\nlet make = ${make}; in { ${set} }\nEND`)
  const profiles = '/nix/var/nix/profiles'
  await ok(nix(`nix-env --profile ${profiles}/default --file /srv/packages.nix --install --attr p0 p1 p2`))
  const ofRoot = `--profile ${profiles}/per-user/root/profile`
  await ok(`install -d ${profiles}/per-user/root`)
  await ok(nix(`nix profile install ${ofRoot} --file /srv/packages.nix p2`))

  const listed = (await ok(nix(`nix-env --profile ${profiles}/default --query`))).trim().split('\n')
  expect(listed.sort()).toEqual(names)
  expect(await ok(nix(`nix profile list ${ofRoot}`))).toContain('-my-tool-1.0rc1')
  const found = await packagesOf('nix')
  // The package of both profiles is listed once.
  expect(found.map(({ name, version }) => (version ? `${name}-${version}` : name)).sort()).toEqual(listed)
  await ok(nix(`nix-env --profile ${profiles}/default --uninstall hello`))
  expect((await packagesOf('nix')).map(({ name }) => name)).toEqual(['bare', 'my-tool'])
})

const metainfo = `<components version="0.8"><component type="desktop"><id>org.example.App</id><name>App</name><summary>s</summary>
<releases><release version="4.2-rc1" timestamp="1700000000"/></releases></component></components>`

test('the applications and runtimes of Flatpak are exactly those that flatpak list shows', async () => {
  await ok(`set -e; cd /srv; mkdir -p app/files/share/app-info/xmls app/export runtime/files
    printf '[Application]\\nname=org.example.App\\nruntime=org.example.Platform/x86_64/1\\ncommand=app\\n' > app/metadata
    printf '[Runtime]\\nname=org.example.Platform\\n' > runtime/metadata
    echo '${metainfo}' | gzip > app/files/share/app-info/xmls/org.example.App.xml.gz
    flatpak build-export --disable-sandbox repo app stable
    flatpak build-export --disable-sandbox --runtime --files=files repo runtime 1
    flatpak remote-add --system --no-gpg-verify local /srv/repo
    flatpak install --system --noninteractive --no-deps local org.example.Platform//1 org.example.App//stable`)
  const columns = 'application,version,branch,arch'
  const rows = (await ok(`flatpak list --system --all --columns=${columns}`)).trim().split('\n')
  const listed = rows.map((row) => {
    const [name, version, branch, architecture] = row.split('\t')
    return [name, version || branch, architecture].join(' ')
  })
  const found = await packagesOf('flatpak')
  expect(found.map(({ name, version, architecture }) => [name, version, architecture].join(' '))).toEqual(listed.sort())
  expect(listed).toContain('org.example.App 4.2-rc1 x86_64')
  for (const { installDate } of found) {
    expect(Math.abs(Date.now() - Date.parse(installDate ?? ''))).toBeLessThan(10 * minuteMs)
  }
})

test('the gems of an administrator are exactly those that gem list adds to the ones of the distribution', async () => {
  const list = async () => new Set((await ok('gem list --local')).trim().split('\n'))
  const before = await list()
  await ok(`set -e; cd /srv
    printf "Gem::Specification.new { |s| s.name = 'my-gem'; s.version = '1.2.pre'; s.summary = 's'; s.authors = ['a'] }" > my.gemspec
    gem build my.gemspec && gem install --local my-gem-1.2.pre.gem`)
  const added = [...(await list())].filter((line) => !before.has(line))
  expect(added).toEqual(['my-gem (1.2.pre)'])
  expect((await packagesOf('gem')).map(({ name, version }) => `${name} (${version})`)).toEqual(added)
})

test('the Python packages of an administrator are exactly those that pip lists', async () => {
  await ok(`set -e; mkdir -p /srv/python && cd /srv/python
    printf '[project]\nname = "My_Package.Two"\nversion = "1.0rc1"\n[tool.setuptools]\npy-modules = []\n' > pyproject.toml
    pip install --no-index --no-build-isolation --break-system-packages --root-user-action=ignore .`)
  const listed = JSON.parse(await ok('pip list --format json --path /usr/local/lib/python3*/dist-packages'))
  expect(listed).toHaveLength(1)
  const normalized = listed.map(({ name, version }: { name: string; version: string }) =>
    [name.toLowerCase().replace(/[-_.]+/g, '-'), version].join(' '),
  )
  expect((await packagesOf('pip')).map(({ name, version }) => `${name} ${version}`)).toEqual(normalized)
})
