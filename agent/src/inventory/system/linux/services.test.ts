import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { initScripts } from './init-scripts.ts'
import { parseStates, parseUnitFile, parseUnitFileStates, systemdServices } from './systemd-services.ts'

const loaded = `ssh.service loaded active running OpenBSD Secure Shell server
● web.service loaded failed failed The web server
* old.service loaded failed failed Marked by an older version
getty@tty1.service loaded active running Getty on tty1
masked.service masked inactive dead masked.service
gone.service not-found inactive dead gone.service
once.service loaded activating start Starts
session.scope loaded active running no service
`
const unitFiles = `getty@.service enabled enabled
autovt@.service alias -
idle.service static -
late.service enabled enabled
masked.service masked enabled
old.service generated -
once.service disabled enabled
ssh.service enabled enabled
sshd.service alias -
sshd@.service static -
user@.service static -
web.service disabled enabled
`
/** Units of sessions, connections and timers, and one of systemd-run with its command line as description. */
const passing = `user@1000.service loaded active running User Manager for UID 1000
sshd@3-192.0.2.1:22-192.0.2.77:51234.service loaded active running OpenSSH per-connection server daemon
run-u1234.service loaded active running /usr/bin/backup --password=s3cret
dbus-:1.2-org.example.Helper@0.service loaded active running dbus-:1.2-org.example.Helper@0.service
idle.service loaded active running Idle
`

describe('systemd', () => {
  const unit = (program: string, more = '') =>
    `[Unit]\nDescription=Unit %i\n[Service]\nExecStartPre=/bin/true\nExecStart=${program}\n${more}`
  const files = {
    '/run/systemd/system/session.scope': '',
    '/run/systemd/transient/run-u1234.service': unit('/usr/bin/backup --password=s3cret'),
    '/run/systemd/generator.late/old.service': unit('/etc/init.d/old start'),
    '/usr/lib/systemd/system/ssh.service': unit('/usr/sbin/sshd -D --secret=x'),
    '/etc/systemd/system/web.service': unit('-"/opt/web server/run" --key', 'User=web\n'),
    '/usr/lib/systemd/system/web.service': unit('/never'),
    '/usr/lib/systemd/system/getty@.service': unit('-/sbin/agetty'),
    '/usr/lib/systemd/system/sshd@.service': unit('-/usr/sbin/sshd -i'),
    '/etc/systemd/system/multi-user.target.wants/ssh.service': '',
    '/etc/systemd/system/multi-user.target.wants/late.service': '',
    '/etc/systemd/system/multi-user.target.wants/removed.service': '',
    '/etc/systemd/system/getty.target.wants/getty@tty1.service': '',
    '/etc/systemd/system/multi-user.target.wants/a.timer': '',
  }
  const programsWith = (units: string, states = unitFiles) => ({
    'systemctl list-units --type=service --full --no-legend --no-pager --all --plain': units,
    'systemctl list-unit-files --type=service --full --no-legend --no-pager': states,
  })
  const hostWith = (units: string, states?: string) => recordedHost({ files, programs: programsWith(units, states) })

  it('lists services with state, start, program and user', async () => {
    const host = hostWith(loaded)
    expect(await systemdServices.isAvailable(host)).toBe(true)
    const { systemServices = [] } = await systemdServices.collect(host)
    expect(
      systemServices.map(({ name, state, start, program = '-', user = '-' }) =>
        [name, state, start, program, user].join(' '),
      ),
    ).toEqual([
      'getty@.service stopped manual /sbin/agetty -',
      'idle.service stopped manual - -',
      'late.service stopped automatic - -',
      'masked.service stopped disabled - -',
      'old.service failed manual /etc/init.d/old -',
      'once.service running manual - -',
      'ssh.service running automatic /usr/sbin/sshd -',
      'sshd@.service stopped manual /usr/sbin/sshd -',
      'user@.service stopped manual - -',
      'web.service failed manual /opt/web server/run web',
      'getty@tty1.service running automatic /sbin/agetty -',
    ])
    const described = systemServices.filter(({ description }) => description !== undefined)
    expect(new Map(described.map(({ name, description }) => [name, description]))).toEqual(
      new Map([
        ['getty@.service', 'Unit %i'],
        ['getty@tty1.service', 'Unit tty1'],
        ...['old', 'ssh', 'web'].map((name) => [`${name}.service`, 'Unit %i'] as const),
        ['sshd@.service', 'Unit %i'],
      ]),
    )
  })

  it('lists the same services while units of sessions, connections and timers are loaded', async () => {
    const before = await systemdServices.collect(hostWith(loaded))
    const during = await systemdServices.collect(
      hostWith(loaded + passing, `${unitFiles}run-u1234.service transient -\n`),
    )
    const withoutState = ({ systemServices = [] }: typeof before) => systemServices.map(({ state: _, ...rest }) => rest)
    expect(withoutState(during)).toEqual(withoutState(before))
    const running = during.systemServices?.filter(({ state }) => state === 'running').map(({ name }) => name)
    expect(running).toEqual(expect.arrayContaining(['idle.service', 'sshd@.service', 'user@.service']))
    expect(JSON.stringify(during)).not.toMatch(/s3cret|192\.0\.2\.77/)
  })

  it('is asked for unit files again only after one of them, or a link that starts it, changed', async () => {
    const fingerprints: string[] = []
    const modified = { '/etc/systemd/system': 1, '/usr/lib/systemd/system/ssh.service': 1 }
    const collect = async (more: Record<string, number>, units = loaded) => {
      const host = { ...recordedHost({ files, modified: { ...modified, ...more }, programs: programsWith(units) }) }
      host.cached = async (_key, fingerprint, compute) => {
        fingerprints.push(fingerprint)
        return compute()
      }
      return await systemdServices.collect(host)
    }
    await collect({})
    await collect({ '/var/lib/other': 5 })
    const { systemServices } = await collect(
      {},
      loaded.replace('ssh.service loaded active', 'ssh.service loaded failed'),
    )
    expect(systemServices?.find(({ name }) => name === 'ssh.service')?.state).toBe('failed')
    expect(new Set(fingerprints).size).toBe(1)
    await collect({ '/etc/systemd/system': 2 })
    await collect({ '/usr/lib/systemd/system/ssh.service': 2 })
    await collect({ '/etc/systemd/system/multi-user.target.wants': 2 })
    await collect({ '/run/systemd/generator': 2 })
    expect(new Set(fingerprints).size).toBe(5)
  })

  it('reads the unit files of a limited number of services, and each run says that some are missing', async () => {
    const names = Array.from({ length: 6_000 }, (_, number) => `unit-${number}.service`)
    const states = names.map((name) => `${name} static -\n`).join('')
    const many = Object.fromEntries(names.map((name) => [`/etc/systemd/system/${name}`, unit('/bin/true')]))
    const host = recordedHost({ files: { ...files, ...many }, programs: programsWith('', states) })
    let [reads, text] = [0, '']
    const { readFile } = host
    host.readFile = (path, ...limits) => {
      if (path.endsWith('.service')) reads += 1
      return readFile(path, ...limits)
    }
    host.cached = async (_key, _fingerprint, compute) => {
      text ||= await compute()
      return text
    }
    const cuts: string[] = []
    for (let run = 0; run < 2; run += 1) {
      const { systemServices } = await systemdServices.collect(host, (what) => cuts.push(what))
      expect(systemServices).toHaveLength(4_096)
    }
    expect(reads).toBe(4_097)
    expect(cuts).toEqual(['stopped after 4096 services', 'stopped after 4096 services'])
  })

  it('is not asked if it is not the init process', async () => {
    expect(await systemdServices.isAvailable(recordedHost({ programs: { systemctl: loaded } }))).toBe(false)
  })

  it.each(['', '\n\n', 'x', '●', `${'a'.repeat(1_000_000)}.service`, '\u001b[31m.service a b'])(
    'reads odd output (%#)',
    (text) => {
      expect(parseStates(text).size).toBe(0)
      expect(parseUnitFileStates(text).size).toBe(0)
    },
  )

  it('reads odd unit files', () => {
    for (const text of ['', 'Description=\nDescription= \n', 'ExecStart=', 'ExecStart=-\nUser=\n', 'ExecStart=""\n'])
      expect(parseUnitFile(text)).toEqual({ description: undefined, program: undefined, user: undefined })
  })
})

describe('init scripts', () => {
  it('lists services of OpenRC with their states', async () => {
    const files = {
      '/etc/init.d/sshd': '',
      '/etc/init.d/crond': '',
      '/etc/init.d/nginx': '',
      '/etc/init.d/functions.sh': '',
      '/etc/runlevels/default/sshd': '',
      '/etc/runlevels/boot/crond': '',
      '/run/openrc/started/sshd': '',
      '/run/openrc/failed/crond': '',
    }
    const { systemServices } = await initScripts.collect(recordedHost({ files }))
    expect(systemServices?.map(({ name, start, state }) => [name, start, state])).toEqual([
      ['crond', 'automatic', 'failed'],
      ['nginx', 'manual', 'stopped'],
      ['sshd', 'automatic', 'running'],
    ])
  })

  it('lists services of System V without a state, and leaves systemd to its own source', async () => {
    const files = { '/etc/init.d/ssh': '', '/etc/init.d/README': '', '/etc/rc2.d/S01ssh': '', '/etc/rc0.d/K01ssh': '' }
    const { systemServices } = await initScripts.collect(recordedHost({ files }))
    expect(systemServices).toEqual([{ name: 'ssh', start: 'automatic', state: undefined, program: '/etc/init.d/ssh' }])
    const booted = recordedHost({ files: { ...files, '/run/systemd/system/x': '' } })
    expect(await initScripts.isAvailable(booted)).toBe(false)
  })
})
