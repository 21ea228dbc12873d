import { type Hardware, hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import { type Network, networkSchema } from '@rollcall/shared/inventory/network.ts'
import { describe, expect, it } from 'vitest'
import { diffHardware, diffNetwork } from './diff-sections.ts'

const lines = (changes: { verb: string; field: string; from: string | null; to: string | null }[]) =>
  changes.map(({ verb, field, from, to }) => `${verb} ${field}: ${from} -> ${to}`)

describe('hardware', () => {
  const before: Hardware = hardwareSchema.parse({
    system: { manufacturer: 'Dell Inc.', model: 'Latitude 5400' },
    os: { name: 'Debian', version: '12.4' },
    processors: [{ model: 'i5-8365U', cores: 4, speedMhz: 1600 }],
    memory: { totalBytes: 8e9, modules: [{ slot: 'DIMM A', sizeBytes: 8e9, partNumber: 'M471' }] },
    disks: [
      { name: 'sda', serialNumber: 'S1', model: 'SSD 1', sizeBytes: 1e12 },
      { name: 'sdb', serialNumber: 'S2', model: 'SSD 2' },
    ],
    volumes: [{ mount: '/', fileSystem: 'ext4', sizeBytes: 9e11, freeBytes: 5 }],
  })

  it('is unchanged by order, free space, clock speed and device names', () => {
    const after = structuredClone(before)
    after.disks = [
      { name: 'sda', serialNumber: 'S2', model: 'SSD 2' },
      { name: 'sdb', serialNumber: 'S1', model: 'SSD 1', sizeBytes: 1e12 },
    ]
    after.volumes = [{ mount: '/', fileSystem: 'ext4', sizeBytes: 9e11, freeBytes: 4 }]
    after.processors = [{ speedMhz: 4100, cores: 4, model: 'i5-8365U' }]
    expect(diffHardware(before, after)).toEqual([])
  })

  it('lists changed fields, added parts and removed parts', () => {
    const after = hardwareSchema.parse({
      ...before,
      system: { manufacturer: 'Dell Inc.', model: 'Latitude 5410', assetTag: 'A1' },
      os: { name: 'Debian' },
      memory: {
        totalBytes: 16e9,
        modules: [
          { slot: 'DIMM A', sizeBytes: 8e9, partNumber: 'M471' },
          { slot: 'DIMM B', sizeBytes: 8e9, partNumber: 'M472' },
        ],
      },
      disks: [{ name: 'sda', serialNumber: 'S1', model: 'SSD 1', sizeBytes: 1e12, firmware: '2' }],
    })
    expect(lines(diffHardware(before, after))).toEqual([
      'Added system.assetTag: null -> A1',
      'Modified system.model: Latitude 5400 -> Latitude 5410',
      'Deleted os.version: 12.4 -> null',
      'Modified memory.totalBytes: 8000000000 -> 16000000000',
      'Added disks[S1].firmware: null -> 2',
      'Deleted disks[S2]: SSD 2 -> null',
      'Added memory.modules[DIMM B]: null -> M472',
    ])
  })
})

describe('an endpoint', () => {
  const before: Hardware = hardwareSchema.parse({
    os: { name: 'Debian', pendingUpdates: { needsRestart: false, updates: [{ name: 'vim' }, { name: 'nano' }] } },
    disks: [{ name: 'nvme0n1', bus: 'nvme', health: { status: 'ok', celsius: 40 } }],
    volumes: [{ mount: '/', encryption: { state: 'off' } }],
    graphics: [{ name: 'GA106', driverVersion: '550' }],
    monitors: [{ port: 'DP-1', model: 'U2720Q', serialNumber: 'CN1' }],
    batteries: [{ name: 'BAT0', designMilliwattHours: 57_000, cycles: 1 }],
    printQueues: [{ name: 'office', driver: 'PCL' }],
    accounts: [{ name: 'ada', isAdministrator: false }],
    systemServices: [{ name: 'sshd', start: 'automatic', state: 'running' }],
    containers: [
      { runtime: 'docker', id: 'a1', name: 'web', image: 'nginx:1.28' },
      { runtime: 'containerd', id: 'c1', name: 'coredns-5d78' },
    ],
    guests: [{ hypervisor: 'libvirt', name: 'build', processors: 2 }],
    kubernetesNode: { version: 'v1.33.0' },
    security: {
      secureBoot: 'on',
      tpm: { isPresent: true, version: '1.2' },
      firewalls: [{ name: 'Windows', profile: 'public', state: 'on' }],
      antivirus: [{ name: 'Defender', state: 'on' }],
      timeSync: { service: 'ntpd', servers: ['b.example', 'a.example'] },
    },
  })

  it('ignores accounts and users of services that an agent leaves out by a setting', () => {
    const named = hardwareSchema.parse({
      accounts: [{ name: 'ada', isSignedIn: true }],
      systemServices: [{ name: 'sync', user: 'ada' }],
    })
    const left = hardwareSchema.parse({ systemServices: [{ name: 'sync' }] })
    expect([diffHardware(named, left), diffHardware(left, named)]).toEqual([[], []])
  })

  it('lists changes of disks, peripherals, accounts, protection and what runs on it', () => {
    const after = hardwareSchema.parse({
      os: { name: 'Debian', pendingUpdates: { needsRestart: true, updates: [{ name: 'vim', isSecurity: true }] } },
      disks: [{ name: 'nvme0n1', bus: 'nvme', health: { status: 'failing', celsius: 60 } }],
      volumes: [{ mount: '/', encryption: { state: 'on', method: 'LUKS2' } }],
      graphics: [{ name: 'GA106', driverVersion: '555' }],
      monitors: [{ port: 'DP-2', model: 'U2720Q', serialNumber: 'CN2' }],
      batteries: [{ name: 'BAT0', designMilliwattHours: 60_000, cycles: 2 }],
      printQueues: [],
      accounts: [{ name: 'ada', isAdministrator: true }, { name: 'eve' }],
      systemServices: [{ name: 'sshd', start: 'disabled', state: 'stopped' }],
      containers: [{ runtime: 'docker', id: 'a2', name: 'web', image: 'nginx:1.29' }],
      guests: [{ hypervisor: 'libvirt', name: 'build', processors: 4 }],
      kubernetesNode: { version: 'v1.34.0' },
      security: {
        secureBoot: 'off',
        tpm: { isPresent: true, version: '2.0' },
        firewalls: [{ name: 'Windows', profile: 'public', state: 'off' }],
        antivirus: [{ name: 'Defender', state: 'off' }],
        timeSync: { service: 'chrony', servers: ['a.example', 'b.example'] },
      },
    })
    expect(lines(diffHardware(before, after))).toEqual([
      'Modified os.pendingUpdates.needsRestart: false -> true',
      'Modified os.pendingUpdates.securityUpdates: 0 -> 1',
      'Modified disks[nvme0n1].health.status: ok -> failing',
      'Modified volumes[/].encryption.state: off -> on',
      'Modified graphics[GA106].driverVersion: 550 -> 555',
      'Deleted monitors[CN1]: U2720Q -> null',
      'Modified batteries[BAT0].designMilliwattHours: 57000 -> 60000',
      'Deleted printQueues[office]: PCL -> null',
      'Modified accounts[ada].isAdministrator: false -> true',
      'Modified systemServices[sshd].start: automatic -> disabled',
      'Modified containers[web].image: nginx:1.28 -> nginx:1.29',
      'Modified guests[build].processors: 2 -> 4',
      'Modified kubernetesNode.version: v1.33.0 -> v1.34.0',
      'Modified security.secureBoot: on -> off',
      'Modified security.timeSync.service: ntpd -> chrony',
      'Modified security.tpm.version: 1.2 -> 2.0',
      'Modified security.firewalls[Windows public].state: on -> off',
      'Modified security.antivirus[Defender].state: on -> off',
      'Added monitors[CN2]: null -> U2720Q',
      'Added accounts[eve]: null -> eve',
    ])
  })

  describe('displays', () => {
    const withMonitors = (...serialNumbers: (string | undefined)[]): Hardware =>
      hardwareSchema.parse({
        monitors: serialNumbers.map((serialNumber, at) => ({ port: `DP-${at}`, model: 'U2720Q', serialNumber })),
      })
    it.each([
      ['sleep', ['A', 'B'], []],
      ['leave with a docking station', ['A', 'B', 'C'], ['A']],
      ['change their connectors', ['A', 'B'], ['B', 'A']],
      ['of one model without serial numbers, of which one sleeps', [undefined, undefined], [undefined]],
    ])('that %s are no change, and none when they return', (_, one, other) => {
      const [all, some] = [withMonitors(...one), withMonitors(...other)]
      expect([diffHardware(all, some), diffHardware(some, all)]).toEqual([[], []])
    })

    it('that were exchanged are a change', () => {
      expect(lines(diffHardware(withMonitors('A', 'B'), withMonitors('A', 'C')))).toEqual([
        'Deleted monitors[B]: U2720Q -> null',
        'Added monitors[C]: null -> U2720Q',
      ])
    })
  })

  it('ignores what only one of two observations was able to read', () => {
    const less = hardwareSchema.parse({
      os: { name: 'Debian' },
      disks: [{ name: 'nvme0n1' }],
      volumes: [{ mount: '/' }],
      security: { accessControl: { name: 'apparmor', mode: 'enforcing' } },
    })
    expect(diffHardware(before, less)).toEqual([])
    expect(diffHardware(less, before)).toEqual([])
    const { security: _, ...none } = less
    expect([diffHardware(none, before), diffHardware(before, none)]).toEqual([[], []])
  })
})

describe('of a printer and a power supply', () => {
  const before: Hardware = hardwareSchema.parse({
    printer: {
      status: 'idle',
      supplies: [{ name: 'Black', type: 'toner', max: 100, level: 43 }],
      markers: [{ unit: 'impressions', lifeCount: 100 }],
      trays: [{ name: 'Tray 2', capacity: 250, level: 200 }],
      covers: [{ name: 'Front', status: 'closed' }],
      display: ['Ready'],
    },
    ups: { ratedWatts: 900, battery: { chargePercent: 100, status: 'normal' }, source: 'normal', alarms: [] },
  })

  it('ignores levels, counters and states', () => {
    const after = hardwareSchema.parse({
      printer: {
        status: 'printing',
        supplies: [{ name: 'Black', type: 'toner', max: 100, left: 'some' }],
        markers: [{ unit: 'impressions', lifeCount: 900 }],
        trays: [{ name: 'Tray 2', capacity: 250, level: 0 }],
        covers: [{ name: 'Front', status: 'open' }],
        alerts: [{ severity: 'warning', code: 3 }],
        display: ['Door open'],
      },
      ups: { ratedWatts: 900, battery: { chargePercent: 12, status: 'low' }, source: 'battery', alarms: ['onBattery'] },
    })
    expect(diffHardware(before, after)).toEqual([])
  })

  it('reports another supply, tray or rating', () => {
    const after = hardwareSchema.parse({
      printer: {
        supplies: [{ name: 'Black XL', type: 'toner', max: 100 }],
        trays: [{ name: 'Tray 2', capacity: 500 }],
      },
      ups: { ratedWatts: 1200 },
    })
    expect(lines(diffHardware(before, after))).toEqual([
      'Modified ups.ratedWatts: 900 -> 1200',
      'Deleted printer.supplies[Black]: toner -> null',
      'Modified printer.trays[Tray 2].capacity: 250 -> 500',
      'Added printer.supplies[Black XL]: null -> toner',
    ])
  })
})

describe('network', () => {
  const before: Network = networkSchema.parse({
    hostname: 'pc1',
    ipAddress: '10.0.0.5',
    dnsServers: ['10.0.0.1', '10.0.0.2'],
    interfaces: [
      {
        name: 'eth0',
        macAddress: '00:1b:21:3c:9d:f8',
        operStatus: 'up',
        speedBps: 1e9,
        addresses: [{ address: '10.0.0.5', prefixLength: 24 }, { address: '2001:db8::5' }],
      },
      { name: 'veth12', virtual: true },
    ],
    services: [{ port: 22, protocol: 'tcp', name: 'ssh' }],
  })

  it('is unchanged by order, link state and container interfaces', () => {
    const [eth0] = before.interfaces
    const after: Network = {
      ...before,
      dnsServers: ['10.0.0.2', '10.0.0.1'],
      interfaces: [
        { name: 'veth99', virtual: true, addresses: [] },
        ...(eth0
          ? [{ ...eth0, operStatus: 'down' as const, speedBps: 0, addresses: eth0.addresses.toReversed() }]
          : []),
      ],
    }
    expect(diffNetwork(before, after)).toEqual([])
  })

  it('lists changed addresses, interfaces and services', () => {
    const after = networkSchema.parse({
      ...before,
      ipAddress: '10.0.0.6',
      interfaces: [
        { name: 'eth0', macAddress: '00:1b:21:3c:9d:f8', addresses: [{ address: '10.0.0.6', prefixLength: 24 }] },
        { name: 'wlan0', macAddress: '00:1b:21:3c:9d:f9' },
      ],
      services: [],
    })
    expect(lines(diffNetwork(before, after))).toEqual([
      'Modified ipAddress: 10.0.0.5 -> 10.0.0.6',
      'Modified interfaces[eth0].addresses: 10.0.0.5/24, 2001:db8::5/ -> 10.0.0.6/24',
      'Deleted services[tcp/22]: ssh -> null',
      'Added interfaces[wlan0]: null -> 00:1b:21:3c:9d:f9',
    ])
  })

  it('reports a new certificate of a port, but not another order of its names', () => {
    const withCertificate = (validTo: string, names: string[]) =>
      networkSchema.parse({
        services: [{ port: 443, protocol: 'tcp', certificate: { subject: 'CN=nas', issuer: 'CN=ca', names, validTo } }],
      })
    const old = withCertificate('2026-01-01T00:00:00.000Z', ['nas', 'nas.example'])
    const renewed = withCertificate('2027-01-01T00:00:00.000Z', ['nas.example', 'nas'])
    expect(lines(diffNetwork(old, renewed))).toEqual([
      'Modified services[tcp/443].certificateValidTo: 2026-01-01T00:00:00.000Z -> 2027-01-01T00:00:00.000Z',
    ])
  })
})

describe('listening programs', () => {
  const listening = (...listeners: [protocol: string, address: string, port: number, program?: string][]) =>
    networkSchema.parse({
      listeners: listeners.map(([protocol, address, port, program]) => ({ protocol, address, port, program })),
    })
  const before = listening(['tcp', '0.0.0.0', 22, 'sshd'], ['tcp', '::', 22, 'sshd'], ['udp', '::', 40_001, 'avahi'])

  it('lists new programs and addresses, and a program on a dynamic port once', () => {
    const after = listening(
      ['tcp', '127.0.0.1', 22, 'sshd'],
      ['udp', '::', 50_002, 'avahi'],
      ['tcp', '::', 50_000, 'miner'],
      ['tcp', '::', 50_001, 'miner'],
    )
    expect(lines(diffNetwork(before, after))).toEqual([
      'Modified listeners[tcp/22].addresses: 0.0.0.0, :: -> 127.0.0.1',
      'Added listeners[tcp/dynamic miner]: null -> miner',
    ])
  })

  it('ignores other dynamic ports of a program, programs that one could not read, and older snapshots', () => {
    const after = listening(['udp', '0.0.0.0', 33_000, 'avahi'], ['tcp', '::', 22], ['tcp', '0.0.0.0', 22])
    expect(diffNetwork(before, after)).toEqual([])
    expect(diffNetwork(before, networkSchema.parse({}))).toEqual([])
  })
})

describe('around a switch', () => {
  const access = { name: 'Gi1', vlan: 20, taggedVlans: '30' }
  const core = { port: 'Gi24', protocol: 'lldp', name: 'core-1', remotePort: 'Gi7', capabilities: ['bridge'] }
  const phone = { port: 'Gi1', protocol: 'lldp', name: 'SEP1', capabilities: ['bridge', 'telephone'] }
  const forwarding = { port: 'Gi1', protocol: 'forwarding', macAddress: '00:1b:21:3c:9d:f8' }
  const before: Network = networkSchema.parse({
    interfaces: [access],
    neighbors: [core, phone, forwarding],
    vlans: [
      { id: 20, name: 'office' },
      { id: 30, name: 'voice' },
    ],
  })

  it('ignores forwarding entries, telephones, ARP entries and link states', () => {
    const after = networkSchema.parse({
      interfaces: [{ ...access, duplex: 'full', speedBps: 1e9, promiscuous: true, aggregate: 'Po1' }],
      neighbors: [{ ...core, description: 'another release', ipAddress: '192.0.2.1' }],
      linkAddresses: [{ port: 'Gi1', ipAddress: '192.0.2.9', macAddress: '00:1b:21:3c:9d:f8' }],
      vlans: [
        { id: 30, name: 'voice' },
        { id: 20, name: 'office' },
      ],
    })
    expect(diffNetwork(before, after)).toEqual([])
  })

  it('ignores data that the previous snapshot did not cover', () => {
    const older = networkSchema.parse({ interfaces: [{ name: 'Gi1' }] })
    expect(diffNetwork(older, before)).toEqual([])
    expect(diffNetwork(before, older)).toEqual([])
    expect(lines(diffNetwork({ ...older, neighbors: [] }, { ...older, neighbors: before.neighbors }))).toEqual([
      'Added neighbors[Gi24 lldp]: null -> core-1',
    ])
    expect(diffHardware(hardwareSchema.parse({}), hardwareSchema.parse({ ups: { ratedWatts: 900 } }))).toEqual([])
  })

  it('reports VLANs and the neighbor at the other end of a cable', () => {
    const after = networkSchema.parse({
      interfaces: [{ ...access, vlan: 30, taggedVlans: '30,40-42' }],
      neighbors: [
        { ...core, name: 'core-2' },
        { ...core, port: 'Gi23', protocol: 'cdp' },
      ],
      vlans: [{ id: 20, name: 'staff' }, { id: 30, name: 'voice' }, { id: 40 }],
    })
    expect(lines(diffNetwork(before, after))).toEqual([
      'Modified interfaces[Gi1].taggedVlans: 30 -> 30,40-42',
      'Modified interfaces[Gi1].vlan: 20 -> 30',
      'Modified vlans[20].name: office -> staff',
      'Modified neighbors[Gi24 lldp].name: core-1 -> core-2',
      'Added vlans[40]: null -> 40',
      'Added neighbors[Gi23 cdp]: null -> core-1',
    ])
  })
})
