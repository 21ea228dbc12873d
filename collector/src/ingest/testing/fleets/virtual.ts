import type { Seen } from '../observations.ts'
import { byAgent, byScan, type FleetCase, fromOutside, inList, type View } from './fleet.ts'

const uuidOf = (number: number) => `564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f${number}`
/** VMware derives the serial number from the UUID. */
const vmware = (number: number): Seen => ({
  biosUuid: uuidOf(number),
  manufacturer: 'VMware, Inc.',
  serialNumber: `VMware-56 4d 1a 2b 3c 4d 5e 6f-80 91 a2 b3 c4 d5 e6 f${number}`,
  hardware: { system: { manufacturer: 'VMware, Inc.', model: 'VMware Virtual Platform', virtualization: 'vmware' } },
})
const image: Seen = { machineId: '1111222233334444555566667777888a', sshHostKeys: ['SHA256:image'] }
const vm = (number: number): Seen => ({
  ...{ ...vmware(number), ...image, hostname: 'erp' },
  ...{ macAddresses: [`00:50:56:8a:00:0${number}`], ipAddresses: [`10.0.1.${number}`] },
})
const desktop = (number: number, night: number): Seen => ({
  ...{ ...vmware(number), ...image, hostname: `vdi-0${number}`, agentId: `vdi-${number}-${night}` },
  ...{ macAddresses: [`00:50:56:8b:00:0${number}`], ipAddresses: [`10.0.9.${number}`] },
})
/** A desktop that is made anew each night, with another UUID. */
const reborn = (number: number, night: number): Seen => ({ ...desktop(number, night), ...vmware(night) })
const physical: Seen = {
  ...{ manufacturer: 'Dell Inc.', serialNumber: '2QF87P2', biosUuid: '4c4c4544-0051-4610-8038-b2c04f375032' },
  ...{ macAddresses: ['e4:43:4b:10:20:30'], hostname: 'files', ipAddresses: ['10.0.0.20'] },
  ...{ ...image, agentId: 'agent-files' },
  hardware: { disks: [{ name: 'sda', serialNumber: 'S4EWNX0N123456' }] },
}
const cloud = (number: number): Seen => ({
  ...{ cloudInstanceId: `i-0abc00000000000${number}`, hostname: 'web', machineId: image.machineId },
  ...{ macAddresses: [`0e:10:20:30:40:0${number}`], ipAddresses: ['172.31.8.9'] },
})
const node = (number: number): Seen => ({
  hostname: `k8s-${number}`,
  snmpEngineId: `80001f88801122334${number}`,
  macAddresses: [`00:25:90:20:00:0${number}`, 'ee:ee:ee:ee:ee:ee', '0a:58:0a:f4:00:01', '52:54:00:7a:10:01'],
  ipAddresses: ['10.244.0.1', '192.168.122.1'],
})
const pool = (number: number, address = `10.0.1.${number}`): View =>
  byAgent({
    ...{ hostname: `app${number}`, machineId: `${number}`.repeat(2).padEnd(32, 'c0de'), agentId: `a${number}` },
    ...{ biosUuid: `9f8e7d6c-5b4a-4938-8271-60514233240${number}`, macAddresses: ['00:15:5d:01:0a:07'] },
    ipAddresses: [address],
  })

/** For tests: virtual machines, their copies and their moves. */
export const virtual: readonly FleetCase[] = [
  {
    name: 'virtual machines of a template that nobody prepared, by SSH, then by agents: three',
    views: Object.fromEntries(
      [1, 2, 3].flatMap((number) => {
        const machine = {
          ...{ ...vmware(9), ...image, hostname: `srv-${number}` },
          macAddresses: [`00:50:56:8a:01:0${number}`],
        }
        const letter = 'ABC'[number - 1]
        const address = `10.0.1.${number}`
        return [
          [`${letter}s`, byScan(address, machine)],
          [letter, byAgent({ ...machine, agentId: `a${number}`, ipAddresses: [address] })],
        ]
      }),
    ),
    turns: 'As Bs Cs As Bs Cs A B C As Bs Cs',
    ends: 'apart',
  },
  {
    name: 'a virtual machine restored beside its original, registered anew: two',
    views: { A: byAgent({ ...vm(1), agentId: 'a' }), B: byAgent({ ...vm(2), agentId: 'a' }) },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'a virtual machine restored in place of its original, registered anew: one, or a review',
    views: {
      A: byAgent({ ...vm(1), agentId: 'a' }),
      Ar: byAgent({ ...vm(2), agentId: 'a', ipAddresses: ['10.0.1.1'] }),
    },
    turns: 'A A Ar Ar',
    ends: 'reviewed',
  },
  {
    name: 'a virtual machine restored with its card and another UUID: one, or a review',
    views: {
      A: byAgent({ ...vm(1), agentId: 'a' }),
      Ar: byAgent({ ...vm(2), agentId: 'a', macAddresses: vm(1).macAddresses, ipAddresses: ['10.0.1.1'] }),
    },
    turns: 'A A Ar Ar',
    ends: 'reviewed',
  },
  {
    name: 'a physical machine that became a virtual one, by agent: one, or a review',
    views: {
      A: byAgent(physical),
      Av: byAgent({ ...vm(1), agentId: 'agent-files', hostname: 'files', ipAddresses: ['10.0.0.20'] }),
    },
    turns: 'A A Av Av',
    ends: 'reviewed',
  },
  {
    name: 'a physical machine that became a virtual one under another address, by SSH: one, or a review',
    views: {
      A: byScan('10.0.0.20', { ...physical, agentId: undefined }),
      Av: byScan('10.0.1.1', { ...vm(1), hostname: 'files' }),
    },
    turns: 'A A Av Av',
    ends: 'reviewed',
  },
  {
    name: 'a virtual machine that moves to another hypervisor, by agent: one, or a review',
    views: {
      A: byAgent({ ...vm(1), agentId: 'a' }),
      Am: byAgent({
        ...{ ...image, hostname: 'erp', agentId: 'a', biosUuid: 'a1b2c3d4-1122-4334-8556-778899aabbcc' },
        ...{ manufacturer: 'QEMU', macAddresses: ['bc:24:11:10:20:30'], ipAddresses: ['10.0.1.1'] },
      }),
    },
    turns: 'A A Am Am',
    ends: 'reviewed',
  },
  {
    name: 'desktops that are made anew each night with their names, cards and UUIDs: one each',
    views: Object.fromEntries(
      (
        [
          ['A', 1],
          ['B', 2],
        ] as const
      ).flatMap(([letter, number]) => [1, 2, 3].map((night) => [`${letter}${night}`, byAgent(desktop(number, night))])),
    ),
    turns: 'A1 B1 A2 B2 A3 B3',
    ends: 'apart',
  },
  {
    name: 'desktops that are made anew each night with another UUID and agent: one each, or a review',
    views: Object.fromEntries(
      [3, 4, 5].map((night) => [`A${night}`, byAgent({ ...reborn(1, night), agentId: `vdi-${night}` })]),
    ),
    turns: 'A3 A4 A5 A5',
    ends: 'reviewed',
  },
  {
    name: 'desktops whose image has the agent and the machine id: three',
    views: Object.fromEntries(
      [1, 2, 3].map((number) => ['ABC'[number - 1], byAgent({ ...desktop(number, 1), agentId: 'golden' })]),
    ),
    turns: 'A B C A B C',
    ends: 'apart',
  },
  {
    name: 'cloud instances of one image that get one address in turn: two',
    views: {
      A: byAgent({ ...cloud(1), agentId: 'a1' }),
      B: byAgent({ ...cloud(2), agentId: 'a2' }),
    },
    turns: 'A A B B',
    ends: 'apart',
  },
  {
    name: 'a cloud instance that starts again with another address and name: one',
    views: {
      A: byAgent({ ...cloud(1), agentId: 'a1', hostname: 'ip-172-31-8-9' }),
      Am: byAgent({ ...cloud(1), agentId: 'a1', hostname: 'ip-172-31-9-1', ipAddresses: ['172.31.9.1'] }),
    },
    turns: 'A A Am Am',
    ends: 'quiet',
  },
  {
    name: 'nodes of a cluster with the cards and addresses of its network, by SNMP: two',
    views: { A: byScan('10.0.2.1', node(1)), B: byScan('10.0.2.2', node(2)) },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'the address of a cluster that its nodes hold in turn: two',
    views: {
      A: byAgent({ ...node(1), agentId: 'n1', snmpEngineId: undefined, ipAddresses: ['10.0.2.1', '10.0.2.100'] }),
      B: byAgent({ ...node(2), agentId: 'n2', snmpEngineId: undefined, ipAddresses: ['10.0.2.2', '10.0.2.100'] }),
      '*a': fromOutside('10.0.2.100', { macAddresses: ['00:25:90:20:00:01'], hostname: 'sqlcluster' }),
      '*b': fromOutside('10.0.2.100', { macAddresses: ['00:25:90:20:00:02'], hostname: 'sqlcluster' }),
    },
    turns: 'A B *a A B *b A B *a',
    ends: 'apart',
  },
  {
    name: 'a card of the pool of two hypervisors, one machine by agent and one by SNMP: two, or a review',
    views: {
      A: pool(1),
      B: byScan('10.0.1.2', { hostname: 'app2', macAddresses: ['00:15:5d:01:0a:07'] }),
    },
    turns: 'A B A B A B',
    ends: 'reviewed',
  },
  {
    name: 'a card of the pool of two hypervisors, by agent: two',
    views: { A: pool(1), B: pool(2) },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'a virtual machine in the list of its hypervisor, by UUID, then by agent: one',
    views: {
      Al: inList({ hostname: 'ERP (production)', biosUuid: uuidOf(1) }),
      A: byAgent({ ...vm(1), agentId: 'a' }),
    },
    turns: 'Al A A',
    ends: 'reviewed',
  },
  {
    name: 'a container that shows the machine id and agent of its host: two, or a review',
    views: {
      A: byAgent({ ...physical }),
      B: byAgent({
        ...{ agentId: 'agent-files', hostname: '7f3c2a91be04', machineId: image.machineId },
        ...{ macAddresses: ['02:42:ac:11:00:03'], ipAddresses: ['172.17.0.3'] },
        hardware: { system: { virtualization: 'docker' } },
      }),
    },
    turns: 'A B A B',
    ends: 'reviewed',
  },
]
