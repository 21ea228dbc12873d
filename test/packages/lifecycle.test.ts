import { basename, join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../harness/booted-system.ts'
import { name, program, type Small, settings, smallPackage } from './support/small-package.ts'
import { minuteMs, ok as okOn } from './support/systems.ts'

// Tests the scripts of the packages around a small program, a shell script: that takes seconds instead of minutes.

const state = '/var/lib/rollcall-audit-service'
const unit = 'rollcall-audit-service.service'

let system: BootedSystem
beforeAll(async () => {
  system = await bootSystem('bookworm')
}, 15 * minuteMs)
afterAll(() => system?.[Symbol.asyncDispose]())

const ok = (command: string) => okOn(command, system)

/** Writes a package into `/srv` of the system, and returns its path there. */
async function pack(small: Small): Promise<string> {
  return join('/srv', basename(await smallPackage(join(system.root, 'srv'), small)))
}

/** Runs a command that must fail, and returns what it printed. */
async function fails(command: string): Promise<string> {
  const { code, stdout, stderr } = await system.run(command)
  expect(code, `${command}\n${stdout}\n${stderr}`).not.toBe(0)
  return `${stdout}${stderr}`
}

const version = () => ok(`${program}/rollcall --version`).then((text) => text.trim())
const running = () => ok(`systemctl show --property Description --value ${unit}`).then((text) => text.trim())
const stateOf = async () =>
  (await system.run(`systemctl is-enabled ${unit}; systemctl is-active ${unit}`)).stdout.trim().replace('\n', ', ')
const left = `find /usr/lib /usr/bin /usr/share/doc /etc /var/lib /var/cache -xdev -name "*rollcall*" -not -path "/var/lib/dpkg/*" -not -path "/var/lib/rpm/*"`
const failing = 'echo the port is taken >&2; exit 1'

describe('dpkg', () => {
  afterEach(() => system.run(`umount ${state}; dpkg --purge ${name}; rm -rf ${state} /etc/rollcall`))

  test('a first installation that does not start leaves no service that systemd starts again, and can be completed', async () => {
    const file = await pack({
      format: 'deb',
      version: '1.0.0',
      service: `[ -e /srv/free ] || { ${failing}; }\nsystemd-notify --ready; exec sleep infinity`,
    })
    expect(await fails(`dpkg --install ${file}`)).toContain('the port is taken')
    expect(await stateOf()).toBe('disabled, failed')
    await ok('touch /srv/free && dpkg --configure --pending && rm /srv/free')
    expect(await stateOf()).toBe('enabled, active')
  })

  test('a version that was gone back from is not taken for installed, until it is installed again', async () => {
    await ok(`dpkg --install ${await pack({ format: 'deb', version: '1.0.0' })}`)
    const broken = await pack({ format: 'deb', version: '1.1.0', service: failing })
    expect(await fails(`dpkg --install ${broken}`)).toContain('the previous version runs again, with its data')
    expect([await version(), await running()]).toEqual(['1.0.0', 'version 1.0.0'])
    expect(await fails('dpkg --configure --pending')).toContain('Once that is mended, install the package again')
    expect(await ok(`dpkg-query --show --showformat '\${Status}' ${name}`)).toBe('install ok half-configured')
    const mended = await pack({ format: 'deb', version: '1.1.0' })
    await ok(`dpkg --install ${mended}`)
    expect([await version(), await running(), await stateOf()]).toEqual(['1.1.0', 'version 1.1.0', 'enabled, active'])
    expect(await ok(`ls -A ${program} /usr/lib | grep -e went-back -e previous -e first || true`)).toBe('')
  })

  test('a package whose program was gone back from is removed with all its files', async () => {
    await ok(`dpkg --install ${await pack({ format: 'deb', version: '1.0.0' })}`)
    await fails(`dpkg --install ${await pack({ format: 'deb', version: '1.1.0', exitCode: 1 })}`)
    await ok(`dpkg --purge ${name}`)
    expect(await ok(left)).toBe('')
  })

  test('neither an upgrade nor a reconfiguration starts what an administrator has disabled', async () => {
    await ok(`dpkg --install ${await pack({ format: 'deb', version: '1.0.0' })}`)
    await ok(`systemctl disable --now ${unit}`)
    await ok(`dpkg --install ${await pack({ format: 'deb', version: '1.1.0' })}`)
    expect([await version(), await stateOf()]).toEqual(['1.1.0', 'disabled, inactive'])
    await ok(`dpkg-reconfigure ${name}`)
    expect(await stateOf()).toBe('disabled, inactive')
  })

  test('a release comes after its own pre-releases', async () => {
    await ok(`dpkg --install ${await pack({ format: 'deb', version: '1.1.0-rc.1' })}`)
    expect(await ok(`apt-get install --yes ${await pack({ format: 'deb', version: '1.1.0' })}`)).toContain('1 upgraded')
    expect(await version()).toBe('1.1.0')
  })

  test('a package that was removed is enabled and started when it is installed again', async () => {
    const file = await pack({ format: 'deb', version: '1.0.0' })
    await ok(`dpkg --install ${file} && dpkg --remove ${name} && dpkg --install ${file}`)
    expect(await stateOf()).toBe('enabled, active')
  })

  test('a package that is installed where systemd does not run is enabled for the next boot', async () => {
    const file = await pack({ format: 'deb', version: '1.0.0' })
    const said = await ok(`unshare --mount sh -c 'mount -t tmpfs tmpfs /run/systemd && dpkg --install ${file}'`)
    expect(said).toContain('does not run systemd now')
    expect(await stateOf()).toBe('enabled, inactive')
  })

  test('a purge empties a disk that is mounted as the state folder, and succeeds', async () => {
    await ok(`mkdir -p ${state} && mount -t tmpfs tmpfs ${state}`)
    await ok(`dpkg --install ${await pack({ format: 'deb', version: '1.0.0' })} && touch ${state}/data`)
    expect(await ok(`dpkg --purge ${name}`)).toContain(`${state} is not removed`)
    expect(await ok(`ls -A ${state}; getent passwd ${name} || true`)).toBe('')
  })
})

describe('rpm', () => {
  /** Runs rpm of this machine on the system's root folder. The system has no database of its requirements. */
  async function rpm(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runProcess('rpm', ['--root', system.root, ...args], { timeoutMs: minuteMs })
    expect(code, `rpm ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
    return `${stdout}${stderr}`
  }
  const upgrade = async (small: Omit<Small, 'format'>) =>
    rpm('--upgrade', '--replacepkgs', '--nodeps', join(system.root, await pack({ format: 'rpm', ...small })))
  const files = () => ok(`cd ${program} && find . -type f | sort`)

  test('an upgrade replaces the files, and one that does not run here puts back all that were there', async () => {
    await upgrade({ version: '1.0.0' })
    expect(await stateOf()).toBe('enabled, inactive')
    await upgrade({ version: '1.1.0' })
    const former = await files()
    expect(former).toBe('./lib/1.1.0\n./lifecycle.sh\n./rollcall\n')
    expect(await upgrade({ version: '1.2.0', exitCode: 1 })).toContain('the previous version is back')
    expect(await version()).toBe('1.1.0')
    expect((await files()).replace('./went-back\n', '')).toBe(former)
    await upgrade({ version: '1.2.0' })
    expect([await version(), await files()]).toEqual(['1.2.0', expect.not.stringContaining('went-back')])
    expect(await ok('ls /usr/lib | grep rollcall')).toBe('rollcall-audit-service\n')
  })

  test('the settings that rpm keeps beside the removed ones leave with the data', async () => {
    await ok(`echo ROLLCALL_LOG_LEVEL=debug >> ${settings} && cp ${program}/lifecycle.sh /srv/lifecycle.sh`)
    await rpm('--erase', name)
    expect(await ok('ls /etc/rollcall')).toBe('audit-service.env.rpmsave\n')
    await ok('set -e; . /srv/lifecycle.sh; after_purge')
    expect(await ok(left)).toBe('')
  })
})

describe('the archive', () => {
  /** Unpacks an archive, and returns its script. */
  async function unpack(small: Omit<Small, 'format'>): Promise<string> {
    const file = await pack({ format: 'tar', ...small })
    await ok(`rm -rf /srv/rollcall-*-linux-x64 && tar -C /srv -xzf ${file}`)
    return `${file.replace(/\.tar\.gz$/, '')}/install.sh`
  }
  afterEach(() => system.run(`${program}/uninstall.sh --purge; rm -rf ${state} /etc/rollcall /usr/lib/rollcall-*`))

  test('a first installation that does not start leaves nothing', async () => {
    expect(await fails(await unpack({ version: '1.0.0', service: failing }))).toContain('the port is taken')
    expect(await ok(left)).toBe('')
  })

  test.each([
    ['does not start', { service: failing }],
    ['does not run here', { exitCode: 1 }],
  ])('an installation that %s keeps the data and settings that were there before', async (_, change) => {
    await ok(`${await unpack({ version: '1.0.0' })} && echo 1 > ${state}/master.key && echo A=1 >> ${settings}`)
    await ok(`${program}/uninstall.sh`)
    await fails(await unpack({ version: '0.9.0', ...change }))
    expect(await ok(`ls -d ${program} || true; cat ${state}/master.key; tail -n 1 ${settings}`)).toMatch(
      /^ls: .*\n?1\nA=1\n|^1\nA=1\n/,
    )
    await ok(await unpack({ version: '1.0.0' }))
    expect([await stateOf(), await ok(`cat ${state}/master.key`)]).toEqual(['enabled, active', '1\n'])
  })

  test('an upgrade that does not start goes back to the program and the units before', async () => {
    await ok(await unpack({ version: '1.0.0' }))
    expect(await fails(await unpack({ version: '1.1.0', service: failing }))).toContain('runs again, with its data')
    expect([await version(), await running(), await stateOf()]).toEqual(['1.0.0', 'version 1.0.0', 'enabled, active'])
    await ok(await unpack({ version: '1.1.0' }))
    expect([await version(), await running()]).toEqual(['1.1.0', 'version 1.1.0'])
    expect(await ok(`find /usr/lib -maxdepth 2 -path '*rollcall*' | sort`)).not.toMatch(
      /previous|went-back|\.new|\.old/,
    )
  })

  test('what a run that was killed has left does not get into the program', async () => {
    await ok(`mkdir -p ${program}.new/lib && touch ${program}.new/lib/half`)
    await ok(await unpack({ version: '1.0.0' }))
    expect(await ok(`cd ${program} && find . -type f | sort`)).toBe(
      './lib/1.0.0\n./lifecycle.sh\n./rollcall\n./uninstall.sh\n',
    )
  })

  test('on another architecture it says which one it is for, and changes nothing', async () => {
    const script = await unpack({ version: '1.0.0' })
    expect(await fails(`setarch i686 ${script}`)).toContain('this archive is for x86_64, and this machine is i686')
    expect(await ok(left)).toBe('')
  })

  test('without root it says to use sudo', async () => {
    const script = await unpack({ version: '1.0.0' })
    expect(await fails(`setpriv --reuid=nobody --clear-groups ${script}`)).toContain('run install.sh as root (sudo)')
  })
})
