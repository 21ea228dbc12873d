import { describe, expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readCiscoVlans } from './cisco-vlans.ts'
import { readForwarding, readForwardingByVlan } from './forwarding.ts'
import { eachBit, hasBit, PortRanges } from './port-list.ts'
import { readQBridge } from './q-bridge.ts'

const bits = (octets: string, first: number) => {
  const found: number[] = []
  eachBit(Buffer.from(octets, 'hex'), first, (number) => found.push(number))
  return found
}

test('reads bitmaps from the highest bit of the first octet', () => {
  expect(bits('8001', 1)).toEqual([1, 16])
  expect(bits('c0', 1024)).toEqual([1024, 1025])
  expect(bits('', 1)).toEqual([])
  expect([1, 2, 16, 17].map((port) => hasBit(Buffer.from('8001', 'hex'), 1, port))).toEqual([true, false, true, false])
})

test('reads only the beginning of an overlong bitmap', () => {
  expect(bits('ff'.repeat(60_000), 1)).toHaveLength(8_192)
})

test('writes VLANs of a port as ranges, and reports the limit of all ports', () => {
  const ranges = new PortRanges()
  for (const vlan of [1, 10, 11, 12, 20]) ranges.add(7, vlan)
  expect(ranges.of(7)).toBe('1,10-12,20')
  expect(ranges.of(8)).toBeUndefined()
  const truncated: string[] = []
  ranges.recordCut('x', truncated)
  expect(truncated).toEqual([])
  for (let port = 1; port <= 250; port += 1) for (let vlan = 1; vlan <= 4094; vlan += 2) ranges.add(port, vlan)
  ranges.recordCut('x', truncated)
  expect(truncated).toEqual(['x: stopped after 500000 ranges of VLANs on ports'])
  expect(ranges.of(249)).toBeUndefined()
})

const q = '1.3.6.1.2.1.17.7.1.4'

describe('Q-BRIDGE-MIB', () => {
  test('reads VLANs with names, and untagged and tagged VLANs of each port', async () => {
    const { vlans, ports } = await readQBridge(
      deviceReader(`${q}.3.1.1.1|4|default
${q}.3.1.1.20|4|voice
${q}.3.1.1.21|4|
${q}.3.1.2.1|4x|f0
${q}.3.1.2.20|4x|30
${q}.3.1.2.21|4x|10
${q}.3.1.4.1|4x|ef
${q}.3.1.4.20|4x|20
${q}.5.1.1.1|66|1
${q}.5.1.1.2|66|0
${q}.5.1.1.4|66|99`),
      [],
    )
    expect(vlans).toEqual([{ id: 1, name: 'default' }, { id: 20, name: 'voice' }, { id: 21 }])
    expect(Object.fromEntries(ports)).toEqual({
      1: { vlan: 1 },
      2: { vlan: 1 },
      3: { vlan: 20 },
      4: { vlan: 99, taggedVlans: '1,20-21' },
    })
  })

  test('reads a dynamic VLAN, and ignores ids beyond 4094', async () => {
    const { vlans, ports, vlanOfFdb } = await readQBridge(
      deviceReader(`${q}.2.1.3.0.30|66|7
${q}.2.1.3.0.31|66|8
${q}.2.1.3.0.32|66|8
${q}.2.1.4.0.30|4x|80
${q}.2.1.5.0.30|4x|00
${q}.3.1.1.4095|4|x`),
      [],
    )
    expect(vlans).toEqual([{ id: 30 }, { id: 31 }, { id: 32 }])
    expect(Object.fromEntries(ports)).toEqual({ 1: { taggedVlans: '30' } })
    // 7 belongs to one VLAN, 8 to two, and 30 is no database in dot1qVlanFdbId, but a VLAN.
    expect([7, 8, 30, 40].map(vlanOfFdb)).toEqual([30, undefined, 30, undefined])
  })
})

test('reads VLANs of Cisco from VTP, access ports and trunk bitmaps', async () => {
  const vtp = '1.3.6.1.4.1.9.9.46.1'
  const { vlans, ports, operational } = await readCiscoVlans(
    deviceReader(`${vtp}.3.1.1.2.1.1|2|1
${vtp}.3.1.1.2.1.20|2|2
${vtp}.3.1.1.2.1.1002|2|1
${vtp}.3.1.1.3.1.1|2|1
${vtp}.3.1.1.3.2.20|2|1
${vtp}.3.1.1.3.1.20|2|1
${vtp}.3.1.1.3.1.1002|2|2
${vtp}.3.1.1.4.1.1|4|default
${vtp}.3.1.1.4.1.20|4|voice
${vtp}.3.1.1.4.2.20|4|voice
${vtp}.6.1.1.4.10101|4x|7fffffff
${vtp}.6.1.1.4.10102|4x|71
${vtp}.6.1.1.5.10102|2|1
${vtp}.6.1.1.14.10101|2|2
${vtp}.6.1.1.14.10102|2|1
${vtp}.6.1.1.17.10102|4x|80
${vtp}.6.1.1.19.10102|4x|${'00'.repeat(127)}03ff
1.3.6.1.4.1.9.9.68.1.2.2.1.2.10101|2|20`),
    [],
  )
  expect(vlans).toEqual([
    { id: 1, name: 'default' },
    { id: 20, name: 'voice' },
  ])
  expect(operational).toEqual([1])
  expect(Object.fromEntries(ports)).toEqual({
    10101: { vlan: 20 },
    10102: { vlan: 1, taggedVlans: '2-3,7,1024,4094' },
  })
})

describe('forwarding', () => {
  const dot1d = (
    mac: string,
    port: number,
    status: number,
    vlan = '',
  ) => `${vlan}1.3.6.1.2.1.17.4.3.1.2.${mac}|2|${port}
${vlan}1.3.6.1.2.1.17.4.3.1.3.${mac}|2|${status}`

  test('contains addresses learned at known ports', async () => {
    const found = await readForwarding(
      deviceReader(`${dot1d('0.27.33.0.0.1', 3, 3)}
${dot1d('0.27.33.0.0.2', 0, 3)}
${dot1d('0.27.33.0.0.3', 3, 4)}
${dot1d('0.27.33.0.999.4', 3, 3)}`),
      () => undefined,
      [],
    )
    expect(found).toEqual([{ bridgePort: 3, macAddress: '00:1b:21:00:00:01' }])
  })

  test('contains the VLAN of the filtering database', async () => {
    const found = await readForwarding(
      deviceReader(`${dot1d('0.27.33.0.0.1', 3, 3)}
1.3.6.1.2.1.17.7.1.2.2.1.2.7.0.27.33.0.0.1|2|3
1.3.6.1.2.1.17.7.1.2.2.1.2.8.0.27.33.0.0.1|2|4
1.3.6.1.2.1.17.7.1.2.2.1.3.7.0.27.33.0.0.1|2|3
1.3.6.1.2.1.17.7.1.2.2.1.3.8.0.27.33.0.0.1|2|3`),
      (fdbId) => (fdbId === 7 ? 30 : undefined),
      [],
    )
    expect(found).toEqual([
      { bridgePort: 3, macAddress: '00:1b:21:00:00:01', vlan: 30 },
      { bridgePort: 4, macAddress: '00:1b:21:00:00:01' },
    ])
  })

  test('has the ports of each VLAN, without VLANs that have learned nothing', async () => {
    const reader = deviceReader(`1.3.6.1.2.1.1.5.0|4|a
#vlan 12|1.3.6.1.2.1.17.1.4.1.2.5|2|10105
${dot1d('0.27.33.0.0.1', 5, 3, '#vlan 12|')}
#vlan 13|1.3.6.1.2.1.17.1.4.1.2.6|2|10106`)
    expect(await readForwardingByVlan(reader, [12, 13, 14], [])).toEqual([
      { ports: new Map([[5, 10105]]), entries: [{ bridgePort: 5, macAddress: '00:1b:21:00:00:01', vlan: 12 }] },
    ])
  })
})
