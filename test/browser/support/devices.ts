import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { expect } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'

/** An observation as somebody imports it; returns the id of its device. */
export async function importDevice(
  api: ApiClient,
  observation: Partial<ObservationInput> & { name: string },
): Promise<string> {
  const answer = await api.post('/api/v1/imports', {
    schemaVersion: 1,
    id: newId(),
    source: 'Import',
    observedAt: new Date().toISOString(),
    type: 'computer',
    identity: { hostname: observation.name },
    depth: 'audit',
    ...observation,
  })
  expect([answer.status, answer.body.toString()]).toEqual([201, expect.any(String)])
  return (answer.json() as { deviceId: string }).deviceId
}

export const hostileText = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'">`
const bytes = 512e9

/** A computer with something in each section; `number` tells it from others. */
export function computer(number: number, version = '3.0.16'): Parameters<typeof importDevice>[1] {
  const name = `pc-${String(number).padStart(2, '0')}`
  const macAddress = `00:1b:21:3c:9d:${(number + 16).toString(16)}`
  const serialNumber = `8XK2PL${number}`
  const system = { manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', serialNumber }
  return {
    name,
    dnsName: `${name}.example.org`,
    identity: { hostname: name, macAddresses: [macAddress], ...system },
    hardware: {
      system,
      os: { name: 'Debian GNU/Linux', version: '12', kernel: '6.1.0', architecture: 'x86_64' },
      processors: [{ model: 'Core i7-11700', manufacturer: 'Intel', cores: 8, threads: 16, speedMhz: 2500 }],
      memory: { totalBytes: 2 ** 34, modules: [{ slot: 'DIMM1', sizeBytes: 2 ** 34, type: 'DDR4', speedMhz: 3200 }] },
      disks: [{ name: 'nvme0n1', kind: 'ssd', model: 'PM9A1', serialNumber: `S6B${number}`, sizeBytes: bytes }],
      volumes: [{ mount: '/', device: '/dev/nvme0n1p2', fileSystem: 'ext4', sizeBytes: bytes, freeBytes: bytes / 2 }],
    },
    network: {
      hostname: name,
      ipAddress: `192.0.2.${number + 10}`,
      macAddress,
      defaultGateways: ['192.0.2.1'],
      interfaces: [
        {
          name: 'eth0',
          macAddress,
          operStatus: 'up',
          speedBps: 1e9,
          addresses: [{ address: `192.0.2.${number + 10}`, prefixLength: 24 }],
        },
      ],
      services: [{ port: 22, protocol: 'tcp', name: 'ssh', product: 'OpenSSH', version: '9.2p1' }],
    },
    software: [
      { name: 'openssl', version, source: 'dpkg', publisher: 'Debian', architecture: 'amd64' },
      { name: 'bash', version: '5.2.15', source: 'dpkg', publisher: 'Debian', architecture: 'amd64' },
    ],
    evidence: [{ field: 'system.model', value: 'OptiPlex 7090', source: 'SMBIOS type 1' }],
    probes: [{ probe: 'ssh', outcome: 'ok', detail: 'Debian 12' }],
  }
}

/** A computer with every part that an agent reads, and more services and listening programs than one page has. */
export function fullComputer(number: number): Parameters<typeof importDevice>[1] {
  const { hardware, network, ...rest } = computer(number)
  const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
  return {
    ...rest,
    hardware: {
      ...hardware,
      os: {
        name: 'Debian GNU/Linux',
        version: '12',
        edition: 'Server',
        installedAt: '2025-02-03T04:05:06.000Z',
        bootedAt: '2026-01-02T03:04:05.000Z',
        pendingUpdates: {
          needsRestart: true,
          updates: [
            { name: 'libssl3', version: '3.0.17', isSecurity: true },
            { name: 'vim', version: '9.1' },
          ],
        },
      },
      disks: [
        {
          name: 'nvme0n1',
          kind: 'ssd',
          bus: 'nvme',
          serialNumber: `S6B${number}`,
          health: { status: 'failing', celsius: 41, wearPercent: 103, powerOnHours: 26280, mediaErrors: 7 },
        },
        { name: 'sda', kind: 'hdd', bus: 'sata', health: { status: 'ok', reallocatedSectors: 0 } },
      ],
      volumes: [
        { mount: '/', label: 'root', fileSystem: 'ext4', encryption: { state: 'on', method: 'LUKS2' } },
        { mount: '/srv', fileSystem: 'xfs', encryption: { state: 'off' } },
      ],
      graphics: [
        { name: 'GA106', manufacturer: 'NVIDIA', driver: 'nvidia', driverVersion: '550.54', memoryBytes: 2 ** 33 },
      ],
      monitors: [
        { port: 'DP-1', model: 'U2720Q', serialNumber: 'CN0FJ', made: '2019-W07', widthMm: 597, heightMm: 336 },
      ],
      batteries: [{ name: 'BAT0', designMilliwattHours: 57_000, fullMilliwattHours: 45_600, cycles: 312 }],
      printQueues: [{ name: 'office', driver: 'HP LaserJet', port: 'ipp://192.0.2.77/ipp', isDefault: true }],
      accounts: [
        { name: 'ada', fullName: 'Ada Krause', isAdministrator: true, isSignedIn: true },
        { name: 'old', isAdministrator: false, isDisabled: true },
      ],
      systemServices: many(60, (at) => ({
        name: `service-${String(at).padStart(2, '0')}`,
        start: 'automatic',
        state: at === 57 ? 'failed' : 'running',
        ...(at === 57 && { program: '/opt/payroll/server' }),
      })),
      containers: [{ runtime: 'docker', id: 'a'.repeat(64), name: 'web', image: 'nginx:1.29', state: 'running' }],
      guests: [{ hypervisor: 'libvirt', name: 'build-vm', memoryBytes: 2 ** 32, processors: 4, state: 'paused' }],
      kubernetesNode: { version: 'v1.34.1', distribution: 'k3s' },
      security: {
        secureBoot: 'off',
        tpm: { isPresent: true, version: '2.0', manufacturer: 'INTC' },
        firewalls: [{ name: 'nftables', state: 'off' }],
        antivirus: [{ name: 'ClamAV', version: '1.4', state: 'on', isUpToDate: false }],
        timeSync: { service: 'chrony', state: 'on', isSynchronized: true, servers: ['ntp.example.org'] },
        accessControl: { name: 'apparmor', mode: 'enforcing' },
      },
    },
    network: {
      ...network,
      listeners: many(30, (at) => ({
        protocol: 'tcp',
        address: at === 0 ? '0.0.0.0' : '127.0.0.1',
        port: 8000 + at,
        program: `daemon-${at}`,
      })),
    },
  }
}

/** Values that an agent reads of an endpoint, each name with markup. */
const hostileEndpoint: NonNullable<ObservationInput['hardware']> = {
  os: { name: hostileText, version: hostileText, pendingUpdates: { updates: [{ name: hostileText }] } },
  graphics: [{ name: hostileText, driver: hostileText }],
  monitors: [{ port: hostileText, model: hostileText }],
  printQueues: [{ name: hostileText, driver: hostileText, port: hostileText }],
  accounts: [{ name: hostileText, fullName: hostileText, isAdministrator: true }],
  systemServices: [{ name: hostileText, state: 'failed', program: hostileText }],
  containers: [{ runtime: 'docker', id: hostileText, name: hostileText, image: hostileText, state: 'running' }],
  guests: [{ hypervisor: 'libvirt', name: hostileText, state: 'running' }],
  security: {
    firewalls: [{ name: hostileText, state: 'off' }],
    antivirus: [{ name: hostileText, version: hostileText, state: 'on' }],
    timeSync: { service: hostileText, state: 'on', servers: [hostileText] },
  },
}

/** A device that says markup and terminal escapes wherever it may say anything. */
export const hostileDevice: Parameters<typeof importDevice>[1] = {
  name: hostileText,
  type: 'printer',
  identity: { hostname: 'hostile', manufacturer: hostileText, serialNumber: 'EVIL-1' },
  hardware: {
    ...hostileEndpoint,
    system: {
      manufacturer: hostileText,
      model: `\u001b[31m${hostileText}`,
      serialNumber: 'EVIL-1',
      description: `\u001b]0;owned\u0007${hostileText}`,
    },
    printer: { supplies: [{ name: hostileText, max: 100, level: 8 }], display: [hostileText] },
  },
  software: [{ name: hostileText, version: hostileText }],
  network: {
    hostname: hostileText,
    interfaces: [{ name: hostileText, alias: hostileText }],
    services: [{ port: 80, protocol: 'tcp', banner: hostileText }],
    listeners: [{ protocol: 'tcp', address: '0.0.0.0', port: 80, program: hostileText }],
  },
  evidence: [{ field: 'system.model', value: hostileText, source: hostileText }],
  probes: [{ probe: 'snmp', outcome: 'failed', detail: hostileText }],
}
