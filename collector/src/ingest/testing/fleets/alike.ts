import { laptop, otherLaptop } from '../machines.ts'
import type { Seen } from '../observations.ts'
import { asAppliance, byAgent, byScan, type FleetCase, fromOutside, inList, type View, withPort } from './fleet.ts'

/** Two views, one for each machine. */
const two = (view: (number: 1 | 2) => View): FleetCase['views'] => ({ A: view(1), B: view(2) })
const addressOf = (number: number) => `10.0.40.${number}`
const kiosk = (number: number): Seen => ({
  ...{ manufacturer: 'Dell Inc.', serialNumber: '7NNNRT2', biosUuid: '4c4c4544-004e-4e10-804e-b7c04f525432' },
  ...{ hostname: 'kiosk', machineId: 'aa11bb22cc33dd44ee55ff6607182930' },
  ...{ macAddresses: [`6c:2b:59:10:20:0${number}`], ipAddresses: [addressOf(number)] },
})
const copied: Seen = {
  ...{
    hostname: 'shop',
    machineId: '1111222233334444555566667777888a',
    biosUuid: 'a1b2c3d4-1122-4334-8556-778899aabbcc',
  },
  hardware: { system: { manufacturer: 'QEMU', virtualization: 'kvm' } },
}
const batch = (number: number): Seen => ({
  ...{ agentId: `a${number}`, machineId: `${number}`.repeat(3).padEnd(32, 'c0de'), hostname: `desk-${number}` },
  biosUuid: '4c4c4544-004e-4e10-804e-b7c04f525432',
  ...{ macAddresses: [`6c:2b:59:10:30:0${number}`, '00:e0:4c:68:01:7b'], ipAddresses: [addressOf(number)] },
})
const spoofed: Seen = {
  ...{ manufacturer: 'Cisco', serialNumber: 'FCW2140L0AB', hostname: 'core-1', macAddresses: ['00:1a:a1:00:00:01'] },
}
const pooled = '00:15:5d:01:0a:07'
const enclosure: Seen = {
  ...{ manufacturer: 'HP', serialNumber: 'CZ31234ENC', chassisSerials: ['CZ31234ENC', 'CZ31234BL1'], hostname: 'oa-1' },
  macAddresses: ['00:17:a4:10:20:01'],
}

/** For tests: live machines that share so much that one could pass for the other. */
export const alike: readonly FleetCase[] = [
  {
    name: 'kiosks of one image with the serial number of their batch, by SSH',
    views: two((number) => byScan(addressOf(number), kiosk(number))),
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'kiosks of one image with the serial number of their batch, by import',
    views: two((number) => inList(kiosk(number))),
    turns: 'A B A B',
    ends: 'reviewed',
  },
  ...['52:54:00:10:20:30', 'bc:24:11:10:20:30'].flatMap((card): FleetCase[] => [
    {
      name: `a virtual machine and its copy with its card ${card}, by SSH`,
      views: two((number) => byScan(addressOf(number), { ...copied, macAddresses: [card] })),
      turns: 'A B A B',
      ends: 'reviewed',
    },
    {
      name: `a virtual machine and its copy with its card ${card} and agent`,
      views: two((number) =>
        byAgent({ ...copied, macAddresses: [card], agentId: 'a', ipAddresses: [addressOf(number)] }),
      ),
      turns: 'A B A B',
      ends: 'reviewed',
    },
  ]),
  {
    name: 'a switch, and a host elsewhere that claims its serial number, name and card',
    views: { A: byScan('10.0.0.1', spoofed), B: byScan('10.0.0.66', spoofed) },
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'a pair of firewalls with names of their own that answer at one address with one card',
    views: two((number) =>
      byScan('10.0.0.1', { hostname: `fw-${['', 'north', 'south'][number]}`, macAddresses: ['00:09:0f:09:00:01'] }),
    ),
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'computers with the UUID of their batch that share an adapter',
    views: two((number) => byAgent(batch(number))),
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'a desk with one dock, a laptop with an agent and one that shows only its name',
    views: {
      A: byAgent({ ...laptop, macAddresses: [...(laptop.macAddresses ?? []), '00:e0:4c:68:01:7b'] }),
      Aw: byAgent({ ...laptop, ipAddresses: ['10.0.20.7'] }),
      B: fromOutside('10.0.0.5', { macAddresses: ['00:e0:4c:68:01:7b'], hostname: otherLaptop.hostname }),
    },
    turns: 'A Aw B A Aw B A Aw B',
    ends: 'reviewed',
  },
  {
    name: 'a desk with one dock, a laptop with an agent and one that is scanned there',
    views: {
      A: byAgent({ ...laptop, macAddresses: [...(laptop.macAddresses ?? []), '00:e0:4c:68:01:7b'] }),
      Aw: byAgent({ ...laptop, ipAddresses: ['10.0.20.7'] }),
      B: byScan('10.0.0.5', { macAddresses: ['00:e0:4c:68:01:7b'], hostname: otherLaptop.hostname }),
    },
    turns: 'A Aw B A Aw B A Aw B',
    ends: 'reviewed',
  },
  {
    name: 'a laptop in a domain at its dock and on its wireless card, by their names alone: a suggestion',
    views: {
      A: fromOutside('10.0.0.90', {
        macAddresses: ['00:e0:4c:68:01:7b'],
        hostname: 'nb-7',
        domain: 'corp.example.com',
      }),
      Aw: fromOutside('10.0.20.7', {
        macAddresses: ['3c:58:c2:11:22:33'],
        hostname: 'nb-7',
        domain: 'corp.example.com',
      }),
    },
    turns: 'A A Aw Aw',
    ends: 'reviewed',
  },
  {
    name: 'a list with a former address of a laptop that answers there: two, and its answers',
    views: {
      A: byAgent(laptop),
      B: inList({ hostname: 'retired', ipAddresses: laptop.ipAddresses }),
      Ap: fromOutside(laptop.ipAddresses?.[0] ?? ''),
    },
    turns: 'A B Ap A Ap',
    ends: 'apart',
  },
  ...['A Ah B A Ah B A', 'B A Ah B A Ah B', 'Ah A B Ah A B Ah'].map(
    (turns): FleetCase => ({
      name: `a printer behind a router, and a laptop that has its private address at home (${turns}): two`,
      views: {
        A: byAgent({ ...laptop, ipAddresses: ['10.0.20.7'] }),
        Ah: byAgent({ ...laptop, ipAddresses: ['192.168.1.10'] }),
        B: asAppliance('printer', fromOutside('192.168.1.10')),
      },
      turns,
      ends: 'quiet',
    }),
  ),
  {
    name: 'a laptop behind a router whose address is found first: one',
    views: {
      Ap: withPort(fromOutside(laptop.ipAddresses?.[0] ?? '')),
      A: byAgent(laptop),
      Aw: byAgent({ ...laptop, ipAddresses: ['10.0.20.7'] }),
    },
    turns: 'Ap A Aw A Ap',
    ends: 'quiet',
  },
  {
    name: 'a card of the pool of two hypervisors, one machine by agent and one by its answers elsewhere',
    views: {
      A: byAgent({ hostname: 'vm1', agentId: 'a1', macAddresses: [pooled], ipAddresses: ['10.0.1.1'] }),
      B: fromOutside('10.0.2.2', { macAddresses: [pooled] }),
    },
    turns: 'A B A B A B',
    ends: 'reviewed',
  },
  {
    name: 'an enclosure that lists the serial number of a blade, and the blade without a card',
    views: {
      A: byScan('10.0.98.1', enclosure),
      B: byScan('10.0.98.2', { manufacturer: 'HP', serialNumber: 'CZ31234BL1', hostname: 'blade-1' }),
    },
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'a blade without a card, and the enclosure that lists its serial number',
    views: {
      A: byScan('10.0.98.1', enclosure),
      B: byScan('10.0.98.2', { manufacturer: 'HP', serialNumber: 'CZ31234BL1', hostname: 'blade-1' }),
    },
    turns: 'B A B A',
    ends: 'reviewed',
  },
  {
    name: 'a list whose column of serial numbers has models',
    views: Object.fromEntries(
      ['A', 'B', 'C'].map((letter) => [letter, inList({ hostname: `pc-${letter}`, serialNumber: 'OptiPlex 7090' })]),
    ),
    turns: 'A B C A B C',
    ends: 'apart',
  },
]
