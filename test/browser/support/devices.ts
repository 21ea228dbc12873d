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

/** A device that says markup and terminal escapes wherever it may say anything. */
export const hostileDevice: Parameters<typeof importDevice>[1] = {
  name: hostileText,
  type: 'printer',
  identity: { hostname: 'hostile', manufacturer: hostileText, serialNumber: 'EVIL-1' },
  hardware: {
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
  },
  evidence: [{ field: 'system.model', value: hostileText, source: hostileText }],
  probes: [{ probe: 'snmp', outcome: 'failed', detail: hostileText }],
}
