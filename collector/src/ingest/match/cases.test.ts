import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import {
  disks,
  dock,
  docked,
  guest,
  junk,
  laptop,
  otherLaptop,
  printer,
  router,
  server,
  stack,
  swapped,
  web,
} from '../testing/machines.ts'
import { agent, createInventory, ping, type Seen, seen, snmp } from '../testing/observations.ts'
import { orders } from '../testing/orders.ts'

const devicesOf = (...observations: Observation[]) => createInventory().devicesOf(...observations)

describe('matching an observation to a device', () => {
  const observations = [
    (minutes: number) =>
      agent(minutes, { ...server, machineId: '77aa77aa77aa77aa77aa77aa77aa77ab', ipAddresses: ['10.0.0.9'] }),
    (minutes: number) =>
      snmp(minutes, '10.0.0.9', { ...server, hostname: 'FILES1.example.com', snmpEngineId: '80001f8880aabbccdd' }),
    (minutes: number) => ping(minutes, '10.0.0.9', '00:25:90:aa:bb:cc'),
    (minutes: number) => ping(minutes, '10.0.0.9', undefined, 'files1.example.com'),
  ]

  it.each(orders([0, 1, 2, 3]).map((order) => [order.join(), order] as const))(
    '1. seen by agent, SNMP and ping alone: one, in the order %s',
    (_, order) => {
      const found = devicesOf(...order.flatMap((position, index) => observations[position]?.(index) ?? []))
      expect(new Set(found).size).toBe(1)
    },
  )

  it('2. DHCP gives its address to another machine: two', () => {
    expect(
      devicesOf(
        ping(0, '10.0.0.5', '00:1b:21:3c:9d:f8'),
        ping(1, '10.0.0.5', '00:1b:21:77:66:55'),
        ping(2, '10.0.0.8', '00:1b:21:3c:9d:f8'),
        ping(3, '10.0.0.5'),
      ),
    ).toEqual(['device 1', 'device 2', 'device 1', 'device 2'])
    expect(devicesOf(agent(0, laptop), agent(1, { ...otherLaptop, ipAddresses: ['10.0.0.5'] }))).toEqual([
      'device 1',
      'device 2',
    ])
    expect(
      devicesOf(
        snmp(0, '10.0.0.5', { hostname: 'cam-1', macAddresses: ['00:40:8c:00:00:01'] }),
        snmp(1, '10.0.0.5', { hostname: 'cam-2', macAddresses: ['00:40:8c:00:00:02'] }),
      ),
    ).toEqual(['device 1', 'device 2'])
    // Without a MAC, the DNS name decides.
    expect(
      devicesOf(ping(0, '10.0.0.5', undefined, 'a.example.com'), ping(1, '10.0.0.5', undefined, 'b.example.com')),
    ).toEqual(['device 1', 'device 2'])
  })

  it('3. renamed: one', () => {
    expect(devicesOf(agent(0, laptop), agent(1, { ...laptop, hostname: 'sales-7' }))).toEqual(['device 1', 'device 1'])
    const switchOf = (hostname: string) =>
      snmp(0, '10.0.0.2', { hostname, macAddresses: ['00:1c:2e:00:00:01'], snmpEngineId: '8000000b03001c2e000001' })
    expect(devicesOf(switchOf('sw-old'), switchOf('sw-new'))).toEqual(['device 1', 'device 1'])
  })

  it('4. another network card: one; a dock that moves between laptops: still two', () => {
    expect(
      devicesOf(
        agent(0, laptop),
        agent(1, { ...laptop, macAddresses: ['00:e0:4c:01:02:03'], ipAddresses: ['10.0.0.77'] }),
      ),
    ).toEqual(['device 1', 'device 1'])
    expect(
      devicesOf(
        agent(0, docked(laptop)),
        agent(1, docked(otherLaptop)),
        agent(2, docked(laptop)),
        ping(3, '10.0.0.5', dock),
        agent(4, docked(otherLaptop)),
        ping(5, '10.0.0.91', dock),
      ),
    ).toEqual(['device 1', 'device 2', 'device 1', 'device 1', 'device 2', 'device 2'])
    const bare = ({ hostname, macAddresses }: Seen): Seen => docked({ hostname, macAddresses })
    expect(devicesOf(snmp(0, '10.0.0.5', bare(laptop)), snmp(1, '10.0.0.6', bare(otherLaptop)))).toEqual([
      'device 1',
      'device 2',
    ])
  })

  it('4. pings of a dock that two laptops use in turn, at its one address: each of the laptop that claimed it last', () => {
    const [a, b] = [laptop, otherLaptop].map((machine) => docked({ ...machine, ipAddresses: ['10.0.0.90'] }))
    const day = (minutes: number, machine: Seen = {}) => [
      agent(minutes, machine),
      ping(minutes + 1, '10.0.0.90', dock),
      ping(minutes + 2, '10.0.0.90'),
    ]
    const observed = [0, 10, 20, 30, 40].flatMap((minutes) => day(minutes, minutes % 20 === 0 ? a : b))
    const ofEach = ['device 1', 'device 2', 'device 1', 'device 2', 'device 1']
    expect(devicesOf(...observed)).toEqual(ofEach.flatMap((device) => [device, device, device]))
  })

  it('5. a cloned virtual machine: two, with a finding', () => {
    const [original, clone, third] = [web(1), web(2), web(3)]
    const inventory = createInventory()
    expect(inventory.observe(agent(0, original)).device).toBe('device 1')
    const { device, reason } = inventory.observe(agent(1, clone))
    expect(device).toBe('device 2')
    expect(reason?.review).toMatch(/a clone\?/)
    expect(reason?.against.map(({ kind }) => kind)).toContain('uuid')
    expect(
      inventory.devicesOf(
        agent(2, original),
        agent(3, clone),
        agent(4, { ...clone, hostname: 'web2-new' }),
        agent(5, { ...original, macAddresses: ['00:0c:29:00:00:09'] }),
        ping(6, '10.0.1.2', '00:0c:29:00:00:02'),
      ),
    ).toEqual(['device 1', 'device 2', 'device 2', 'device 1', 'device 2'])
    expect(inventory.observe(agent(7, third)).device).toBe('device 3')
  })

  it('6. a swapped motherboard: one, for review', () => {
    const inventory = createInventory()
    inventory.observe(agent(0, { ...laptop, hardware: disks }))
    const { device, reason } = inventory.observe(agent(1, { ...swapped, hardware: disks }))
    expect(device).toBe('device 1')
    expect(reason?.review).toMatch(/board replaced/)
    expect(reason?.against.map(({ kind }) => kind)).toEqual(['serial', 'uuid', 'mac'])
    // The same name on other hardware is another device.
    expect(
      inventory.observe(
        agent(2, {
          ...swapped,
          serialNumber: 'ZZZZ991',
          biosUuid: '4c4c4544-0058-5810-8054-c8c04f33593f',
          macAddresses: ['00:1b:21:00:00:99'],
        }),
      ).device,
    ).toBe('device 2')
  })

  it('7. the two byte orders of a UUID: one', () => {
    expect(
      devicesOf(
        agent(0, { biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7', hostname: 'vm1' }),
        snmp(1, '10.0.0.3', { biosUuid: '2b1a4d56-4d3c-6f5e-8091-a2b3c4d5e6f7' }),
      ),
    ).toEqual(['device 1', 'device 1'])
  })

  it('8. a switch stack, a member replaced, another become master: one', () => {
    expect(
      devicesOf(
        stack(0, 'FOC1', ['FOC1', 'FOC2', 'FOC3'], '00:1a:a1:00:00:01'),
        stack(1, 'FOC1', ['FOC1', 'FOC2', 'FOC9'], '00:1a:a1:00:00:01'),
        stack(2, 'FOC2', ['FOC2', 'FOC9'], '00:1a:a1:00:00:02'),
        stack(3, 'FOC9', ['FOC9'], '00:1a:a1:00:00:09'),
      ),
    ).toEqual(['device 1', 'device 1', 'device 1', 'device 1'])
  })

  it('9. a router that answers on 40 addresses, by SNMP or by ping: one', () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `10.${index}.0.1`)
    const macAddresses = addresses.map((_, index) => `00:1a:a1:00:01:${(index + 16).toString(16)}`)
    const edge = { hostname: 'edge', macAddresses, ipAddresses: addresses, snmpEngineId: '8000000903001aa1000110' }
    const bySnmp = addresses.map((address, index) => snmp(index, address, edge))
    const byPing = addresses.map((address, index) =>
      ping(50 + index, address, undefined, `if${index}.edge.example.com`),
    )
    const withMac = addresses.map((address, index) => ping(90 + index, address, macAddresses[index]))
    expect(new Set(devicesOf(...bySnmp, ...byPing, ...withMac)).size).toBe(1)
  })

  it('10. an address shared by HSRP or VRRP: not merged', () => {
    expect(
      devicesOf(
        router(0, '10.0.0.1', 1),
        router(1, '10.0.0.2', 2),
        router(2, '10.0.0.254', 1),
        router(3, '10.0.0.254', 2),
        ping(4, '10.0.0.1', '00:1a:a1:00:00:01'),
        router(5, '10.0.0.1', 1),
      ),
    ).toEqual(['device 1', 'device 2', 'device 1', 'device 2', 'device 1', 'device 1'])
  })

  it('11. a printer with its network card replaced: one', () => {
    expect(
      devicesOf(printer(0, '00:1b:78:aa:aa:aa', 'NPIAAAAAA'), printer(1, '00:1b:78:bb:bb:bb', 'NPIBBBBBB')),
    ).toEqual(['device 1', 'device 1'])
    const renamedManufacturer = { manufacturer: 'Hewlett-Packard', serialNumber: ' vnc3r12345 ' }
    expect(devicesOf(printer(0, '00:1b:78:aa:aa:aa', 'NPIAAAAAA'), snmp(1, '10.0.0.31', renamedManufacturer))).toEqual([
      'device 1',
      'device 1',
    ])
  })

  it('12. two devices with the same junk serial and UUID: two', () => {
    expect(
      devicesOf(
        agent(0, { ...junk, hostname: 'pc1', macAddresses: ['00:1b:21:00:00:01'] }),
        agent(1, { ...junk, hostname: 'pc2', macAddresses: ['00:1b:21:00:00:02'] }),
        agent(2, { ...junk, hostname: 'pc3' }),
      ),
    ).toEqual(['device 1', 'device 2', 'device 3'])
    // One serial number of two manufacturers.
    expect(
      devicesOf(
        agent(0, { manufacturer: 'Epson', serialNumber: 'X1234567', hostname: 'p1' }),
        agent(1, { manufacturer: 'Canon', serialNumber: 'X1234567', hostname: 'p2' }),
        agent(2, { serialNumber: 'X1234567', hostname: 'p3' }),
      ),
    ).toEqual(['device 1', 'device 2', 'device 3'])
  })

  it.each([['lxc'], [undefined]])('13. guests that show the hardware of their host (%s): several', (virtualization) => {
    const seenAs = (number: number) => guest(number, number, virtualization)
    expect(devicesOf(agent(0, laptop), seenAs(1), seenAs(2), seenAs(1), seenAs(2), agent(9, laptop))).toEqual([
      'device 1',
      'device 2',
      'device 3',
      'device 2',
      'device 3',
      'device 1',
    ])
  })

  it('14. two scans that find the same new device in one group: one', () => {
    expect(devicesOf(ping(0, '10.0.0.44', '00:1b:21:00:00:44'), ping(0, '10.0.0.44', '00:1b:21:00:00:44'))).toEqual([
      'device 1',
      'device 1',
    ])
  })

  it('15. an older snapshot leaves newer state alone, and takes no name or address back', () => {
    const inventory = createInventory()
    inventory.observe(agent(10, { ...laptop, hostname: 'new-name', ipAddresses: ['10.0.0.50'] }))
    const { found } = inventory.observe(agent(5, laptop))
    expect('device' in found ? found.device.row : undefined).toMatchObject({ name: 'new-name', ipAddress: '10.0.0.50' })
    expect(inventory.count()).toBe(1)
    expect(inventory.observe(ping(11, '10.0.0.5')).device).toBe('device 2')
  })

  it('16. the agent reinstalled on the same hardware: one', () => {
    expect(devicesOf(agent(0, laptop), agent(1, { ...laptop, agentId: 'agent-new' }))).toEqual(['device 1', 'device 1'])
  })

  it('18. two operating systems on one machine: one, for review', () => {
    const inventory = createInventory()
    inventory.observe(agent(0, laptop))
    const second = {
      ...laptop,
      agentId: 'agent-w',
      machineId: '9999aaaa9999aaaa9999aaaa9999aaab',
      hostname: 'WIN-7F3K2',
    }
    const { device, reason } = inventory.observe(agent(1, second))
    expect(device).toBe('device 1')
    expect(reason?.review).toMatch(/operating system/)
  })
})

describe('weak evidence', () => {
  it('does not merge devices of one default name, or of one name at different addresses', () => {
    expect(
      devicesOf(
        snmp(0, '10.0.0.1', { hostname: 'switch' }),
        snmp(1, '10.0.0.2', { hostname: 'switch' }),
        snmp(2, '10.0.0.3', { hostname: 'gw' }),
        snmp(3, '10.0.0.4', { hostname: 'gw' }),
      ),
    ).toEqual(['device 1', 'device 2', 'device 3', 'device 4'])
  })

  it('finds a host again by its address alone, also on the loopback network', () => {
    expect(devicesOf(ping(0, '127.2.0.1'), ping(1, '127.2.0.2'), ping(2, '127.2.0.1'))).toEqual([
      'device 1',
      'device 2',
      'device 1',
    ])
    expect(
      devicesOf(
        snmp(0, '127.2.0.1', { hostname: 'sim' }),
        snmp(1, '127.2.0.2', { hostname: 'sim' }),
        snmp(2, '127.2.0.1', { hostname: 'sim' }),
      ),
    ).toEqual(['device 1', 'device 2', 'device 1'])
  })

  it('finds a manually created device by its name alone', () => {
    const phone = (minutes: number) => seen(minutes, { source: 'Manual', name: 'Phone', hostname: 'lobby-phone' })
    expect(devicesOf(phone(0), phone(1))).toEqual(['device 1', 'device 1'])
  })

  it('leaves an address with the device reached at it when another only claims it', () => {
    expect(
      devicesOf(
        ping(0, '192.168.1.5', '00:1b:78:aa:aa:aa'),
        agent(1, { ...laptop, ipAddresses: ['192.168.1.5'] }),
        ping(2, '192.168.1.5'),
      ),
    ).toEqual(['device 1', 'device 2', 'device 1'])
  })

  it('does not match a host by the address of a container bridge', () => {
    const host = (number: number): Observation =>
      agent(number, {
        hostname: `docker${number}`,
        machineId: `${number}a`.repeat(16),
        ipAddresses: [`10.0.3.${number}`, '172.17.0.1'],
        macAddresses: [`00:25:90:00:00:0${number}`, '02:42:ac:11:00:01'],
        network: {
          ipAddress: `10.0.3.${number}`,
          interfaces: [
            { name: 'eth0', macAddress: `00:25:90:00:00:0${number}` },
            { name: 'docker0', macAddress: '02:42:ac:11:00:01', virtual: true, addresses: [{ address: '172.17.0.1' }] },
          ],
        },
      })
    const inventory = createInventory()
    expect(inventory.devicesOf(host(1), host(2), ping(3, '172.17.0.1'))).toEqual(['device 1', 'device 2', 'device 3'])
  })
})
