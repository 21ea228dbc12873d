import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { dock, docked, laptop, otherLaptop, stack } from './machines.ts'
import { agent, type Seen, seen, snmp } from './observations.ts'

type Host = (minutes: number) => Observation

const byAgent =
  (identity: Seen): Host =>
  (minutes) =>
    agent(minutes, identity)
const byImport =
  (identity: Seen): Host =>
  (minutes) =>
    seen(minutes, { source: 'Import', ...identity })
const byScan =
  (address: string, identity: Seen): Host =>
  (minutes) =>
    snmp(minutes, address, identity)

const bridges = ['00:15:5d:00:10:01', '00:15:5d:00:10:02', '00:15:5d:00:10:03']
const anyConnect = '00:05:9a:3c:7a:00'
const pooled = '00:15:5d:01:0a:07'
const host = (number: number): Seen => ({
  hostname: `hv${number}`,
  macAddresses: [`00:25:90:00:00:0${number}`, ...bridges],
  ipAddresses: [`10.0.7.${number}`],
})
const copy = (number: number): Seen => ({
  hostname: 'app',
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  machineId: '1111222233334444555566667777888a',
  sshHostKeys: ['SHA256:abc'],
  macAddresses: [`00:0c:29:00:00:0${number}`],
  ipAddresses: [`10.0.1.${number}`],
})
const sameCopy = (number: number): Seen => ({
  ...copy(number),
  manufacturer: 'VMware, Inc.',
  serialNumber: 'VMware-56 4d 1a 2b 3c 4d 5e 6f-80 91 a2 b3 c4 d5 e6 f7',
  macAddresses: ['00:0c:29:00:00:01'],
})
const branch = (number: number, rest: Seen = {}): Seen => ({
  hostname: 'branch-gw',
  snmpEngineId: '80003a8c04726f75746572',
  macAddresses: [`4c:5e:0c:00:00:0${number}`],
  ...rest,
})
const core: Seen = {
  manufacturer: 'Cisco',
  serialNumber: 'FCW2140L0AB',
  hostname: 'core-1',
  macAddresses: ['00:1a:a1:00:00:01'],
}
const switchMember = (minutes: number, hostname: string, address: string): Observation =>
  snmp(minutes, address, { manufacturer: 'Cisco', serialNumber: 'FOC2', macAddresses: ['00:1a:a1:00:00:02'], hostname })

/** For tests: two live hosts that share identity values. Each is seen in turn. */
export const twoHosts: readonly { name: string; hosts: readonly [Host, Host]; turns?: number }[] = [
  {
    name: 'the virtual switches of two hypervisors, by scan',
    hosts: [byScan('10.0.7.1', host(1)), byScan('10.0.7.2', host(2))],
  },
  { name: 'the virtual switches of two hypervisors, by agent', hosts: [byAgent(host(1)), byAgent(host(2))] },
  {
    name: 'the virtual switches of two hypervisors with an agent each',
    hosts: [byAgent({ ...host(1), agentId: 'a1' }), byAgent({ ...host(2), agentId: 'a2' })],
  },
  { name: 'the virtual switches of two hypervisors, by import', hosts: [byImport(host(1)), byImport(host(2))] },
  {
    name: 'bridges, and other container ends each time',
    hosts: [1, 2].map(
      (number): Host =>
        (minutes) =>
          snmp(minutes, `10.0.7.${number}`, {
            ...host(number),
            macAddresses: [...(host(number).macAddresses ?? []), `02:11:22:33:44:0${minutes}`],
          }),
    ) as [Host, Host],
    turns: 6,
  },
  {
    name: 'copies of a virtual machine with a common bridge',
    hosts: [1, 2].map((number) =>
      byAgent({
        ...copy(number),
        agentId: 'a1',
        macAddresses: [...(copy(number).macAddresses ?? []), bridges[0] ?? ''],
      }),
    ) as [Host, Host],
  },
  {
    name: 'the fixed card of a VPN adapter alone',
    hosts: [1, 2].map((number) =>
      byScan(`10.0.8.${number}`, { hostname: `nb${number}`, macAddresses: [anyConnect] }),
    ) as [Host, Host],
  },
  {
    name: 'the fixed card of a VPN adapter, by import',
    hosts: [1, 2].map((number) => byImport({ hostname: `nb${number}`, macAddresses: [anyConnect] })) as [Host, Host],
  },
  {
    name: 'one card of the pool of a hypervisor, by scan',
    hosts: [1, 2].map((number) => byScan(`10.0.8.${number}`, { hostname: `vm${number}`, macAddresses: [pooled] })) as [
      Host,
      Host,
    ],
  },
  {
    name: 'one card of the pool of a hypervisor, by agent',
    hosts: [1, 2].map((number) =>
      byAgent({ hostname: `vm${number}`, agentId: `a${number}`, macAddresses: [pooled] }),
    ) as [Host, Host],
  },
  {
    name: 'one card of the pool of a hypervisor, an agent each and one name',
    hosts: [1, 2].map((number) => byAgent({ hostname: 'vm', agentId: `a${number}`, macAddresses: [pooled] })) as [
      Host,
      Host,
    ],
  },
  { name: 'copies of a virtual machine, by scan', hosts: [byScan('10.0.1.1', copy(1)), byScan('10.0.1.2', copy(2))] },
  { name: 'copies of a virtual machine, by import', hosts: [byImport(copy(1)), byImport(copy(2))] },
  {
    name: 'copies of a virtual machine and of its agent',
    hosts: [byAgent({ ...copy(1), agentId: 'a1' }), byAgent({ ...copy(2), agentId: 'a1' })],
  },
  {
    name: 'copies of a virtual machine with its card, at two addresses, by agent',
    hosts: [byAgent({ ...sameCopy(1), agentId: 'a1' }), byAgent({ ...sameCopy(2), agentId: 'a1' })],
  },
  {
    name: 'copies of a virtual machine with its card, at two addresses, by scan',
    hosts: [byScan('10.0.1.1', sameCopy(1)), byScan('10.0.1.2', sameCopy(2))],
  },
  {
    name: 'copies of a virtual machine with its card, an agent each',
    hosts: [byAgent({ ...sameCopy(1), agentId: 'a1' }), byAgent({ ...sameCopy(2), agentId: 'a2' })],
  },
  {
    name: 'branch routers as the factory configured them',
    hosts: [byScan('10.1.0.1', branch(1)), byScan('10.2.0.1', branch(2))],
  },
  {
    name: 'branch routers as the factory configured them, without cards',
    hosts: [1, 2].map((number) => byScan(`10.${number}.0.1`, branch(number, { macAddresses: [] }))) as [Host, Host],
  },
  {
    name: 'branch routers as the factory configured them, at one address',
    hosts: [byScan('192.168.88.1', branch(1)), byScan('192.168.88.1', branch(2))],
  },
  {
    name: 'branch routers as the factory configured them, with a common tunnel',
    hosts: [1, 2].map((number) =>
      byScan(`10.${number}.0.1`, branch(number, { macAddresses: [`4c:5e:0c:00:00:0${number}`, '00:1a:a1:77:00:01'] })),
    ) as [Host, Host],
  },
  {
    name: 'a stack, and a former member elsewhere with a name of its own',
    hosts: [
      (minutes) => stack(minutes, 'FOC1', minutes === 0 ? ['FOC1', 'FOC2'] : ['FOC1', 'FOC3'], '00:1a:a1:00:00:01'),
      (minutes) => switchMember(minutes, 'attic', '10.9.0.2'),
    ],
    turns: 6,
  },
  {
    name: 'a stack, and a former member elsewhere with the name of the stack',
    hosts: [
      (minutes) => stack(minutes, 'FOC1', minutes === 0 ? ['FOC1', 'FOC2'] : ['FOC1', 'FOC3'], '00:1a:a1:00:00:01'),
      (minutes) => switchMember(minutes, 'core', '10.9.0.2'),
    ],
    turns: 6,
  },
  {
    name: 'a stack, and a former member without a name',
    hosts: [
      (minutes) => stack(minutes, 'FOC1', minutes === 0 ? ['FOC1', 'FOC2'] : ['FOC1', 'FOC3'], '00:1a:a1:00:00:01'),
      (minutes) => switchMember(minutes, 'switch', '10.9.0.2'),
    ],
    turns: 6,
  },
  {
    name: 'a serial number that another device claims',
    hosts: [
      byScan('10.0.0.1', core),
      byScan('10.0.0.66', { ...core, hostname: 'x', macAddresses: ['00:1b:21:66:66:66'] }),
    ],
  },
  {
    name: 'a serial number and a name that another device claims',
    hosts: [byScan('10.0.0.1', core), byScan('10.0.0.66', { ...core, macAddresses: ['00:1b:21:66:66:66'] })],
  },
  {
    name: 'a serial number, a name and an address that another device claims',
    hosts: [byScan('10.0.0.1', core), byScan('10.0.0.1', { ...core, macAddresses: ['00:1b:21:66:66:66'] })],
  },
  {
    name: 'a serial number and a card that another device claims under another name',
    hosts: [byScan('10.0.0.1', core), byScan('10.0.0.66', { ...core, hostname: 'x' })],
  },
  {
    name: 'everything but the agent of a machine, claimed by another agent',
    hosts: [byAgent(laptop), byAgent({ ...laptop, agentId: 'agent-x' })],
  },
  {
    name: 'the serial number of a machine, claimed by the agent of another',
    hosts: [byAgent(laptop), byAgent({ ...otherLaptop, serialNumber: laptop.serialNumber, biosUuid: laptop.biosUuid })],
  },
  {
    name: 'a serial number of two lists',
    hosts: [1, 2].map((number) =>
      byImport({ manufacturer: 'HP', serialNumber: 'CND9341XYZ', hostname: `pc-${number}` }),
    ) as [Host, Host],
  },
]

const turnsOf = (...hosts: readonly Host[]) =>
  Array.from({ length: 8 }, (_, turn) => hosts[turn % hosts.length]?.(turn) ?? never())
const wireless = laptop.macAddresses?.slice(1) ?? []
const wired = laptop.macAddresses?.slice(0, 1) ?? []

/** For tests: machines whose observations change to and fro. Those of one agent are of one machine. */
export const oneMachine: readonly { name: string; observations: readonly Observation[] }[] = [
  {
    name: 'a dock that two notebooks use by turns',
    observations: turnsOf(
      byAgent(docked(laptop)),
      byAgent(otherLaptop),
      byAgent(laptop),
      byAgent(docked({ ...otherLaptop, ipAddresses: ['10.0.0.91'] })),
    ),
  },
  {
    name: 'notebooks that list only the dock they use',
    observations: turnsOf(
      byAgent({ ...laptop, macAddresses: [dock] }),
      byAgent({ ...otherLaptop, macAddresses: wireless.map(() => '3c:58:c2:44:55:66') }),
      byAgent({ ...laptop, macAddresses: wireless }),
      byAgent({ ...otherLaptop, macAddresses: [dock] }),
    ),
  },
  {
    name: 'a notebook on its wireless card and on a cable',
    observations: turnsOf(
      byAgent({ ...laptop, macAddresses: wireless, ipAddresses: ['10.0.20.7'] }),
      byAgent({ ...laptop, macAddresses: wired, ipAddresses: ['10.0.0.5'] }),
    ),
  },
  {
    name: 'a notebook with two networks, by import',
    observations: turnsOf(
      byImport({ ...laptop, macAddresses: wireless, ipAddresses: ['10.0.20.7'] }),
      byImport({ ...laptop, macAddresses: wired, ipAddresses: ['10.0.0.5'] }),
    ),
  },
  {
    name: 'a notebook with two networks, by scan',
    observations: turnsOf(
      byScan('10.0.20.7', { ...laptop, agentId: undefined, ipAddresses: [] }),
      byScan('10.0.0.5', { ...laptop, agentId: undefined, ipAddresses: [] }),
    ),
  },
  {
    name: 'a machine whose address changes each time',
    observations: Array.from({ length: 8 }, (_, turn) =>
      agent(turn, { ...laptop, ipAddresses: [`10.0.3.${turn + 1}`] }),
    ),
  },
  {
    name: 'a machine that is renamed and renamed back',
    observations: ['pc', 'pc', 'new', 'new', 'pc', 'pc'].map((hostname, turn) => agent(turn, { ...laptop, hostname })),
  },
  {
    name: 'a switch that is renamed and renamed back',
    observations: ['sw', 'sw', 'new', 'new', 'sw', 'sw'].map((hostname, turn) =>
      snmp(turn, '10.0.0.2', { hostname, macAddresses: ['00:1c:2e:00:00:01'], snmpEngineId: '8000000b03001c2e000001' }),
    ),
  },
  {
    name: 'a router scanned at each of its addresses',
    observations: turnsOf(
      ...[1, 2, 3].map((number) =>
        byScan(`10.${number}.0.1`, {
          hostname: 'edge',
          macAddresses: ['00:1a:a1:00:01:10', '00:1a:a1:00:01:11'],
          ipAddresses: ['10.1.0.1', '10.2.0.1', '10.3.0.1'],
        }),
      ),
    ),
  },
  {
    name: 'a stack whose members are its master in turn',
    observations: turnsOf(
      (minutes) => stack(minutes, 'FOC1', ['FOC1', 'FOC2'], '00:1a:a1:00:00:01'),
      (minutes) => stack(minutes, 'FOC2', ['FOC1', 'FOC2'], '00:1a:a1:00:00:02'),
    ),
  },
]

const never = (): never => {
  throw new Error('no such host')
}
