/** The example device of the API description: one computer. */

export const exampleSoftware = [
  {
    name: 'openssl',
    version: '3.0.17',
    publisher: 'Debian OpenSSL Team',
    architecture: 'amd64',
    source: 'dpkg',
    installDate: '2026-11-02T06:12:00.000Z',
    sizeBytes: 2_289_664,
  },
]

export const exampleInterface = {
  name: 'eth0',
  index: 2,
  type: 'ethernetCsmacd',
  macAddress: '00:1b:21:3c:9d:f8',
  mtu: 1500,
  speedBps: 1_000_000_000,
  adminStatus: 'up',
  operStatus: 'up',
  duplex: 'full',
  vlan: 20,
  taggedVlans: '30,40-42',
  virtual: false,
  addresses: [{ address: '192.0.2.17', prefixLength: 24 }],
}

export const exampleNeighbor = {
  port: 'eth0',
  protocol: 'lldp',
  name: 'core-1',
  description: 'Cisco IOS Software, Version 15.2(7)E3',
  chassisId: '00:1b:54:aa:10:01',
  macAddress: '00:1b:54:aa:10:01',
  ipAddress: '192.0.2.2',
  managementAddresses: ['192.0.2.2', '2001:db8::2'],
  remotePort: 'Gi1/0/17',
  remotePortDescription: 'GigabitEthernet1/0/17',
  capabilities: ['bridge', 'router'],
}

/** The four sections of a snapshot. */
export const exampleData = {
  hardware: {
    system: {
      manufacturer: 'Dell Inc.',
      model: 'OptiPlex 7090',
      serialNumber: '8XK2PL3',
      uuid: '4c4c4544-0034-3010-8048-b6c04f503732',
      chassis: 'Desktop',
    },
    os: {
      name: 'Debian GNU/Linux',
      version: '12',
      kernel: '6.1.0-40-amd64',
      architecture: 'x86_64',
      installedAt: '2025-03-04T09:30:00.000Z',
      bootedAt: '2026-11-18T05:02:11.000Z',
      pendingUpdates: {
        listsFrom: '2026-11-20T06:00:00.000Z',
        needsRestart: false,
        updates: [{ name: 'libssl3', version: '3.0.17-1~deb12u3', isSecurity: true }],
      },
    },
    processors: [{ manufacturer: 'Intel', model: 'Core i5-11500', cores: 6, threads: 12, speedMhz: 2700 }],
    memory: {
      totalBytes: 17_179_869_184,
      modules: [{ slot: 'DIMM1', sizeBytes: 17_179_869_184, type: 'DDR4', speedMhz: 3200 }],
    },
    disks: [
      {
        name: 'nvme0n1',
        model: 'Samsung PM9A1',
        sizeBytes: 512_110_190_592,
        kind: 'ssd',
        bus: 'nvme',
        health: { status: 'ok', celsius: 41, wearPercent: 3, powerOnHours: 8_760, mediaErrors: 0 },
      },
    ],
    volumes: [
      {
        mount: '/',
        device: '/dev/mapper/root',
        fileSystem: 'ext4',
        sizeBytes: 500_107_862_016,
        encryption: { state: 'on', method: 'LUKS2' },
      },
    ],
    graphics: [{ name: 'UHD Graphics 750', manufacturer: 'Intel', bus: '0000:00:02.0', driver: 'i915' }],
    monitors: [{ port: 'DP-1', manufacturer: 'Dell Inc.', model: 'U2720Q', serialNumber: '5K3XW13', made: '2021-W07' }],
    printQueues: [{ name: 'office', driver: 'HP LaserJet M507', port: 'ipp://192.0.2.77/ipp/print', isDefault: true }],
    accounts: [{ name: 'ada', fullName: 'Ada Krause', id: '1000', isAdministrator: true, isSignedIn: true }],
    systemServices: [{ name: 'ssh.service', start: 'automatic', state: 'running' }],
    containers: [{ runtime: 'docker', id: 'f3b1c2a49d07', name: 'web', image: 'caddy:2.10', state: 'running' }],
    security: {
      secureBoot: 'on',
      tpm: { isPresent: true, version: '2.0' },
      firewalls: [{ name: 'nftables', state: 'on' }],
      timeSync: { service: 'chrony', state: 'on', isSynchronized: true, servers: ['ntp.example.org'] },
    },
  },
  software: exampleSoftware,
  network: {
    hostname: 'pc-17',
    domain: 'example.org',
    ipAddress: '192.0.2.17',
    macAddress: '00:1b:21:3c:9d:f8',
    defaultGateways: ['192.0.2.1'],
    interfaces: [exampleInterface],
    services: [{ port: 22, protocol: 'tcp', name: 'ssh', product: 'OpenSSH', version: '9.2p1' }],
    listeners: [{ protocol: 'tcp', address: '0.0.0.0', port: 443, program: 'caddy', user: 'root' }],
  },
  customFields: { owner: 'Facilities' },
}
