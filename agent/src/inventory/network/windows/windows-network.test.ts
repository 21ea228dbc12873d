import { expect, test } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { BrokenBlockError } from '../../../platform/windows/memory-block.ts'
import { adapterChain } from '../../../platform/windows/testing/adapters.ts'
import { recordedWindows } from '../../../platform/windows/testing/recorded-windows.ts'
import { mergeNetwork } from '../merge.ts'
import { windowsInterfaces, windowsNames } from './interfaces.ts'
import { windowsListeners } from './listeners.ts'

const host = recordedHost({})
const drivers = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e972-e325-11ce-bfc1-08002be10318}'

const laptop = adapterChain([
  {
    id: '{AAAA0000-0000-0000-0000-000000000001}',
    name: 'vEthernet (Default Switch)',
    description: 'Hyper-V Virtual Ethernet Adapter',
    type: 6,
    mac: [0x00, 0x15, 0x5d, 1, 2, 3],
    metric: 5000,
    addresses: [{ bytes: [172, 20, 0, 1], prefixLength: 20 }],
    dnsServers: [[...Array.from({ length: 15 }, () => 0), 1]],
    operStatus: 2,
  },
  {
    id: '{AAAA0000-0000-0000-0000-000000000002}',
    name: 'WLAN',
    description: 'Intel(R) Wi-Fi 6 AX201 160MHz',
    type: 71,
    mac: [0xd4, 0xd2, 0x52, 0xaa, 0xbb, 0xcc],
    speedBps: 866_700_000n,
    addresses: [
      { bytes: [192, 168, 1, 40], prefixLength: 24 },
      { bytes: [0xfd, 0, ...Array.from({ length: 13 }, () => 0), 0x40], prefixLength: 64 },
      { bytes: [0xfd, 0, ...Array.from({ length: 13 }, () => 0), 0x99], prefixLength: 128, isTemporary: true },
    ],
    gateways: [[192, 168, 1, 1]],
    dnsServers: [
      [192, 168, 1, 1],
      [0xfe, 0xc0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 1],
    ],
  },
  { id: '{AAAA0000-0000-0000-0000-000000000003}', name: 'Loopback', description: 'Loopback', type: 24 },
])

const registry = {
  [`${drivers}\\0001`]: { NetCfgInstanceId: '{aaaa0000-0000-0000-0000-000000000001}', Characteristics: 0x29 },
  [`${drivers}\\0002`]: { NetCfgInstanceId: '{aaaa0000-0000-0000-0000-000000000002}', Characteristics: 0x84 },
  [`${drivers}\\Properties`]: 'refused' as const,
}

test('adapters have their addresses, gateway and DNS servers, without what changes each day', async () => {
  const part = await windowsInterfaces(recordedWindows({ registry, adapters: () => laptop })).collect(host)
  const { interfaces, ...network } = mergeNetwork([part])
  expect(network).toMatchObject({
    ipAddress: '192.168.1.40',
    macAddress: 'd4:d2:52:aa:bb:cc',
    defaultGateways: ['192.168.1.1'],
    dnsServers: ['192.168.1.1'],
  })
  expect(interfaces).toEqual([
    expect.objectContaining({ name: 'Loopback', type: 'softwareLoopback', virtual: true, description: undefined }),
    expect.objectContaining({
      name: 'WLAN',
      index: 2,
      description: 'Intel(R) Wi-Fi 6 AX201 160MHz',
      type: 'ieee80211',
      speedBps: 866_700_000,
      operStatus: 'up',
      virtual: false,
      addresses: [
        { address: '192.168.1.40', prefixLength: 24 },
        { address: 'fd00::40', prefixLength: 64 },
      ],
    }),
    expect.objectContaining({ name: 'vEthernet (Default Switch)', operStatus: 'down', virtual: true }),
  ])
})

test('a machine without adapters has no interfaces', async () => {
  const adapters = () => ({ address: 0n, bytes: Buffer.alloc(0) })
  const part = await windowsInterfaces(recordedWindows({ adapters })).collect(host)
  expect(part).toMatchObject({ interfaces: [], dnsServers: [], defaultRoutes: [] })
})

test('a cut chain of adapters is an error, wherever it is cut', async () => {
  for (let length = 1; length < laptop.bytes.length; length += 1) {
    const adapters = () => ({ ...laptop, bytes: laptop.bytes.subarray(0, length) })
    // The last bytes are of the last structure's own text.
    await expect(windowsInterfaces(recordedWindows({ adapters })).collect(host), `${length}`).rejects.toThrow(
      BrokenBlockError,
    )
  }
})

test('a chain of adapters that leads back into itself is an error', async () => {
  const bytes = Buffer.from(laptop.bytes)
  bytes.writeBigUInt64LE(laptop.address, 8)
  const source = windowsInterfaces(recordedWindows({ adapters: () => ({ ...laptop, bytes }) }))
  await expect(source.collect(host)).rejects.toThrow('more than 4096 items')
})

test('names come from DNS, or else from NetBIOS', async () => {
  const names = { netbios: 'PC-042', dnsHostname: 'pc-042-finance', dnsDomain: 'example.com' }
  const api = recordedWindows({ computerName: (kind) => names[kind] })
  expect(await windowsNames(api).collect(host)).toEqual({ hostname: 'pc-042-finance', domain: 'example.com' })
  const old = recordedWindows({ computerName: (kind) => (kind === 'netbios' ? 'PC-042' : undefined) })
  expect(await windowsNames(old).collect(host)).toEqual({ hostname: 'PC-042', domain: undefined })
})

/** Rows as GetExtendedTcpTable and GetExtendedUdpTable write them. */
function table(rowBytes: number, rows: { address: number[]; at: number; port: number; portAt: number; pid: number }[]) {
  const bytes = Buffer.alloc(4 + rows.length * rowBytes)
  bytes.writeUInt32LE(rows.length)
  for (const [index, { address, at, port, portAt, pid }] of rows.entries()) {
    const row = 4 + index * rowBytes
    bytes.set(address, row + at)
    bytes.writeUInt16BE(port, row + portAt)
    bytes.writeUInt32LE(pid, row + rowBytes - 4)
  }
  return bytes
}

const tcp4 = table(24, [
  { address: [0, 0, 0, 0], at: 4, port: 3389, portAt: 8, pid: 1100 },
  { address: [127, 0, 0, 1], at: 4, port: 5432, portAt: 8, pid: 7 },
])
const anyIpv6 = Array.from({ length: 16 }, () => 0)
const tcp6 = table(56, [
  { address: anyIpv6, at: 0, port: 445, portAt: 20, pid: 4 },
  { address: [...anyIpv6.slice(1), 1], at: 0, port: 80, portAt: 20, pid: 4 },
])
const udp4 = table(12, [
  { address: [0, 0, 0, 0], at: 0, port: 500, portAt: 4, pid: 1100 },
  { address: [0, 0, 0, 0], at: 0, port: 51_000, portAt: 4, pid: 1100 },
])
const tables = { tcp4, tcp6, udp4, udp6: table(28, []) }

test('open ports name their program; those of answers are left out', async () => {
  const api = recordedWindows({
    listenerTable: (protocol, family) => tables[`${protocol}${family}`],
    processNames: () => new Map([[1100, 'svchost.exe']]),
  })
  expect(await windowsListeners(api).collect(host)).toEqual({
    listeners: [
      { protocol: 'tcp', address: '127.0.0.1', port: 5432, program: undefined },
      { protocol: 'tcp', address: '0.0.0.0', port: 3389, program: 'svchost.exe' },
      { protocol: 'tcp', address: '::', port: 445, program: undefined },
      { protocol: 'tcp', address: '::1', port: 80, program: undefined },
      { protocol: 'udp', address: '0.0.0.0', port: 500, program: 'svchost.exe' },
    ],
  })
})

test('a port of several programs is listed once, with the same program in every order of the table', async () => {
  const shared = [2000, 1100, 3000].map((pid) => ({ address: [0, 0, 0, 0], at: 0, port: 5353, portAt: 4, pid }))
  for (const rows of [shared, shared.toReversed()]) {
    const udp = table(12, rows)
    const api = recordedWindows({
      listenerTable: (protocol, family) => (protocol === 'udp' && family === 4 ? udp : Buffer.alloc(4)),
      processNames: () => new Map([2000, 1100, 3000].map((pid) => [pid, `${pid}.exe`])),
    })
    expect(mergeNetwork([await windowsListeners(api).collect(host)]).listeners).toEqual([
      { protocol: 'udp', address: '0.0.0.0', port: 5353, program: '1100.exe' },
    ])
  }
})

test('a table that promises more rows than it has is an error', async () => {
  for (const count of [3, 1_000_000, 0xffffffff]) {
    const lying = Buffer.from(tcp4)
    lying.writeUInt32LE(count)
    const api = recordedWindows({ listenerTable: () => lying })
    await expect(windowsListeners(api).collect(host)).rejects.toThrow(BrokenBlockError)
  }
})
