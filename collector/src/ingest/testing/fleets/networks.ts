import { edge, stack } from '../machines.ts'
import type { Seen } from '../observations.ts'
import { byAgent, byScan, type FleetCase, fromOutside, inList, type View } from './fleet.ts'

const firewall = (number: number): Seen => ({
  ...{ manufacturer: 'Fortinet', serialNumber: `FGT60FTK2109123${number}`, hostname: 'fw-hq' },
  snmpEngineId: '8000304404464754363046',
})
const virtualCard = '00:09:0f:09:00:01'
/** A pair of firewalls that swap addresses and cards. */
const unit = (number: number, role: number): View =>
  byScan(`10.0.0.${role}`, {
    ...{ manufacturer: 'Cisco', serialNumber: `JAD2140L0A${number}`, hostname: 'asa' },
    macAddresses: [`00:1a:a1:33:00:0${role}`],
  })
const copied = (number: number, hostname = `sw-${number}`): Seen => ({
  ...{ hostname, snmpEngineId: '800007e5017f0a0b0c0d', macAddresses: [`00:0b:86:10:20:0${number}`] },
})
const printServer = { macAddresses: ['00:40:17:10:20:30'], hostname: 'BRN004017102030' }
const service = 'D3JGP82'
const server: Seen = {
  ...{ manufacturer: 'Dell Inc.', serialNumber: service, biosUuid: '4c4c4544-0033-4a10-8047-c4c04f503832' },
  ...{ machineId: 'd0d1d2d3d4d5d6d7d8d9dadbdcdddedf', hostname: 'db-1', agentId: 'agent-db' },
  ...{ macAddresses: ['e4:43:4b:55:66:70', 'e4:43:4b:55:66:71'], ipAddresses: ['10.0.0.50'] },
}
const controller: Seen = { macAddresses: ['e4:43:4b:55:66:7f'], hostname: `idrac-${service}` }
const nas: Seen = {
  ...{ hostname: 'nas-1', manufacturer: 'Synology', serialNumber: '1780PEN123456' },
  ...{ macAddresses: ['00:11:32:10:20:30', '00:11:32:10:20:31'], ipAddresses: ['10.0.0.60', '10.0.9.60'] },
}
const teamed: Seen = {
  ...{ hostname: 'hv-1', agentId: 'agent-hv', machineId: 'e0e1e2e3e4e5e6e7e8e9eaebecedeeef' },
  ...{ macAddresses: ['3c:fd:fe:10:20:30', '3c:fd:fe:10:20:31'], ipAddresses: ['10.0.0.70'] },
}
const multiNode = (number: number): Seen => ({
  ...{ manufacturer: 'Supermicro', serialNumber: 'S15317X9A01234', hostname: `node-${number}` },
  ...{ biosUuid: `00000000-0000-0000-0000-ac1f6b10200${number}`, macAddresses: [`ac:1f:6b:10:20:0${number}`] },
})
const camera: Seen = { hostname: 'cam-gate', macAddresses: ['00:40:8c:10:20:01'], ipAddresses: [] }
const spare = (number: number): View =>
  byScan('10.0.0.2', {
    ...{ manufacturer: 'Cisco', serialNumber: `FDO2140L0A${number}`, hostname: 'access-3' },
    ...{ macAddresses: [`00:1a:a1:44:00:0${number}`], snmpEngineId: '800000090300aabbccddee' },
  })
const accessPoint = (number: number, address = `10.0.12.${number}`): View =>
  byScan(address, { hostname: 'UAP-AC-Pro', macAddresses: [`78:8a:20:10:20:0${number}`] })

/** A router as the factory configured it: each has one name and, in its own network, one address. */
const delivered = (number: number, rest: Seen = {}): View =>
  byScan(`10.${number}.0.1`, { hostname: 'branch-gw', ipAddresses: ['192.168.88.1'], ...rest })

const repeater = 'e8:48:b8:10:20:30'
/** Answers to pings at one card, each at an address and with a name of its own. */
const behind = (card: string, named: Readonly<Record<string, readonly [address: string, name: string]>>) =>
  Object.fromEntries(
    Object.entries(named).map(([view, [address, name]]) => [
      view,
      fromOutside(address, { macAddresses: [card], dnsName: `${name}.example.com` }),
    ]),
  )

/** For tests: devices of networks, their pairs, parts and replacements. */
export const networks: readonly FleetCase[] = [
  {
    name: 'a pair of firewalls that answer at one address in turn, by SNMP: two',
    views: {
      A: byScan('10.0.0.1', { ...firewall(1), macAddresses: [virtualCard] }),
      B: byScan('10.0.0.1', { ...firewall(2), macAddresses: [virtualCard] }),
    },
    turns: 'A A B B A A B',
    ends: 'apart',
  },
  {
    name: 'a pair of firewalls with one configuration, each at its own address, and pings of the common one: two',
    views: {
      A: byScan('10.0.0.2', { ...firewall(1), macAddresses: ['00:09:0f:10:20:01', virtualCard] }),
      B: byScan('10.0.0.3', { ...firewall(2), macAddresses: ['00:09:0f:10:20:02', virtualCard] }),
      '*': fromOutside('10.0.0.1', { macAddresses: [virtualCard] }),
    },
    turns: 'A B * A B * A B',
    ends: 'apart',
  },
  {
    name: 'a pair of firewalls that swap their addresses and cards: two',
    views: { A1: unit(1, 1), B2: unit(2, 2), A2: unit(1, 2), B1: unit(2, 1) },
    turns: 'A1 B2 A1 B2 A2 B1 A2 B1',
    ends: 'apart',
  },
  {
    name: 'switches with a copied configuration and engine id under names of their own: three',
    views: {
      A: byScan('10.0.0.11', copied(1)),
      B: byScan('10.0.0.12', copied(2)),
      C: byScan('10.0.0.13', copied(3)),
    },
    turns: 'A B C A B C',
    ends: 'apart',
  },
  {
    name: 'switches with a copied configuration, engine id and name: two',
    views: { A: byScan('10.0.0.11', copied(1, 'sw')), B: byScan('10.0.0.12', copied(2, 'sw')) },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'routers with one name and one address of their own networks, which show no cards: two, or a review',
    views: { A: delivered(1), B: delivered(2) },
    turns: 'A B A B A B',
    ends: 'reviewed',
  },
  {
    name: 'four routers with one name, engine id and address of their own networks: four',
    views: Object.fromEntries(
      [1, 2, 3, 4].map((number) => [
        'ABCD'[number - 1],
        delivered(number, { snmpEngineId: '80003a8c04726f75746572', macAddresses: [`4c:5e:0c:10:20:0${number}`] }),
      ]),
    ),
    turns: 'A B C D A B C D',
    ends: 'apart',
  },
  {
    name: 'two routers that forward for one virtual card: two',
    views: {
      A: byScan('10.0.0.2', { hostname: 'r1', macAddresses: ['00:07:b4:00:01:01'] }),
      B: byScan('10.0.0.3', { hostname: 'r2', macAddresses: ['00:07:b4:00:01:01'] }),
    },
    turns: 'A B A B',
    ends: 'quiet',
  },
  {
    name: 'a switch replaced by a spare with its configuration: two, and a review',
    views: { A: spare(1), B: spare(2) },
    turns: 'A A B B',
    ends: 'reviewed',
  },
  {
    name: 'a supervisor that is exchanged: one',
    views: {
      A: byScan('10.0.0.4', {
        ...{ manufacturer: 'Cisco', serialNumber: 'FOX1540L0AB', hostname: 'core', snmpEngineId: '80000009030011aa' },
        macAddresses: ['00:1a:a1:55:00:01'],
      }),
      An: byScan('10.0.0.4', {
        ...{ manufacturer: 'Cisco', serialNumber: 'FOX1540L0AB', hostname: 'core', snmpEngineId: '80000009030022bb' },
        macAddresses: ['00:1a:a1:55:00:02'],
      }),
    },
    turns: 'A A An An',
    ends: 'quiet',
  },
  {
    name: 'a supervisor that is exchanged, with the only serial number: a review',
    views: {
      A: byScan('10.0.0.4', { manufacturer: 'Cisco', serialNumber: 'SAL1540L0AB', hostname: 'core' }),
      An: byScan('10.0.0.4', { manufacturer: 'Cisco', serialNumber: 'SAL1540L0XY', hostname: 'core' }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'a stack whose members are exchanged one after the other: one',
    views: {
      A1: (minutes) => stack(minutes, 'FOC1', ['FOC1', 'FOC2', 'FOC3'], '00:1a:a1:00:00:01'),
      A2: (minutes) => stack(minutes, 'FOC1', ['FOC1', 'FOC2', 'FOC7'], '00:1a:a1:00:00:01'),
      A3: (minutes) => stack(minutes, 'FOC8', ['FOC8', 'FOC2', 'FOC7'], '00:1a:a1:00:00:08'),
    },
    turns: 'A1 A1 A2 A3 A3',
    ends: 'apart',
  },
  {
    name: 'access points with one factory name that change addresses: two',
    views: { A: accessPoint(1), B: accessPoint(2), An: accessPoint(1, '10.0.12.2'), Bn: accessPoint(2, '10.0.12.1') },
    turns: 'A B A B An Bn An Bn',
    ends: 'apart',
  },
  {
    name: 'a print server that is moved to another printer: two, or a review',
    views: {
      A: byScan('10.0.0.30', { manufacturer: 'Brother', serialNumber: 'E73210A5J1', ...printServer }),
      B: byScan('10.0.0.30', { manufacturer: 'Brother', serialNumber: 'E73210B8K2', ...printServer }),
    },
    turns: 'A A B B',
    ends: 'reviewed',
  },
  {
    name: 'the service processor beside its server, with its serial number, by SNMP: two',
    views: {
      A: byAgent(server),
      B: byScan('10.0.99.50', { manufacturer: 'Dell', serialNumber: service, ...controller }),
    },
    turns: 'A B A B A B',
    ends: 'apart',
  },
  {
    name: 'the service processor beside its server, first seen alone: two, or a review',
    views: {
      A: byAgent(server),
      B: byScan('10.0.99.50', { manufacturer: 'Dell', serialNumber: service, ...controller }),
    },
    turns: 'B B A A',
    ends: 'reviewed',
  },
  {
    name: 'the service processor beside its server, with its serial number and name: two, or a review',
    views: {
      A: byAgent(server),
      B: byScan('10.0.99.50', { manufacturer: 'Dell', serialNumber: service, ...controller, hostname: 'db-1' }),
    },
    turns: 'A B A B A B',
    ends: 'reviewed',
  },
  {
    name: 'an external service processor that shows no serial number: two',
    views: { A: byAgent(server), B: fromOutside('10.0.99.50', controller) },
    turns: 'A B A B',
    ends: 'quiet',
  },
  {
    name: 'nodes of one chassis with its serial number, by agent: two',
    views: { A: byAgent({ ...multiNode(1), agentId: 'n1' }), B: byAgent({ ...multiNode(2), agentId: 'n2' }) },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'blades in their chassis: three',
    views: {
      A: byScan('10.0.98.1', {
        ...{ manufacturer: 'HP', serialNumber: 'CZ31234ENC', chassisSerials: ['CZ31234ENC'], hostname: 'oa-1' },
        macAddresses: ['00:17:a4:10:20:01'],
      }),
      B: byScan('10.0.98.2', { manufacturer: 'HP', serialNumber: 'CZ31234BL1', hostname: 'blade-1' }),
      C: byScan('10.0.98.3', { manufacturer: 'HP', serialNumber: 'CZ31234BL2', hostname: 'blade-2' }),
    },
    turns: 'A B C A B C',
    ends: 'quiet',
  },
  {
    name: 'a server profile that moves to another blade: one',
    views: {
      A: byAgent({ ...server, hardware: { disks: [{ name: 'sda', serialNumber: 'S4EWNX0N111111' }] } }),
      An: byAgent({ ...server, hardware: { disks: [{ name: 'sda', serialNumber: 'S4EWNX0N222222' }] } }),
    },
    turns: 'A A An An',
    ends: 'quiet',
  },
  {
    name: 'a telephone with a computer at its port: two',
    views: {
      A: byScan('10.0.15.1', { hostname: 'SEP001AA1667788', macAddresses: ['00:1a:a1:66:77:88'] }),
      B: byAgent(server),
      Bp: fromOutside('10.0.0.50', { macAddresses: ['e4:43:4b:55:66:70'] }),
      Ap: fromOutside('10.0.15.1', { macAddresses: ['00:1a:a1:66:77:88'] }),
    },
    turns: 'A B Ap Bp A B',
    ends: 'quiet',
  },
  {
    name: 'storage with several addresses, first by pings, one of them routed: one',
    views: {
      A1: fromOutside('10.0.0.60', { macAddresses: ['00:11:32:10:20:30'], dnsName: 'nas-1.example.com' }),
      A2: fromOutside('10.0.9.60', { dnsName: 'nas-1-backup.example.com' }),
      A: byScan('10.0.0.60', nas),
      Ab: byScan('10.0.9.60', nas),
    },
    turns: 'A1 A2 A A2 Ab A1',
    ends: 'quiet',
  },
  {
    name: 'a team of cards of which either answers: one',
    views: {
      A: byAgent(teamed),
      A1: fromOutside('10.0.0.70', { macAddresses: ['3c:fd:fe:10:20:30'] }),
      A2: fromOutside('10.0.0.70', { macAddresses: ['3c:fd:fe:10:20:31'] }),
    },
    turns: 'A1 A A2 A1 A',
    ends: 'quiet',
  },
  {
    name: 'a router whose engine id changes with each start: one',
    views: Object.fromEntries(
      [1, 2, 3].map((number) => [
        `A${number}`,
        byScan('10.1.0.1', { ...edge, snmpEngineId: `80003a8c0500aa0${number}cc` }),
      ]),
    ),
    turns: 'A1 A2 A3 A3',
    ends: 'quiet',
  },
  {
    name: 'a camera replaced by one of the same name at its address: a review',
    views: {
      A: byScan('10.0.0.80', camera),
      An: byScan('10.0.0.80', { ...camera, macAddresses: ['00:40:8c:10:20:02'] }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'a UPS whose network card is replaced: one',
    views: {
      A: byScan('10.0.0.90', {
        ...{
          manufacturer: 'APC',
          serialNumber: 'AS1234567890',
          hostname: 'apc1A2B3C',
          macAddresses: ['00:c0:b7:1a:2b:3c'],
        },
      }),
      An: byScan('10.0.0.91', {
        ...{
          manufacturer: 'APC',
          serialNumber: 'AS1234567890',
          hostname: 'apc4D5E6F',
          macAddresses: ['00:c0:b7:4d:5e:6f'],
        },
      }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'hosts behind a Wi-Fi repeater that answer with its card: a review',
    views: behind(repeater, {
      A: ['10.0.50.11', 'anna-laptop'],
      B: ['10.0.50.12', 'tv-lobby'],
      C: ['10.0.50.13', 'tablet'],
      D: ['10.0.50.14', 'console'],
    }),
    turns: 'A B C D A B C D',
    ends: 'reviewed',
  },
  {
    name: 'two virtual machines with one card in two networks, by pings: a review',
    views: behind('00:15:5d:01:0a:07', { A: ['10.0.51.11', 'app-1'], B: ['10.0.52.12', 'db-1'] }),
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'a server with aliases, by pings: one',
    views: behind(repeater, {
      A1: ['10.0.53.11', 'web'],
      A2: ['10.0.53.12', 'mail'],
      A3: ['10.0.54.12', 'wiki'],
      A6: ['2001:db8::53', 'web'],
    }),
    turns: 'A1 A2 A3 A6 A1 A2 A3 A6',
    ends: 'quiet',
  },
  {
    name: 'a virtual server with aliases in its network and an IPv6 address, by pings: one',
    views: behind('00:15:5d:01:0a:07', {
      A1: ['10.0.53.11', 'web'],
      A2: ['10.0.53.12', 'mail'],
      A6: ['2001:db8::53', 'chat'],
    }),
    turns: 'A1 A2 A6 A1 A2 A6',
    ends: 'quiet',
  },
  {
    name: 'a router with a name for each interface, by pings: one',
    views: behind(repeater, {
      A1: ['10.1.55.1', 'if1.edge'],
      A2: ['10.2.55.1', 'if2.edge'],
      A3: ['10.3.55.1', 'if3.edge'],
      A4: ['10.4.55.1', 'if4.edge'],
    }),
    turns: 'A1 A2 A3 A4 A1 A2 A3 A4',
    ends: 'quiet',
  },
  {
    name: 'a machine whose address and DNS name come from a pool: one',
    views: behind('00:15:5d:01:0a:07', {
      A1: ['10.0.56.11', 'dhcp-11'],
      A2: ['10.0.56.12', 'dhcp-12'],
      A3: ['10.0.57.13', 'dhcp-13'],
      A4: ['10.0.57.14', 'dhcp-14'],
    }),
    turns: 'A1 A2 A3 A4 A1 A2 A3 A4',
    ends: 'quiet',
  },
  {
    name: 'two switches that a list names with one card: two',
    views: {
      A: byScan('10.0.0.11', { hostname: 'sw-a', macAddresses: ['00:1c:2e:10:00:01'] }),
      B: byScan('10.0.0.12', { hostname: 'sw-b', macAddresses: ['00:1c:2e:10:00:02'] }),
      Al: inList({ hostname: 'sw-a', macAddresses: ['00:1c:2e:10:00:01'] }),
      '*': inList({ hostname: 'sw-b', macAddresses: ['00:1c:2e:10:00:01'] }),
    },
    turns: 'A B Al * A B',
    ends: 'apart',
  },
]
