import { dock, laptop, otherLaptop } from '../machines.ts'
import type { Seen } from '../observations.ts'
import { byAgent, byScan, type FleetCase, fromOutside, inList, withPort } from './fleet.ts'

const linux: Seen = {
  ...{ manufacturer: 'HPE', serialNumber: 'CZJ9340K2M', biosUuid: '37393350-3932-4a43-5a39-3334304b324d' },
  ...{ machineId: 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', hostname: 'app-7', sshHostKeys: ['SHA256:app-7'] },
  ...{ macAddresses: ['48:df:37:10:20:30', '48:df:37:10:20:31'], ipAddresses: ['10.0.3.7'] },
}
const bySnmp: Seen = {
  ...{ hostname: 'app-7.example.com', macAddresses: linux.macAddresses, snmpEngineId: '80001f8880aabbccddee' },
}
const windows: Seen = {
  ...{ manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC', biosUuid: '9c3b2a10-7e41-11ec-8a3f-3c52820a1b2c' },
  ...{ machineId: '5d41402a-bc4b-2a76-b971-9d911017c592', hostname: 'WS-0143', domain: 'corp.example.com' },
  ...{ macAddresses: ['3c:52:82:0a:1b:2c'], ipAddresses: ['10.20.0.17'], agentId: 'agent-ws' },
}
const named = (address: string, number: number) =>
  fromOutside(address, { hostname: `WS-0${number}`, domain: 'corp.example.com' })
/** Views of a Windows machine, with its row in a list. */
const withRow = (entry: Seen, machine: Seen = windows): FleetCase['views'] => ({
  Al: inList(entry),
  As: byScan('10.20.0.17', { hostname: machine.hostname ?? '', macAddresses: windows.macAddresses ?? [] }),
  A: byAgent(machine),
})
/** Two machines with names that are alike in the 15 characters at which NetBIOS cuts them. */
const long = (number: number, machine: Seen): Seen => ({ ...machine, hostname: `accounting-laptop-${number}` })
const cutName = 'ACCOUNTING-LAPT'
const numbered: Seen = { ...windows, manufacturer: 'Fujitsu', serialNumber: '0047113829' }
const misplaced = (hostname: string): Seen => ({ hostname, serialNumber: 'OptiPlex 7090' })
const cd = (number: number): Seen => ({
  ...{ manufacturer: 'Dell Inc.', serialNumber: `CD0PL0${number}`, hostname: `kiosk-${number}`, agentId: `k${number}` },
  ...{ biosUuid: `4c4c4544-0044-3010-8050-c3c04f30${number}0${number}f`, macAddresses: [`b0:7b:25:10:20:0${number}`] },
})

/** For tests: machines that become known step by step, and lists with the mistakes of lists. */
export const onboarding: readonly FleetCase[] = [
  {
    name: 'a server found by ping, then by SNMP, by SSH and by its agent: one',
    views: {
      Ap: fromOutside('10.0.3.7', { dnsName: 'app-7.example.com' }),
      As: byScan('10.0.3.7', bySnmp),
      Ah: byScan('10.0.3.7', linux),
      A: byAgent({ ...linux, agentId: 'agent-app' }),
    },
    turns: 'Ap As Ah A Ap As Ah A',
    ends: 'quiet',
  },
  {
    name: 'a server found by its agent, then by SSH, SNMP and ping: one',
    views: {
      Ap: fromOutside('10.0.3.7', { dnsName: 'app-7.example.com' }),
      As: byScan('10.0.3.7', bySnmp),
      Ah: byScan('10.0.3.7', linux),
      A: byAgent({ ...linux, agentId: 'agent-app' }),
    },
    turns: 'A Ah As Ap',
    ends: 'quiet',
  },
  {
    name: 'a server in two lists, one by serial number and one by card, then by its agent: one',
    views: {
      Al: inList({ hostname: 'app-7', serialNumber: 'CZJ9340K2M', manufacturer: 'Hewlett-Packard' }),
      Am: inList({ hostname: 'app-7', macAddresses: ['48:df:37:10:20:30'], ipAddresses: ['10.0.3.7'] }),
      A: byAgent({ ...linux, agentId: 'agent-app' }),
    },
    turns: 'Al Am A',
    ends: 'quiet',
  },
  {
    name: 'a Windows machine found by ping, then by its name, then by its agent: one',
    views: {
      Ap: fromOutside('10.20.0.17', { macAddresses: ['3c:52:82:0a:1b:2c'] }),
      An: named('10.20.0.17', 143),
      A: byAgent(windows),
    },
    turns: 'Ap An A An Ap',
    ends: 'quiet',
  },
  {
    name: 'a Windows machine behind a router that its name shows at another address each time: one, or a review',
    views: { A1: named('10.20.0.17', 143), A2: named('10.20.0.31', 143) },
    turns: 'A1 A1 A2 A2',
    ends: 'reviewed',
  },
  {
    name: 'Windows machines behind a router that get one address within minutes: two',
    views: { A: named('10.20.0.17', 143), B: named('10.20.0.17', 144), Bn: named('10.20.0.18', 144) },
    turns: 'A B A B A',
    ends: 'apart',
  },
  {
    name: 'a DNS name that still belongs to the address of another machine: two',
    views: {
      A: byAgent(laptop),
      B: byAgent({ ...otherLaptop, ipAddresses: ['10.0.0.5'] }),
      Bp: fromOutside('10.0.0.5', { macAddresses: otherLaptop.macAddresses, dnsName: 'laptop-a.example.com' }),
      An: byAgent({ ...laptop, ipAddresses: ['10.0.0.44'] }),
      Ap: fromOutside('10.0.0.44', { macAddresses: laptop.macAddresses, dnsName: 'old-name.example.com' }),
    },
    turns: 'A An B Bp Ap Bp An',
    ends: 'quiet',
  },
  {
    name: 'a list whose column of serial numbers has the models: three, or a review',
    views: { A: inList(misplaced('pc-1')), B: inList(misplaced('pc-2')), C: inList(misplaced('pc-3')) },
    turns: 'A B C A B C',
    ends: 'reviewed',
  },
  {
    name: 'a list with the card of a dock for two laptops: two',
    views: {
      A: byAgent(laptop),
      B: byAgent(otherLaptop),
      Al: inList({ hostname: 'laptop-a', macAddresses: [dock] }),
      Bl: inList({ hostname: 'laptop-b', macAddresses: [dock] }),
    },
    turns: 'Al Bl A B',
    ends: 'reviewed',
  },
  {
    name: 'a serial number with a letter O for a zero in a list: one, or a review',
    views: { Al: inList({ hostname: 'kiosk-1', serialNumber: 'CDOPLO1' }), A: byAgent(cd(1)) },
    turns: 'Al A A',
    ends: 'reviewed',
  },
  {
    name: 'a serial number with the letter of its barcode in a list: one, or a review',
    views: { Al: inList({ hostname: 'kiosk-1', serialNumber: 'SCD0PL01' }), A: byAgent(cd(1)) },
    turns: 'Al A A',
    ends: 'reviewed',
  },
  {
    name: 'serial numbers with spaces around and within them: one',
    views: {
      Al: inList({ hostname: 'kiosk-1', serialNumber: '  CD0 PL01\u00a0 ', manufacturer: 'DELL ' }),
      A: byAgent(cd(1)),
    },
    turns: 'Al A A',
    ends: 'quiet',
  },
  ...(
    [
      ['with punctuation and its manufacturer, without a name', { manufacturer: 'Lenovo', serialNumber: 'PF-2X9ABC' }],
      ['after its label', { hostname: 'WS-0143', serialNumber: 'Serial Number: PF2X9ABC' }],
      [
        'after another label, with its manufacturer',
        { hostname: 'WS-0143', manufacturer: 'LENOVO', serialNumber: 'Service Tag: PF2X9ABC' },
      ],
      ['with the account of the directory', { hostname: 'CORP\\WS-0143$', serialNumber: 'PF2X9ABC' }],
    ] as const
  ).flatMap(([what, entry]) =>
    ['Al As A', 'A Al As'].map(
      (turns): FleetCase => ({
        name: `a serial number in a list ${what} (${turns}): one`,
        views: withRow(entry),
        turns,
        ends: 'quiet',
      }),
    ),
  ),
  {
    name: 'a list with the account of the directory alone: one, or a review',
    views: withRow({ hostname: 'CORP\\WS-0143$' }),
    turns: 'Al As A A',
    ends: 'reviewed',
  },
  {
    name: 'a list of names alone after its machine: one',
    views: withRow({ hostname: 'WS-0143' }),
    turns: 'A As Al',
    ends: 'quiet',
  },
  ...(
    [
      ['with the model before it, as in its barcode', { serialNumber: '1S20QE0012GEPF2X9ABC' }, windows],
      ['without the zeros at its beginning', { serialNumber: '47113829' }, numbered],
      ['with an 8 for a B', { serialNumber: 'PF2X9A8C' }, windows],
    ] as const
  ).map(
    ([what, entry, machine]): FleetCase => ({
      name: `a serial number in a list ${what}: one, or a review`,
      views: withRow({ hostname: 'WS-0143', ...entry }, machine),
      turns: 'Al As A A',
      ends: 'reviewed',
    }),
  ),
  {
    name: 'a serial number in a list under another name of its manufacturer and its device: one, or a review',
    views: {
      Al: inList({ hostname: 'ups-cellar', manufacturer: 'Schneider Electric', serialNumber: 'AS1617234567' }),
      A: byScan('10.0.0.90', {
        ...{ manufacturer: 'American Power Conversion Corp.', serialNumber: 'AS1617234567', hostname: 'apc9F2B11' },
        macAddresses: ['00:c0:b7:9f:2b:11'],
      }),
    },
    turns: 'Al A A',
    ends: 'reviewed',
  },
  {
    name: 'a list with a name of its own after the agent: one, and a review',
    views: withRow({ hostname: 'Reception', serialNumber: 'PF2X9ABC' }),
    turns: 'A Al As',
    ends: 'reviewed',
  },
  {
    name: 'a list that is corrected before the agent comes: one',
    views: {
      ...withRow({ hostname: 'Reception', serialNumber: 'PF2X9ABC' }),
      Ak: inList({ hostname: 'WS-0143', serialNumber: 'PF2X9ABC' }),
    },
    turns: 'Al Ak A A',
    ends: 'quiet',
  },
  {
    name: 'a list of names that are cut at 15 characters: two',
    views: {
      A: byAgent(long(7, laptop)),
      B: byAgent(long(8, otherLaptop)),
      Al: inList({ hostname: cutName, serialNumber: laptop.serialNumber }),
      Bl: inList({ hostname: cutName, serialNumber: otherLaptop.serialNumber }),
    },
    turns: 'A Al B Bl A B',
    ends: 'quiet',
  },
  {
    name: 'names that are cut at 15 characters, at the addresses of two machines: two',
    views: {
      A: byAgent(long(7, laptop)),
      B: byAgent(long(8, otherLaptop)),
      Ac: fromOutside(laptop.ipAddresses?.[0] ?? '', { hostname: cutName }),
      Bc: fromOutside(otherLaptop.ipAddresses?.[0] ?? '', { hostname: cutName }),
    },
    turns: 'A B Ac Bc A B',
    ends: 'quiet',
  },
  {
    name: 'machines whose serial numbers follow each other: two',
    views: { A: byAgent(cd(1)), B: byAgent(cd(2)), Al: inList({ hostname: 'kiosk-1', serialNumber: 'CD0PL01' }) },
    turns: 'Al A B A B',
    ends: 'quiet',
  },
  {
    name: 'a list of names and addresses of another year: two',
    views: {
      A: byAgent({ ...laptop, hostname: 'pc-new', ipAddresses: ['10.0.0.5'] }),
      B: inList({ hostname: 'pc-old', ipAddresses: ['10.0.0.5'] }),
    },
    turns: 'B A A',
    ends: 'apart',
  },
  {
    name: 'a list of names alone, then scans: one, or a review',
    views: {
      Al: inList({ hostname: 'app-7', domain: 'example.com' }),
      As: byScan('10.0.3.7', bySnmp),
      A: byAgent({ ...linux, agentId: 'agent-app' }),
    },
    turns: 'Al As A',
    ends: 'reviewed',
  },
  {
    name: 'hosts that call themselves localhost, by SSH: two',
    views: {
      A: byScan('10.0.3.1', {
        hostname: 'localhost',
        machineId: '0a'.repeat(15).concat('1b'),
        sshHostKeys: ['SHA256:1'],
      }),
      B: byScan('10.0.3.2', {
        hostname: 'localhost',
        machineId: '0a'.repeat(15).concat('2c'),
        sshHostKeys: ['SHA256:2'],
      }),
    },
    turns: 'A B A B',
    ends: 'quiet',
  },
  {
    name: 'an agent that is installed anew on a machine without hardware numbers: one',
    views: {
      A: byAgent({ ...linux, serialNumber: undefined, biosUuid: undefined, agentId: 'a1' }),
      An: byAgent({ ...linux, serialNumber: undefined, biosUuid: undefined, agentId: 'a2' }),
    },
    turns: 'A A An An',
    ends: 'quiet',
  },
  {
    name: 'a renamed host, by ping, SNMP and agent: one',
    views: {
      A: byAgent({ ...linux, agentId: 'agent-app' }),
      As: byScan('10.0.3.7', bySnmp),
      Ar: byAgent({ ...linux, agentId: 'agent-app', hostname: 'erp-1' }),
      Ap: fromOutside('10.0.3.7', { macAddresses: ['48:df:37:10:20:30'], dnsName: 'app-7.example.com' }),
      At: byScan('10.0.3.7', { ...bySnmp, hostname: 'erp-1' }),
    },
    turns: 'A As Ar Ap At Ar',
    ends: 'quiet',
  },
  {
    name: 'a host whose SSH keys were made anew, by SSH and SNMP: one',
    views: {
      As: byScan('10.0.3.7', { ...bySnmp, sshHostKeys: ['SHA256:app-7'] }),
      An: byScan('10.0.3.7', { ...bySnmp, sshHostKeys: ['SHA256:new'] }),
    },
    turns: 'As As An An',
    ends: 'quiet',
  },
  ...(['laptop-a', undefined] as const).map(
    (hostname): FleetCase => ({
      name: `a host with an open port at the next address of an agent, ${hostname ? 'with' : 'without'} its name: one`,
      views: {
        A: byAgent({ ...laptop, ipAddresses: ['10.0.0.44'] }),
        Ap: withPort(fromOutside('10.0.0.17', { hostname })),
        An: byAgent({ ...laptop, ipAddresses: ['10.0.0.17'] }),
      },
      turns: 'A Ap An',
      ends: 'quiet',
    }),
  ),
]
