import { expect, it } from 'vitest'
import { mapInWords, testSwitch } from './testing/switches.ts'

it('makes one link of the announcements of both ends, whatever names the ports have', async () => {
  const core = testSwitch('core', {
    interfaces: [{ name: 'Te1/1', description: 'TenGigabitEthernet1/1' }],
    announced: { 'Te1/1': { macAddress: '00:1b:21:65:64:67', remotePort: 'Gi0/24' } },
  })
  const edge = testSwitch('edg', {
    interfaces: [{ name: 'GigabitEthernet0/24' }],
    announced: { 'GigabitEthernet0/24': { macAddress: '00:1b:21:6f:72:65', remotePort: 'TenGigabitEthernet1/1' } },
  })
  expect((await mapInWords([core, edge])).links).toEqual(['core:Te1/1 – edg:GigabitEthernet0/24 lldp 1'])
})

it('makes a link of lower confidence if only one end announces it', async () => {
  const announcement = { macAddress: '00:1b:21:73:77:62', remotePort: 'port 7' }
  const links = (await mapInWords([testSwitch('swa', { announced: { '1': announcement } }), testSwitch('swb', {})]))
    .links
  expect(links).toEqual(['swa:1 – swb:? lldp 0.9'])
})

it('joins two announcements without ports if there is no other link', async () => {
  const links = (
    await mapInWords([
      testSwitch('swa', { announced: { '1': 'swb' } }),
      testSwitch('swb', { announced: { '9': 'swa' } }),
    ])
  ).links
  expect(links).toEqual(['swa:1 – swb:9 lldp 1'])
})

it('makes two links of two cables between two switches', async () => {
  const to = (macName: string, remotePort: string) => ({ macAddress: macName, remotePort })
  const [a, b] = ['00:1b:21:73:77:61', '00:1b:21:73:77:62']
  const links = (
    await mapInWords([
      testSwitch('swa', { announced: { '1': to(b, '8'), '2': to(b, '9') } }),
      testSwitch('swb', { announced: { '8': to(a, '1'), '9': to(a, '2') } }),
    ])
  ).links
  expect(links.sort()).toEqual(['swa:1 – swb:8 lldp 1', 'swa:2 – swb:9 lldp 1'])
})

it('makes one link of a port channel, at the aggregate', async () => {
  const members = (name: string, ports: string[]) => [
    { name, speedBps: 2e9 },
    ...ports.map((port) => ({ name: port, aggregate: name })),
  ]
  const links = (
    await mapInWords([
      testSwitch('swa', { interfaces: members('Po1', ['1', '2']), announced: { '1': 'swb', '2': 'swb' } }),
      testSwitch('swb', { interfaces: members('Trk1', ['8', '9']), announced: { '8': 'swa', '9': 'swa' } }),
    ])
  ).links
  expect(links).toEqual(['swa:Po1 – swb:Trk1 lldp 1'])
})

it('makes a node of an unread switch, and an endpoint of a phone or a server', async () => {
  const unread = { name: 'edge-7', chassisId: 'edge-7', capabilities: ['bridge' as const], remotePort: '1' }
  const phone = { macAddress: '00:1b:21:00:00:01', capabilities: ['bridge' as const, 'telephone' as const] }
  const server = { macAddress: '00:1b:21:00:00:02', name: 'server-1' }
  const map = await mapInWords([
    testSwitch('swa', { announced: { '1': unread, '2': phone, '3': server } }),
    testSwitch('swb', { announced: { '1': { ...unread, remotePort: '2' } } }),
  ])
  expect(map.links.sort()).toEqual(['(edge-7):1 – swa:1 lldp 0.9', '(edge-7):2 – swb:1 lldp 0.9'])
  expect(map.endpoints).toBe(2)
})

it('places a CDP neighbor behind the LLDP neighbor of the same port', async () => {
  const cdp = { protocol: 'cdp' as const, macAddress: '00:1b:21:73:77:63', remotePort: '5' }
  const [a, b, c] = [
    testSwitch('swa', { announced: { '1': 'swb' } }),
    testSwitch('swb', { announced: { '1': 'swa' } }),
    testSwitch('swc', { interfaces: [{ name: '5' }] }),
  ]
  const withNeighbor = {
    ...a,
    announced: [...a.announced, { port: '1', neighbor: { port: '1', ...cdp }, device: undefined }],
  }
  expect((await mapInWords([withNeighbor, b, c])).links.sort()).toEqual([
    'swa:1 – swb:1 lldp 1',
    'swb:? – swc:5 cdp 0.6',
  ])
})
