import { describe, expect, it } from 'vitest'
import type { Host } from '../../platform/host.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { collectAll } from '../source.ts'
import { parseHostName } from './host-name.ts'
import { parseInterface } from './interfaces.ts'
import { parseIpAddresses } from './ip-addresses.ts'
import { ipRoutes, parseIpRoutes } from './ip-routes.ts'
import { mergeNetwork } from './merge.ts'
import { parseFibTrie, parseIfInet6, parseNetworks, procAddresses } from './proc-addresses.ts'
import { parseIpv4Routes, parseIpv6Routes } from './proc-routes.ts'
import { parseResolvConf, resolver } from './resolver.ts'
import { networkSources } from './sources.ts'

const net = (name: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`/sys/class/net/${name}/${path}`, `${value}\n`]))

const routeTable = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
br0\t0000000A\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0
br0\t0001020A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
`
const fibTrie = `Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 192.0.2.0
        /24 link UNICAST
     |-- 192.0.2.2
        /32 host LOCAL
     |-- 192.0.2.255
        /32 link BROADCAST
Local:
     |-- 127.0.0.0
        /8 host LOCAL
     |-- 127.0.0.1
        /32 host LOCAL
     |-- 192.0.2.2
        /32 host LOCAL
     |-- 10.2.1.7
        /32 host LOCAL
`
const ifInet6 = `00000000000000000000000000000001 01 80 10 80       lo
fd000000000000000000000000000002 02 40 00 82     eth0
fd00000000000000a8b1c2d3e4f50607 02 40 00 01     eth0
fe8000000000000000fc00fffe000001 02 40 20 80     eth0
`
const machine = {
  '/proc/sys/kernel/hostname': 'web01\n',
  '/proc/net/dev': 'Inter-|   Receive\n',
  '/proc/net/route': routeTable,
  '/proc/net/fib_trie': fibTrie,
  '/proc/net/if_inet6': ifInet6,
  '/proc/net/ipv6_route':
    '00000000000000000000000000000000 00 00000000000000000000000000000000 00 fd000000000000000000000000000001 00000400 00000001 00000000 00000003     eth0\n' +
    '00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo\n',
  ...net('eth0', {
    ifindex: '2',
    address: '02:fc:00:00:00:01',
    mtu: '1500',
    speed: '1000',
    type: '1',
    flags: '0x1003',
    operstate: 'up',
    uevent: 'INTERFACE=eth0\nIFINDEX=2',
    'device/vendor': '0x1',
  }),
  ...net('br0', {
    ifindex: '3',
    address: '02:fc:00:00:00:09',
    mtu: '1500',
    speed: '-1',
    type: '1',
    flags: '0x1002',
    operstate: 'down',
    uevent: 'DEVTYPE=bridge\nINTERFACE=br0',
  }),
  ...net('lo', {
    ifindex: '1',
    address: '00:00:00:00:00:00',
    mtu: '65536',
    type: '772',
    flags: '0x9',
    operstate: 'unknown',
  }),
  '/sys/class/net/bonding_masters': '',
}

describe('without iproute2', () => {
  it('the whole section comes from /sys and /proc', async () => {
    const { parts, probes, truncated } = await collectAll(recordedHost({ files: machine }), 'network', networkSources)
    expect(probes.map(({ probe, outcome }) => `${probe} ${outcome}`)).toEqual([
      'host-name ok',
      'interfaces ok',
      'ip-addresses unavailable',
      'proc-addresses ok',
      'ip-routes unavailable',
      'proc-routes ok',
      'resolv.conf unavailable',
      'listeners unavailable',
    ])
    expect(truncated).toEqual([])
    expect(mergeNetwork(parts.map(({ part }) => part))).toEqual({
      hostname: 'web01',
      ipAddress: '192.0.2.2',
      macAddress: '02:fc:00:00:00:01',
      defaultGateways: ['192.0.2.1', 'fd00::1'],
      dnsServers: [],
      services: [],
      interfaces: [
        {
          name: 'br0',
          index: 3,
          type: 'bridge',
          macAddress: '02:fc:00:00:00:09',
          mtu: 1500,
          adminStatus: 'down',
          operStatus: 'down',
          virtual: true,
          addresses: [{ address: '10.2.1.7', prefixLength: 24 }],
        },
        {
          name: 'eth0',
          index: 2,
          type: 'ethernetCsmacd',
          macAddress: '02:fc:00:00:00:01',
          mtu: 1500,
          speedBps: 1_000_000_000,
          adminStatus: 'up',
          operStatus: 'up',
          virtual: false,
          addresses: [
            { address: '192.0.2.2', prefixLength: 24 },
            { address: 'fd00:0000:0000:0000:0000:0000:0000:0002', prefixLength: 64 },
            { address: 'fe80:0000:0000:0000:00fc:00ff:fe00:0001', prefixLength: 64 },
          ],
        },
        {
          name: 'lo',
          index: 1,
          type: 'softwareLoopback',
          mtu: 65536,
          adminStatus: 'up',
          operStatus: 'unknown',
          virtual: true,
          addresses: [
            { address: '127.0.0.1', prefixLength: 8 },
            { address: '0000:0000:0000:0000:0000:0000:0000:0001', prefixLength: 128 },
          ],
        },
      ],
    })
  })

  it('uses the fallback for the ip of BusyBox, and records the failure', async () => {
    const host = recordedHost({ files: machine, programs: { ip: '1: lo: <LOOPBACK> mtu 65536\n' } })
    const { parts, probes, truncated } = await collectAll(host, 'network', networkSources)
    expect(probes.find(({ probe }) => probe === 'ip-addresses')).toEqual({
      probe: 'ip-addresses',
      outcome: 'failed',
      detail: 'this `ip` does not print JSON',
    })
    expect(truncated).toEqual([])
    expect(mergeNetwork(parts.map(({ part }) => part)).ipAddress).toBe('192.0.2.2')
  })
})

describe('iproute2', () => {
  it('returns addresses without privacy addresses and filtered rows', () => {
    const printed = JSON.stringify([
      {},
      { ifname: 'wg0', addr_info: [{ local: '10.9.0.2', prefixlen: 32 }] },
      {
        ifname: 'eth0',
        addr_info: [{ local: 'fd00::2', prefixlen: 64 }, { local: 'fd00::a8b1', prefixlen: 64, temporary: true }, {}],
      },
    ])
    expect([...parseIpAddresses(printed)]).toEqual([
      ['wg0', [{ address: '10.9.0.2', prefixLength: 32 }]],
      ['eth0', [{ address: 'fd00::2', prefixLength: 64 }]],
    ])
    expect(parseIpAddresses('')).toEqual(new Map())
  })

  it('is asked for default routes only of a family whose table has one, or that is not shown', async () => {
    const [, reject = ''] = machine['/proc/net/ipv6_route'].split('\n')
    const askedWith = async (files: Record<string, string>) => {
      const asked: string[] = []
      const run: Host['run'] = async (_program, args) => {
        asked.push(args[1] ?? '')
        return { code: 0, stdout: '[]', stderr: '' }
      }
      await ipRoutes.collect({ ...recordedHost({ files }), run })
      return asked
    }
    expect(await askedWith(machine)).toEqual(['-4', '-6'])
    expect(await askedWith({ ...machine, '/proc/net/ipv6_route': `${reject}\n` })).toEqual(['-4'])
    const [header = '', , ...others] = routeTable.split('\n')
    expect(await askedWith({ ...machine, '/proc/net/route': [header, ...others].join('\n') })).toEqual(['-6'])
    expect(await askedWith({})).toEqual(['-4', '-6'])
  })

  it('returns default routes with a gateway of the other family, several hops, or none', () => {
    const printed = JSON.stringify([
      { dst: 'default', gateway: '192.0.2.1', dev: 'eth0', metric: 100, prefsrc: '192.0.2.7' },
      { dst: 'default', via: { family: 'inet6', host: 'fe80::1' }, dev: 'eth1', metric: 200 },
      {
        dst: 'default',
        nexthops: [
          { gateway: '198.51.100.1', dev: 'a' },
          { gateway: '198.51.100.2', dev: 'b' },
        ],
      },
      { dst: 'default', dev: 'ppp0', scope: 'link' },
      { dst: '10.0.0.0/8', gateway: '192.0.2.9', dev: 'eth0' },
    ])
    expect(parseIpRoutes(printed, 4).map((route) => [route.interface, route.gateway, route.metric])).toEqual([
      ['eth0', '192.0.2.1', 100],
      ['eth1', 'fe80::1', 200],
      ['a', '198.51.100.1', 0],
      ['b', '198.51.100.2', 0],
      ['ppp0', undefined, 0],
    ])
  })
})

describe('/proc/net', () => {
  it('is read despite malformed lines', () => {
    expect(parseFibTrie(fibTrie)).toEqual(['192.0.2.2', '127.0.0.1', '10.2.1.7'])
    expect(parseNetworks(routeTable, 'little').map((found) => [found.interface, found.prefixLength])).toEqual([
      ['eth0', 24],
      ['br0', 8],
      ['br0', 24],
    ])
    expect(parseIfInet6(ifInet6)).toHaveLength(3)
    expect(parseIpv4Routes(routeTable, 'little')).toEqual([
      { family: 4, gateway: '192.0.2.1', interface: 'eth0', metric: 100 },
    ])
    expect(parseIpv6Routes(machine['/proc/net/ipv6_route']).map((route) => route.metric)).toEqual([1024])
    for (const parse of [parseFibTrie, parseNetworks, parseIfInet6, parseIpv4Routes, parseIpv6Routes]) {
      expect(parse('', 'little')).toEqual([])
      expect(parse('nonsense\n\nmore of it\n', 'little')).toEqual([])
    }
  })
})

describe('the main address', () => {
  const found = (name: string, virtual: boolean) => parseInterface({ name, hasDevice: !virtual })
  const addresses = new Map([
    ['eth0', [{ address: '192.0.2.9' }, { address: '192.0.2.2' }]],
    ['eth1', [{ address: '198.51.100.2' }]],
    ['docker0', [{ address: '172.17.0.1' }]],
  ])
  const interfaces = [found('docker0', true), found('eth0', false), found('eth1', false)]

  it('is the interface of the best default route', () => {
    const routes = [
      { family: 4 as const, interface: 'eth0', metric: 200 },
      { family: 4 as const, interface: 'eth1', metric: 100 },
    ]
    expect(mergeNetwork([{ interfaces, addresses, defaultRoutes: routes }]).ipAddress).toBe('198.51.100.2')
    const source = [{ family: 4 as const, interface: 'eth0', metric: 1, source: '192.0.2.9' }]
    expect(mergeNetwork([{ interfaces, addresses, defaultRoutes: source }]).ipAddress).toBe('192.0.2.9')
  })

  it('is a physical interface if there is no route', () => {
    expect(mergeNetwork([{ interfaces, addresses }]).ipAddress).toBe('192.0.2.2')
    expect(mergeNetwork([{ interfaces }]).ipAddress).toBeUndefined()
  })

  it('names addresses whose interface is unknown', async () => {
    const cuts: string[] = []
    const files = {
      '/proc/net/dev': 'x',
      '/proc/net/fib_trie': 'Local:\n  |-- 192.0.2.9\n     /32 host LOCAL\n  |-- 127.0.0.1\n     /32 host LOCAL\n',
    }
    await procAddresses.collect(recordedHost({ files }), (what) => cuts.push(what))
    expect(cuts).toEqual(['left out 1 address of unknown interfaces'])
  })

  it('names what an observation cannot hold', () => {
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => `10.1.${index >> 8}.${index & 255}`)
    const cuts: unknown[][] = []
    const { interfaces = [], dnsServers } = mergeNetwork(
      [
        {
          interfaces: [{ name: 'kube-ipvs0' }],
          addresses: new Map([['kube-ipvs0', numbered(1_100).map((address) => ({ address }))]]),
          dnsServers: numbered(17),
        },
      ],
      (...cut) => cuts.push(cut),
    )
    expect([interfaces[0]?.addresses.length, dnsServers?.length]).toEqual([1_024, 16])
    expect(cuts).toEqual([
      ['stopped after 1024 addresses of kube-ipvs0', ['interfaces.addresses']],
      ['stopped after 16 DNS servers', ['dnsServers']],
    ])
  })
})

describe('interfaces', () => {
  const read = (values: object) => parseInterface({ name: 'x', hasDevice: true, ...values })

  it('have the types of IF-MIB', () => {
    const types = [
      { type: '1' },
      { type: '1', uevent: 'DEVTYPE=wlan' },
      { type: '1', uevent: 'DEVTYPE=vlan' },
      { type: '1', uevent: 'DEVTYPE=bond' },
      { type: '65534', uevent: 'DEVTYPE=wireguard' },
      { type: '65534' },
      { type: '32' },
      { type: '9999' },
      {},
    ].map((values) => read(values).type)
    expect(types).toEqual([
      'ethernetCsmacd',
      'ieee80211',
      'l2vlan',
      'ieee8023adLag',
      'tunnel',
      'tunnel',
      'infiniband',
      'other',
      undefined,
    ])
  })

  it('have no invalid speed or address', () => {
    expect(
      [read({ speed: '-1' }), read({ speed: '4294967295' }), read({ speed: '0' }), read({})].map(
        (each) => each.speedBps,
      ),
    ).toEqual([undefined, undefined, undefined, undefined])
    expect(read({ address: '80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:0a:bc:de' }).macAddress).toBeUndefined()
  })
})

describe('names', () => {
  it.each([
    ['a full host name', { kernel: 'web01.example.com', hosts: '' }, 'example.com'],
    ['/etc/hostname', { kernel: 'web01', file: 'web01.Example.com', hosts: '' }, 'example.com'],
    [
      '/etc/hosts',
      { kernel: 'web01', hosts: '127.0.0.1 localhost\n127.0.1.1\tweb01.example.com web01 # web01.other.org\n' },
      'example.com',
    ],
    [
      'another host in it',
      { kernel: 'web', hosts: '192.0.2.1 web01.example.com\n# 192.0.2.2 web.example.com\n' },
      undefined,
    ],
    ['localdomain', { kernel: 'web01.localdomain', hosts: '' }, undefined],
    ['nothing', { kernel: 'web01', hosts: '' }, undefined],
  ])('domain from %s', (_from, files, domain) => {
    const { hostname, domain: found } = parseHostName(files)
    expect([hostname, found]).toEqual([files.kernel.split('.')[0], domain])
  })

  it('returns DNS servers in order, including those of a local stub', async () => {
    expect(
      parseResolvConf(
        '# x\nnameserver 192.0.2.53\nnameserver fd00::53%eth0\nnameserver 192.0.2.53\nnameserver bad\ndomain example.com\n',
      ),
    ).toEqual({
      dnsServers: ['192.0.2.53', 'fd00::53'],
      domain: 'example.com',
    })
    const files = {
      '/etc/resolv.conf': 'nameserver 127.0.0.53\nsearch example.com\n',
      '/run/systemd/resolve/resolv.conf': 'nameserver 192.0.2.53\n',
    }
    expect(await resolver.collect(recordedHost({ files }))).toEqual({ dnsServers: ['192.0.2.53'], domain: undefined })
  })
})
