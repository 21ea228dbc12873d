import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import {
  disks,
  dock,
  docked,
  edge,
  edgeAddresses,
  guest,
  junk,
  laptop,
  otherLaptop,
  printer,
  router,
  same,
  server,
  stack,
  swapped,
  uuid,
  web,
} from './machines.ts'
import { agent, ping, seen, snmp } from './observations.ts'

/**
 * For tests: observations in the order of their times, with the expected devices: in `02|1` the first and the third
 * belong to one device, and the second to another.
 */
export type Case = { name: string; observations: readonly Observation[]; devices: string }

/** Cases that every inventory gets partly wrong, by number, and live hosts that share an identity. */
export const cases: readonly Case[] = [
  {
    name: '1. one machine by agent, SNMP and ping',
    observations: [
      agent(0, { ...server, machineId: '77aa77aa77aa77aa77aa77aa77aa77ab', ipAddresses: ['10.0.0.9'] }),
      snmp(1, '10.0.0.9', { ...server, hostname: 'FILES1.example.com', snmpEngineId: '80001f8880aabbccdd' }),
      ping(2, '10.0.0.9', '00:25:90:aa:bb:cc'),
      ping(3, '10.0.0.9', undefined, 'files1.example.com'),
    ],
    devices: '0123',
  },
  {
    name: '1. one machine by ping before anybody looked inside',
    observations: [
      ping(0, '10.0.0.9'),
      ping(1, '10.0.0.9', '00:25:90:aa:bb:cc'),
      snmp(2, '10.0.0.9', { ...server, snmpEngineId: '80001f8880aabbccdd' }),
      agent(3, { ...server, machineId: '77aa77aa77aa77aa77aa77aa77aa77ab', ipAddresses: ['10.0.0.9'] }),
    ],
    devices: '0123',
  },
  {
    name: '2. DHCP gives an address to another machine, by pings',
    observations: [
      ping(0, '10.0.0.5', '00:1b:21:3c:9d:f8'),
      ping(1, '10.0.0.5', '00:1b:21:77:66:55'),
      ping(2, '10.0.0.8', '00:1b:21:3c:9d:f8'),
      ping(3, '10.0.0.5'),
    ],
    devices: '02|13',
  },
  {
    name: '2. DHCP gives an address to another machine, by agents',
    observations: [
      agent(0, laptop),
      ping(1, '10.0.0.5'),
      agent(2, { ...otherLaptop, ipAddresses: ['10.0.0.5'] }),
      agent(3, { ...laptop, ipAddresses: ['10.0.0.77'] }),
      ping(4, '10.0.0.5'),
    ],
    devices: '013|24',
  },
  {
    name: '2. DHCP gives an address to another machine, by SNMP',
    observations: [
      snmp(0, '10.0.0.5', { hostname: 'cam-1', macAddresses: ['00:40:8c:00:00:01'] }),
      snmp(1, '10.0.0.5', { hostname: 'cam-2', macAddresses: ['00:40:8c:00:00:02'] }),
    ],
    devices: '0|1',
  },
  {
    name: '2. two DNS names at one address',
    observations: [ping(0, '10.0.0.5', undefined, 'a.example.com'), ping(1, '10.0.0.5', undefined, 'b.example.com')],
    devices: '0|1',
  },
  {
    name: '3. renamed, by its agent',
    observations: [
      agent(0, laptop),
      agent(1, { ...laptop, hostname: 'sales-7' }),
      agent(2, { ...laptop, hostname: 'sales-8' }),
    ],
    devices: '012',
  },
  {
    name: '3. renamed, by SNMP',
    observations: [0, 1, 2].map((step) =>
      snmp(step, '10.0.0.2', {
        hostname: `sw-${step}`,
        macAddresses: ['00:1c:2e:00:00:01'],
        snmpEngineId: '8000000b03001c2e000001',
      }),
    ),
    devices: '012',
  },
  {
    name: '4. another network card, and pings of both',
    observations: [
      ping(0, '10.0.0.5', '00:1b:21:3c:9d:f8'),
      agent(1, laptop),
      ping(2, '10.0.0.77', '00:e0:4c:01:02:03'),
      agent(3, { ...laptop, macAddresses: ['00:e0:4c:01:02:03'], ipAddresses: ['10.0.0.77'] }),
    ],
    devices: '0123',
  },
  {
    name: '4. a dock that moves between two laptops',
    observations: [
      agent(0, docked(laptop)),
      agent(1, docked(otherLaptop)),
      agent(2, laptop),
      ping(3, '10.0.0.91', dock),
    ],
    devices: '02|13',
  },
  {
    name: '4. pings of a dock and of its address, which two laptops claim in turn',
    observations: [
      agent(0, docked({ ...laptop, ipAddresses: ['10.0.0.90'] })),
      ping(1, '10.0.0.90', dock),
      agent(2, docked({ ...otherLaptop, ipAddresses: ['10.0.0.90'] })),
      ping(3, '10.0.0.90', dock),
    ],
    devices: '01|23',
  },
  {
    name: '2. pings of an address that two laptops claim in turn',
    observations: [
      agent(0, laptop),
      ping(1, '10.0.0.5'),
      agent(2, { ...otherLaptop, ipAddresses: ['10.0.0.5'] }),
      ping(3, '10.0.0.5'),
    ],
    devices: '01|23',
  },
  {
    name: '4. a dock that moves between two laptops that tell their names only',
    observations: [laptop, otherLaptop].map((machine, index) =>
      snmp(index, `10.0.0.${index + 5}`, docked({ hostname: machine.hostname, macAddresses: machine.macAddresses })),
    ),
    devices: '0|1',
  },
  {
    name: '5. a cloned virtual machine',
    observations: [agent(0, web(1)), agent(1, web(2)), agent(2, web(1)), agent(3, web(2)), ping(4, '10.0.1.2')],
    devices: '02|134',
  },
  {
    name: '5. three clones, and a ping',
    observations: [
      agent(0, web(1)),
      agent(1, web(2)),
      agent(2, web(3)),
      ping(3, '10.0.1.2', '00:0c:29:00:00:02'),
      agent(4, web(2, { hostname: 'web2-new' })),
    ],
    devices: '0|134|2',
  },
  {
    name: '6. another board in a machine',
    observations: [agent(0, { ...laptop, hardware: disks }), agent(1, { ...swapped, hardware: disks })],
    devices: '01',
  },
  {
    name: '7. the two byte orders of a UUID, and a ping',
    observations: [
      agent(0, { biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7', hostname: 'vm1' }),
      ping(1, '10.0.0.3'),
      snmp(2, '10.0.0.3', { biosUuid: '2b1a4d56-4d3c-6f5e-8091-a2b3c4d5e6f7' }),
    ],
    devices: '012',
  },
  {
    name: '8. a stack, a member replaced, another become master',
    observations: [
      stack(0, 'FOC1', ['FOC1', 'FOC2', 'FOC3'], '00:1a:a1:00:00:01'),
      stack(1, 'FOC1', ['FOC1', 'FOC2', 'FOC9'], '00:1a:a1:00:00:01'),
      stack(2, 'FOC2', ['FOC2', 'FOC9'], '00:1a:a1:00:00:02'),
      stack(3, 'FOC9', ['FOC9'], '00:1a:a1:00:00:09'),
    ],
    devices: '0123',
  },
  {
    name: '8. a member that moves to another stack',
    observations: [
      stack(0, 'FOC1', ['FOC1', 'FOC2', 'FOC3'], '00:1a:a1:00:00:01'),
      stack(1, 'FOC4', ['FOC4', 'FOC5'], '00:1a:a1:00:00:04', 'edge'),
      stack(2, 'FOC4', ['FOC3', 'FOC4', 'FOC5'], '00:1a:a1:00:00:04', 'edge'),
      stack(3, 'FOC1', ['FOC1', 'FOC2'], '00:1a:a1:00:00:01'),
    ],
    devices: '03|12',
  },
  {
    name: '9. a router that answers on all its addresses, by SNMP',
    observations: [0, 1, 2, 3].map((step) => snmp(step, edgeAddresses[step % 3] ?? '', edge)),
    devices: '0123',
  },
  {
    name: '9. a router that answers on all its addresses, first by ping',
    observations: [
      ping(0, '10.1.0.1', undefined, 'if1.edge.example.com'),
      ping(1, '10.2.0.1', undefined, 'if2.edge.example.com'),
      snmp(2, '10.3.0.1', edge),
      ping(3, '10.2.0.1', '00:1a:a1:00:01:11'),
    ],
    devices: '0123',
  },
  {
    name: '10. an address that two routers share',
    observations: [
      router(0, '10.0.0.1', 1),
      router(1, '10.0.0.2', 2),
      router(2, '10.0.0.254', 1),
      router(3, '10.0.0.254', 2),
      ping(4, '10.0.0.1', '00:1a:a1:00:00:01'),
    ],
    devices: '024|13',
  },
  {
    name: '11. a printer with its network card replaced, and pings of both',
    observations: [
      ping(0, '10.0.0.30', '00:1b:78:aa:aa:aa'),
      printer(1, '00:1b:78:aa:aa:aa', 'NPIAAAAAA'),
      ping(2, '10.0.0.31', '00:1b:78:bb:bb:bb'),
      printer(3, '00:1b:78:bb:bb:bb', 'NPIBBBBBB', '10.0.0.31'),
    ],
    devices: '0123',
  },
  {
    name: '12. devices with the same junk serial number and UUID',
    observations: [
      agent(0, { ...junk, hostname: 'pc1', macAddresses: ['00:1b:21:00:00:01'] }),
      agent(1, { ...junk, hostname: 'pc2', macAddresses: ['00:1b:21:00:00:02'] }),
      agent(2, { ...junk, hostname: 'pc3' }),
    ],
    devices: '0|1|2',
  },
  {
    name: '12. one serial number of two makers, and of none',
    observations: [
      agent(0, { manufacturer: 'Epson', serialNumber: 'X1234567', hostname: 'p1' }),
      agent(1, { manufacturer: 'Canon', serialNumber: 'X1234567', hostname: 'p2' }),
      agent(2, { serialNumber: 'X1234567', hostname: 'p3' }),
    ],
    devices: '0|1|2',
  },
  ...['lxc', undefined].map((virtualization) => ({
    name: `13. guests that show the hardware of their host (${virtualization})`,
    observations: [
      agent(0, laptop),
      guest(1, 1, virtualization),
      guest(2, 2, virtualization),
      guest(3, 1, virtualization),
      agent(4, laptop),
    ],
    devices: '04|13|2',
  })),
  {
    name: '14. two scans that find the same new device',
    observations: [ping(0, '10.0.0.44', '00:1b:21:00:00:44'), ping(0, '10.0.0.44', '00:1b:21:00:00:44')],
    devices: '01',
  },
  {
    name: '15. a ping after the address was given back',
    observations: [
      agent(0, laptop),
      agent(5, { ...laptop, hostname: 'new-name', ipAddresses: ['10.0.0.50'] }),
      ping(6, '10.0.0.5'),
    ],
    devices: '01|2',
  },
  {
    name: '16. the agent installed anew',
    observations: [agent(0, laptop), agent(1, laptop), agent(2, { ...laptop, agentId: 'agent-new' })],
    devices: '012',
  },
  {
    name: '18. two operating systems that take turns',
    observations: [0, 1, 2, 3].map((step) =>
      agent(
        step,
        step % 2 === 0
          ? laptop
          : { ...laptop, agentId: 'agent-w', machineId: '9999aaaa9999aaaa9999aaaa9999aaab', hostname: 'WIN-7F3K2' },
      ),
    ),
    devices: '0123',
  },
  {
    name: 'live clones with one name',
    observations: [0, 1, 2, 3].map((step) => agent(step, web(1 + (step % 2), { hostname: 'web' }))),
    devices: '02|13',
  },
  {
    name: 'live hosts with one identity and a name each, of which no card is told',
    observations: [1, 2, 1, 3].map((number, step) => same(step, number, { biosUuid: uuid })),
    devices: '02|1|3',
  },
  {
    name: 'live hosts with one identity and one name, and an agent each',
    observations: [1, 2, 1, 2].map((number, step) =>
      same(step, number, { biosUuid: uuid, hostname: 'pc', agentId: `a${number}` }),
    ),
    devices: '02|13',
  },
  {
    name: 'two agents with the machine id of their image',
    observations: [1, 2, 1].map((number, step) =>
      same(step, number, { machineId: '5555aaaa5555aaaa5555aaaa5555aaab', agentId: `a${number}` }),
    ),
    devices: '02|1',
  },
  {
    name: 'hosts with the SSH key of their image',
    observations: [1, 2, 1].map((number, step) =>
      snmp(step, `10.0.9.${number}`, { hostname: `h${number}`, sshHostKeys: ['SHA256:image'] }),
    ),
    devices: '02|1',
  },
  {
    name: 'switches with the SNMP engine id of their firmware',
    observations: [1, 2, 1].map((number, step) =>
      snmp(step, `10.0.9.${number}`, { hostname: `sw${number}`, snmpEngineId: '8000000b03001c2e000001' }),
    ),
    devices: '02|1',
  },
  {
    name: 'two live devices with a serial number that their manufacturer repeats',
    observations: [1, 2, 1, 2].map((number, step) =>
      printer(step, `00:1b:78:aa:aa:0${number}`, `NPI${number}`, `10.0.0.3${number}`),
    ),
    devices: '02|13',
  },
  {
    name: 'one name in two domains',
    observations: [
      seen(0, { source: 'Import', hostname: 'srv.a.example' }),
      seen(1, { source: 'Import', hostname: 'srv.b.example' }),
      seen(2, { source: 'Import', hostname: 'srv', domain: 'a.example' }),
    ],
    devices: '02|1',
  },
  {
    name: 'two live hosts with one cloud id',
    observations: [1, 2, 1].map((number, step) =>
      same(step, number, { cloudInstanceId: 'i-1', macAddresses: [`0e:00:00:00:00:0${number}`] }),
    ),
    devices: '02|1',
  },
  {
    name: 'two hosts that swap names, addresses and cards',
    observations: [
      agent(0, laptop),
      agent(1, otherLaptop),
      ...[[laptop, otherLaptop] as const, [otherLaptop, laptop] as const].map(([own, others], index) => {
        const { hostname, ipAddresses, macAddresses } = others
        return agent(2 + index, { ...own, hostname, ipAddresses, macAddresses })
      }),
    ],
    devices: '02|13',
  },
  {
    name: 'two hosts that swap their agents',
    observations: [
      agent(0, laptop),
      agent(1, otherLaptop),
      agent(2, { ...laptop, agentId: otherLaptop.agentId }),
      agent(3, { ...otherLaptop, agentId: laptop.agentId }),
    ],
    devices: '02|13',
  },
  {
    name: 'hosts that say nothing of themselves but a junk identity, and are reached',
    observations: [
      snmp(0, '10.0.5.1', { ...junk, hostname: 'localhost' }),
      snmp(1, '10.0.5.2', { ...junk, hostname: 'localhost' }),
      snmp(2, '10.0.5.1', { ...junk, hostname: 'localhost' }),
    ],
    devices: '02|1',
  },
  {
    name: 'a notebook that lists only the card in use',
    observations: [0, 1, 2, 3].map((step) =>
      agent(step, { ...laptop, macAddresses: [laptop.macAddresses?.[step % 2] ?? ''] }),
    ),
    devices: '0123',
  },
  {
    name: 'a bare UUID and a name after the machine was renamed at its address',
    observations: [
      snmp(0, '10.0.0.8', { biosUuid: uuid, hostname: 'old' }),
      snmp(1, '10.0.0.8', { biosUuid: uuid, hostname: 'new' }),
    ],
    devices: '01',
  },
]
