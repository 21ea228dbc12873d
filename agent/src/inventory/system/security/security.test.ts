import { describe, expect, it } from 'vitest'
import { LimitError } from '../../../platform/host.ts'
import { type Recording, recordedHost } from '../../../platform/testing/recorded-host.ts'
import type { HardwarePart, SecurityPart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { accessControl } from './access-control.ts'
import { firewalls } from './firewalls.ts'
import { antivirus } from './linux-antivirus.ts'
import { packetFilter } from './packet-filter.ts'
import { secureBoot } from './secure-boot.ts'
import { timeSync } from './time-sync.ts'
import { tpm } from './tpm.ts'

/** Returns the result of a source; undefined if it is unavailable. */
async function read(
  source: Source<HardwarePart>,
  recording: Recording,
  cuts: string[] = [],
): Promise<SecurityPart | undefined> {
  const host = recordedHost(recording)
  if (!(await source.isAvailable(host))) return undefined
  return (await source.collect(host, (what) => cuts.push(what))).security ?? {}
}

const systemd = (...units: string[]) => ({
  '/proc/1/comm': 'systemd\n',
  ...Object.fromEntries(['dbus', ...units].map((unit) => [`/run/systemd/units/invocation:${unit}.service`, 'x'])),
})
const huge = 'x'.repeat(10_000_000)

describe('tpm', () => {
  const at = '/sys/class/tpm/tpm0'

  it.each([
    [
      '2.0',
      { [`${at}/tpm_version_major`]: '2\n', [`${at}/device/firmware_node/hid`]: 'STM0125\n' },
      { version: '2.0', manufacturer: 'STMicroelectronics' },
    ],
    [
      'of any manufacturer',
      { [`${at}/tpm_version_major`]: '2\n', [`${at}/device/firmware_node/hid`]: 'MSFT0101\n' },
      { version: '2.0' },
    ],
    [
      '1.2',
      { [`${at}/caps`]: 'Manufacturer: 0x49465800\nTCG version: 1.2\nFirmware version: 3.17\n' },
      { version: '1.2', manufacturer: 'IFX', firmware: '3.17' },
    ],
    ['of unreadable kind', { [`${at}/device/caps`]: huge, [`${at}/tpm_version_major`]: 'two' }, {}],
  ])('reads one %s', async (_case, files, values) => {
    expect((await read(tpm, { files }))?.tpm).toEqual({ isPresent: true, ...values })
  })

  it('is absent on a kernel that supports it, and unknown on another', async () => {
    const host = {
      ...recordedHost({}),
      listFolder: async (path: string) => (path === '/sys/class' ? ['net', 'tpm'] : []),
    }
    expect(await tpm.isAvailable(host)).toBe(true)
    expect((await tpm.collect(host)).security?.tpm).toEqual({ isPresent: false })
    expect(await read(tpm, { files: { '/sys/class/net/lo/x': '' } })).toBeUndefined()
  })
})

describe('secure boot', () => {
  const variable = (name: string, ...bytes: number[]) => ({
    [`/sys/firmware/efi/efivars/${name}`]: Buffer.from([6, 0, 0, 0, ...bytes]),
  })
  const guid = '8be4df61-93ca-11d2-aa0d-00e098032b8c'
  const on = { ...variable(`SecureBoot-${guid}`, 1), ...variable(`SetupMode-${guid}`, 0) }

  it.each([
    ['on', on],
    ['off', variable(`SecureBoot-${guid}`, 0)],
    ['off', { ...on, ...variable(`SetupMode-${guid}`, 1) }],
    ['off', { ...on, ...variable('MokSBStateRT-605dab50-e046-4300-abb6-3dd810dd8b23', 1) }],
    ['unsupported', variable('Boot0000-x', 1)],
    ['unsupported', { '/sys/firmware/acpi/x': '' }],
    [undefined, { '/sys/firmware/efi/systab': '' }],
    [undefined, variable(`SecureBoot-${guid}`)],
    [undefined, variable(`SecureBoot-${guid}`, 1, 1)],
    [undefined, { [`/sys/firmware/efi/efivars/SecureBoot-${guid}`]: huge }],
  ])('is %s', async (state, files) => {
    expect((await read(secureBoot, { files }))?.secureBoot).toBe(state)
  })

  it('is unknown in a container that hides the firmware', async () => {
    expect(await read(secureBoot, {})).toBeUndefined()
  })
})

describe('firewalls', () => {
  it.each([
    ['ufw that is on', { '/etc/ufw/ufw.conf': '# x\nENABLED=yes\nLOGLEVEL=low\n' }, [{ name: 'ufw', state: 'on' }]],
    ['ufw that is off', { '/etc/ufw/ufw.conf': 'ENABLED=no\n' }, [{ name: 'ufw', state: 'off' }]],
    ['a broken ufw', { '/etc/ufw/ufw.conf': '#ENABLED=yes\nENABLED=perhaps\n' }, undefined],
    ['a huge ufw', { '/etc/ufw/ufw.conf': `ENABLED=yes\n${huge}` }, undefined],
    [
      'firewalld that runs',
      { '/usr/lib/firewalld/x': '', ...systemd('firewalld') },
      [{ name: 'firewalld', state: 'on' }],
    ],
    ['firewalld that is stopped', { '/usr/lib/firewalld/x': '', ...systemd() }, [{ name: 'firewalld', state: 'off' }]],
    ['firewalld of unknown state', { '/usr/lib/firewalld/x': '' }, undefined],
    ['none', {}, undefined],
  ])('has %s', async (_case, files, expected) => {
    expect((await read(firewalls, { files: files as Record<string, string> }))?.firewalls).toEqual(expected)
  })
})

describe('the packet filter', () => {
  const place = { family: 'inet', table: 'filter' }
  const chain = (name: string, more: object = {}) => ({ chain: { ...place, name, ...more } })
  const input = chain('input', { type: 'filter', hook: 'input', prio: 0, policy: 'accept' })
  const rule = (chain: string, ...expr: object[]) => ({ rule: { ...place, chain, expr } })
  const jump = (target: string) => ({ jump: { target } })
  const nft = (...items: object[]) => ({
    programs: { nft: JSON.stringify({ nftables: [{ metainfo: {} }, ...items] }) },
  })
  const iptables = (text: string) => ({ programs: { 'iptables-save': text } })
  const saved = (...lines: string[]) =>
    ['*filter', ':INPUT ACCEPT [0:0]', ':x - [0:0]', ...lines, 'COMMIT', ''].join('\n')

  it.each([
    ['on', 'a policy', nft(chain('input', { type: 'filter', hook: 'input', policy: 'drop' }))],
    ['on', 'a rule', nft(input, rule('input', { match: {} }, { drop: null }))],
    [
      'on',
      'a rule of a chain it jumps to',
      nft(
        input,
        chain('a'),
        chain('b'),
        rule('input', jump('a')),
        rule('a', { goto: { target: 'b' } }),
        rule('b', { reject: {} }),
      ),
    ],
    [
      'off',
      'chains that circle',
      nft(input, chain('a'), rule('input', jump('a')), rule('a', jump('a')), rule('a', jump('input'))),
    ],
    ['off', 'a rule that nothing leads to', nft(input, chain('a'), rule('a', { drop: null }))],
    ['off', 'rules for forwarded packets', nft(chain('f', { type: 'filter', hook: 'forward', policy: 'drop' }))],
    [
      'off',
      'the bans of fail2ban',
      nft(input, chain('f2b-sshd'), rule('input', jump('f2b-sshd')), rule('f2b-sshd', { reject: {} })),
    ],
    ['off', 'no rules', nft()],
    ['off', 'odd rules', nft({ chain: 7 }, { rule: { expr: 'x' } }, { chain: { name: null } })],
  ] as const)('of nftables is %s by %s', async (state, _case, recording) => {
    expect((await read(packetFilter, recording))?.firewalls).toEqual([{ name: 'nftables', state }])
  })

  it.each([
    ['on', '*filter\n:INPUT DROP [0:0]\nCOMMIT\n'],
    ['on', saved('-A INPUT -j x', '-A x -p tcp -m tcp --dport 22 -j REJECT --reject-with icmp-port-unreachable')],
    ['off', saved('-A x -j DROP', '-A INPUT -p tcp -j ACCEPT')],
    ['off', '*nat\n:INPUT DROP [0:0]\n-A INPUT -j DROP\nCOMMIT\n'],
    ['off', '\u0000garbage\n-A INPUT -j DROP'],
  ])('of iptables is %s (%#)', async (state, text) => {
    expect((await read(packetFilter, iptables(text)))?.firewalls).toEqual([{ name: 'iptables', state }])
  })

  it('reads both if the older tables are in use', async () => {
    const programs = { ...nft().programs, ...iptables('*filter\n:INPUT DROP [0:0]\nCOMMIT\n').programs }
    const files = { '/proc/net/ip_tables_names': 'nat\nfilter\n' }
    expect((await read(packetFilter, { programs, files }))?.firewalls).toEqual([{ name: 'iptables', state: 'on' }])
    expect((await read(packetFilter, { programs }))?.firewalls).toEqual([{ name: 'nftables', state: 'off' }])
  })

  it('is not read if a program manages it, and refused without root', async () => {
    expect(await read(packetFilter, { ...nft(), files: { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' } })).toBeUndefined()
    const refused = { programs: { nft: { code: 1, stderr: 'Operation not permitted (you must be root)\n' } } }
    await expect(read(packetFilter, refused)).rejects.toThrow('you must be root')
    await expect(read(packetFilter, { programs: { nft: 'garbage' } })).rejects.toThrow(/^nft printed no JSON$/)
    await expect(read(packetFilter, { programs: { nft: { ended: 'timeout' as const } } })).rejects.toThrow(LimitError)
  })
})

describe('antivirus', () => {
  const installed = (...units: string[]) =>
    Object.fromEntries(units.map((unit) => [`/usr/lib/systemd/system/${unit}.service`, '']))

  it('lists installed programs, and whether they run', async () => {
    const files = { ...installed('falcon-sensor', 'mdatp', 'cron', 'clamd@'), ...systemd('mdatp', 'clamd@scan') }
    expect((await read(antivirus, { files }))?.antivirus).toEqual([
      { name: 'ClamAV', state: 'on' },
      { name: 'CrowdStrike Falcon', state: 'off' },
      { name: 'Microsoft Defender', state: 'on' },
    ])
    expect((await read(antivirus, { files: { ...installed('cron'), ...systemd() } }))?.antivirus).toBeUndefined()
    expect((await read(antivirus, { files: { '/etc/init.d/ds_agent': '' } }))?.antivirus).toEqual([
      { name: 'Trend Micro' },
    ])
  })

  it.each([
    [
      'ClamAV-VDB:22 Nov 2026 04-35 -0400:27440:2067000:90:x:y:builder:1795336500   \u0000\ufffd',
      '2026-11-22T08:35:00.000Z',
    ],
    ['ClamAV-VDB:::::::::::', undefined],
    ['ClamAV-VDB:1:2:3:4:5:6:7:99999999999999999999', undefined],
    ['\u0000garbage', undefined],
    ['', undefined],
  ])('dates the signatures of ClamAV by their header (%#)', async (header, signaturesFrom) => {
    const files = {
      ...installed('clamav-daemon'),
      ...systemd(),
      '/var/lib/clamav/daily.cld': `${header}${'\0'.repeat(1_000_000)}`,
      '/var/lib/clamav/main.cvd': '',
    }
    expect((await read(antivirus, { files }))?.antivirus).toEqual([{ name: 'ClamAV', state: 'off', signaturesFrom }])
  })
})

describe('the time service', () => {
  it.each([
    [
      'chrony',
      {
        ...systemd('chronyd'),
        '/etc/chrony.conf': '# server no.example\npool 2.example.org iburst\nserver 192.0.2.1\n server 192.0.2.1\n',
        '/etc/chrony.d/dc.sources': 'server dc1.example.org prefer\n',
        '/etc/chrony.d/other.bak': 'server no.example\n',
      },
      { chronyc: 'C0000201,192.0.2.1,3,1795352759.1,0.0,0.0,0.0,0,0,0,0,0,64.2,Normal\n' },
      { isSynchronized: true, servers: ['2.example.org', '192.0.2.1', 'dc1.example.org'] },
    ],
    [
      'chrony',
      systemd('chrony'),
      { chronyc: '7F7F0101,,0,0,0,0,0,0,0,0,0,0,0,Not synchronised\n' },
      { isSynchronized: false, servers: [] },
    ],
    ['chrony', systemd('chrony'), { chronyc: 'garbage\u0000' }, { servers: [] }],
    ['chrony', systemd('chrony'), {}, { servers: [] }],
    [
      'systemd-timesyncd',
      {
        ...systemd('systemd-timesyncd'),
        '/etc/systemd/timesyncd.conf': '[Time]\n#NTP=\n#FallbackNTP=0.pool.example 1.pool.example\n',
        '/run/systemd/timesync/synchronized': '',
      },
      {},
      { isSynchronized: true, servers: ['0.pool.example', '1.pool.example'] },
    ],
    [
      'systemd-timesyncd',
      {
        ...systemd('systemd-timesyncd'),
        '/etc/systemd/timesyncd.conf': '[Time]\nFallbackNTP=far.example\n',
        '/etc/systemd/timesyncd.conf.d/a.conf': '[Time]\nNTP= a.example  b.example\n',
      },
      {},
      { isSynchronized: false, servers: ['a.example', 'b.example'] },
    ],
    [
      'ntpd',
      { ...systemd('ntpsec'), '/etc/ntpsec/ntp.conf': 'pool x.example iburst\n' },
      { 'ntpq -c rv 0 leap': 'leap=00\n' },
      { isSynchronized: true, servers: ['x.example'] },
    ],
    ['ntpd', systemd('ntp'), { ntpq: 'associd=0 leap=11\n' }, { isSynchronized: false, servers: [] }],
    [
      'openntpd',
      { '/proc/1/comm': 'init\n', '/run/openrc/started/openntpd': '', '/etc/ntpd.conf': 'servers y.example\n' },
      { ntpctl: '1/1 peers valid, clock unsynced\n' },
      { isSynchronized: false, servers: ['y.example'] },
    ],
  ] as [string, Record<string, string>, Record<string, string>, object][])(
    'is %s (%#)',
    async (service, files, programs, values) => {
      expect((await read(timeSync, { files, programs }))?.timeSync).toEqual({ service, state: 'on', ...values })
    },
  )

  it('is said to be unreadable if its program fails', async () => {
    const cuts: string[] = []
    const programs = { chronyc: { code: 1, stderr: '506 Cannot talk to daemon\n' } }
    expect(
      (await read(timeSync, { files: systemd('chrony'), programs }, cuts))?.timeSync?.isSynchronized,
    ).toBeUndefined()
    expect(cuts).toEqual(['cannot tell whether the clock is right (chronyc ended with 1: 506 Cannot talk to daemon)'])
  })

  it('is off without a program, but unknown in containers and without a service manager', async () => {
    expect((await read(timeSync, { files: systemd() }))?.timeSync).toEqual({ state: 'off' })
    for (const unit of ['vmtoolsd', 'ptp4l@eth0']) expect(await read(timeSync, { files: systemd(unit) })).toEqual({})
    const container = { ...systemd(), '/run/systemd/container': 'lxc\n' }
    expect(await read(timeSync, { files: container })).toEqual({})
    expect(await read(timeSync, { files: { '/proc/1/comm': 'sh\n' } })).toBeUndefined()
  })

  it('is found by its control group on systemd before 237', async () => {
    const files = { '/proc/1/comm': 'systemd\n', '/sys/fs/cgroup/systemd/system.slice/chronyd.service/tasks': '1\n' }
    expect((await read(timeSync, { files }))?.timeSync?.service).toBe('chrony')
  })

  it('names a bounded number of servers', async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => `server s${n}.example`).join('\n')
    expect(
      (await read(timeSync, { files: { ...systemd('ntp'), '/etc/ntp.conf': lines } }))?.timeSync?.servers,
    ).toHaveLength(32)
  })
})

describe('access control', () => {
  const enabled = '/sys/module/apparmor/parameters/enabled'
  const profiles = '/sys/kernel/security/apparmor/profiles'

  it.each([
    ['selinux', 'enforcing', { '/sys/fs/selinux/enforce': '1' }],
    ['selinux', 'permissive', { '/sys/fs/selinux/enforce': '0', [enabled]: 'Y\n' }],
    ['selinux', 'disabled', { '/etc/selinux/config': '# x\nSELINUX=disabled\nSELINUXTYPE=targeted\n' }],
    ['selinux', 'disabled', { '/etc/selinux/config': 'SELINUX=enforcing\n' }],
    [
      'apparmor',
      'enforce',
      { [enabled]: 'Y\n', [profiles]: 'a (complain)\nb (enforce)\n', '/etc/selinux/config': 'SELINUX=permissive\n' },
    ],
    ['apparmor', 'complain', { [enabled]: 'Y\n', [profiles]: 'a\n(enforce) (complain)\n' }],
    ['apparmor', 'no profiles', { [enabled]: 'Y\n', [profiles]: '' }],
    ['apparmor', 'enabled', { [enabled]: 'Y\n' }],
    ['apparmor', 'enabled', { [enabled]: 'Y\n', [profiles]: huge }],
    ['apparmor', 'disabled', { [enabled]: 'N\n' }],
  ])('is %s, %s', async (name, mode, files) => {
    expect((await read(accessControl, { files: files as Record<string, string> }))?.accessControl).toEqual({
      name,
      mode,
    })
  })

  it('is absent without both', async () => {
    expect(
      (await read(accessControl, { files: { '/etc/selinux/config': 'SELINUX=?\n' } }))?.accessControl,
    ).toBeUndefined()
  })
})
