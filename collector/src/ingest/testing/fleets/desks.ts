import { laptop, otherLaptop } from '../machines.ts'
import type { Seen } from '../observations.ts'
import { byAgent, byScan, type FleetCase, fromOutside } from './fleet.ts'

const adapter = '00:e0:4c:68:01:7b'
const [wiredA = '', wirelessA = ''] = laptop.macAddresses ?? []
const [, wirelessB = ''] = otherLaptop.macAddresses ?? []
const third: Seen = {
  agentId: 'agent-c',
  biosUuid: '4c4c4544-0031-4b10-8044-b4c04f525a32',
  machineId: 'c1d2e3f405162738495a6b7c8d9eafb0',
  manufacturer: 'Dell Inc.',
  serialNumber: '6K31H73',
  macAddresses: ['3c:58:c2:77:88:99'],
  ipAddresses: ['10.0.0.7'],
  hostname: 'laptop-c',
}
const atAdapter = (machine: Seen, own: string): Seen => ({
  ...machine,
  macAddresses: [own, adapter],
  ipAddresses: ['10.0.0.90'],
})
const withoutHardware = ({ agentId, machineId, hostname, macAddresses, ipAddresses }: Seen): Seen => ({
  ...{ agentId, machineId, hostname, macAddresses, ipAddresses },
  ...{ manufacturer: 'System manufacturer', serialNumber: 'To be filled by O.E.M.' },
})
const disk = (serialNumber: string): Seen => ({ hardware: { disks: [{ name: 'sda', serialNumber }] } })
const desk: Seen = {
  ...withoutHardware(laptop),
  ...{ macAddresses: ['d8:bb:c1:10:20:30'], hostname: 'cad-7', ipAddresses: ['10.0.0.31'] },
  ...disk('WD-WCC6Y4KJ1P2Q'),
}
/** A machine that was started from a memory stick with a system and an agent of its own. */
const fromStick = (machine: Seen): Seen => ({
  ...machine,
  ...{ agentId: 'agent-stick', machineId: 'aabb11cc22dd33ee44ff5566778899a0', hostname: 'rescue' },
})
const till = (number: number, serialNumber: string): Seen => ({
  ...{ hostname: 'POS', machineId: 'aa11bb22cc33dd44ee55ff6607182930', manufacturer: 'ACME', serialNumber },
  ...{ macAddresses: [`00:18:7d:10:20:0${number}`], ipAddresses: [`10.0.4.${number}`] },
})
const pi = (number: number): Seen => ({
  ...{ hostname: 'raspberrypi', machineId: 'b0b1b2b3b4b5b6b7b8b9babbbcbdbebf', sshHostKeys: ['SHA256:sdcard'] },
  ...{ macAddresses: [`dc:a6:32:10:20:0${number}`] },
})

/** For tests: computers at desks and counters, their docks, cards and repairs. */
export const desks: readonly FleetCase[] = [
  {
    name: 'an adapter that three laptops use in turn, each scanned at it: three',
    views: {
      A: byAgent(atAdapter(laptop, wirelessA)),
      B: byAgent(atAdapter(otherLaptop, wirelessB)),
      C: byAgent(atAdapter(third, '3c:58:c2:77:88:99')),
      Ap: fromOutside('10.0.0.90', { macAddresses: [adapter], hostname: 'laptop-a' }),
      Bp: fromOutside('10.0.0.90', { macAddresses: [adapter], hostname: 'laptop-b' }),
      Cp: fromOutside('10.0.0.90', { macAddresses: [adapter], hostname: 'laptop-c' }),
    },
    turns: 'A Ap B Bp C Cp A Ap',
    ends: 'apart',
  },
  {
    name: 'a hot desk whose dock shows two laptops by their names alone: two, or a review',
    views: {
      A: fromOutside('10.0.0.90', { macAddresses: [adapter], hostname: 'laptop-a' }),
      B: fromOutside('10.0.0.90', { macAddresses: [adapter], hostname: 'laptop-b' }),
    },
    turns: 'A B A B A B',
    ends: 'reviewed',
  },
  {
    name: 'laptops that pass their own card through a dock: two',
    views: {
      A: byAgent({ ...laptop, macAddresses: ['a4:bb:6d:00:00:01', wirelessA], ipAddresses: ['10.0.0.90'] }),
      B: byAgent({ ...otherLaptop, macAddresses: ['a4:bb:6d:00:00:02', wirelessB], ipAddresses: ['10.0.0.90'] }),
      Ap: fromOutside('10.0.0.90', { macAddresses: ['a4:bb:6d:00:00:01'] }),
      Bp: fromOutside('10.0.0.90', { macAddresses: ['a4:bb:6d:00:00:02'] }),
    },
    turns: 'A Ap B Bp A Ap B Bp',
    ends: 'quiet',
  },
  {
    name: 'a laptop that passes its card through the dock and otherwise reports only its wireless one: one',
    views: {
      A: byAgent({ ...laptop, macAddresses: ['a4:bb:6d:00:00:01'], ipAddresses: ['10.0.0.90'] }),
      Aw: byAgent({ ...laptop, macAddresses: [wirelessA], ipAddresses: ['10.0.20.7'] }),
      Ap: fromOutside('10.0.0.90', { macAddresses: ['a4:bb:6d:00:00:01'], hostname: 'laptop-a' }),
    },
    turns: 'A Ap Aw A Ap Aw',
    ends: 'quiet',
  },
  {
    name: 'a laptop with a random wireless card in each network: one',
    views: Object.fromEntries(
      [1, 2, 3, 4].map((number) => [
        `A${number}`,
        byAgent({ ...laptop, macAddresses: [wiredA, `4e:11:22:33:44:0${number}`], ipAddresses: [`10.0.2${number}.8`] }),
      ]),
    ),
    turns: 'A1 A2 A3 A4 A2',
    ends: 'quiet',
  },
  {
    name: 'laptops with the adapters of a hypervisor for Linux and of a VPN client: two',
    views: {
      A: byAgent({ ...laptop, macAddresses: [wiredA, '00:15:5d:3c:9a:01', '00:ff:aa:bb:cc:01'] }),
      B: byAgent({ ...otherLaptop, macAddresses: [wirelessB, '00:15:5d:3c:9a:01', '00:ff:aa:bb:cc:01'] }),
    },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'the Linux inside a Windows laptop, with its name: two',
    views: {
      A: byAgent(laptop),
      L: byAgent({
        ...{ agentId: 'agent-wsl', machineId: '99887766554433221100ffeeddccbbaa', hostname: laptop.hostname },
        ...{ macAddresses: ['00:15:5d:44:10:22'], ipAddresses: ['172.29.16.5'] },
      }),
    },
    turns: 'A L A L',
    ends: 'apart',
  },
  {
    name: 'phones with a random card each and one name: two',
    views: {
      A: fromOutside('10.0.30.5', { macAddresses: ['3a:10:20:30:40:51'], hostname: 'iPhone' }),
      B: fromOutside('10.0.30.6', { macAddresses: ['3a:10:20:30:40:52'], hostname: 'iPhone' }),
    },
    turns: 'A B A B',
    ends: 'quiet',
  },
  {
    name: 'phones with one name that get one address in turn: two',
    views: {
      A: fromOutside('10.0.30.5', { macAddresses: ['3a:10:20:30:40:51'], hostname: 'iPhone' }),
      B: fromOutside('10.0.30.5', { macAddresses: ['3a:10:20:30:40:52'], hostname: 'iPhone' }),
    },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'phones whose names are their numbers, at one address within minutes: two',
    views: {
      A: fromOutside('10.0.30.5', { macAddresses: ['3a:10:20:30:40:51'], hostname: 'android-1f2e3d4c' }),
      B: fromOutside('10.0.30.5', { macAddresses: ['3a:10:20:30:40:52'], hostname: 'android-5b6a7980' }),
    },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'a machine without a serial number that is renamed and installed anew, with its disk and card: one',
    views: {
      A: byAgent(desk),
      An: byAgent({ ...desk, agentId: 'agent-n', machineId: '0badc0de0badc0de0badc0de12345abc', hostname: 'lab-02' }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'two systems in turn on a machine without a serial number, with its disk and card: one',
    views: {
      A: byAgent(desk),
      An: byAgent({ ...desk, agentId: 'agent-n', machineId: '0badc0de0badc0de0badc0de12345abc', hostname: 'cad-7l' }),
    },
    turns: 'A An A An A',
    ends: 'reviewed',
  },
  {
    name: 'a machine without a serial number that gets another disk and another system under its name: one',
    views: {
      A: byAgent(desk),
      An: byAgent({
        ...{ ...desk, ...disk('S6B0NX0T555555') },
        ...{ agentId: 'agent-n', machineId: '0badc0de0badc0de0badc0de12345abc' },
      }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'a system on a memory stick that two laptops start in turn: two, and one review at most',
    views: {
      A: byAgent(laptop),
      B: byAgent(otherLaptop),
      As: byAgent(fromStick(laptop)),
      Bs: byAgent(fromStick(otherLaptop)),
    },
    turns: 'As A Bs B As Bs A B',
    ends: 'reviewed',
  },
  {
    name: 'a replaced disk, the system restored from its image: one',
    views: {
      A: byAgent({ ...laptop, ...disk('S6B0NX0T111111') }),
      An: byAgent({ ...laptop, ...disk('S6B0NX0T222222') }),
    },
    turns: 'A A An An',
    ends: 'quiet',
  },
  {
    name: 'a replaced disk, the system installed anew under another name: one',
    views: {
      A: byAgent({ ...laptop, ...disk('S6B0NX0T111111') }),
      An: byAgent({
        ...{ ...laptop, ...disk('S6B0NX0T222222'), hostname: 'desktop-9q2k1ab' },
        ...{ agentId: 'agent-n', machineId: '0badc0de0badc0de0badc0de12345abc' },
      }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'a replaced board whose disk cannot be read: one',
    views: {
      A: byAgent(laptop),
      An: byAgent({
        ...laptop,
        ...{ serialNumber: 'H4TT0N2', biosUuid: '4c4c4544-0034-5410-8054-c8c04f304e32' },
        macAddresses: ['a4:bb:6d:00:00:09', wirelessA],
      }),
    },
    turns: 'A A An An',
    ends: 'reviewed',
  },
  {
    name: 'cash registers of one image with other spellings of a placeholder: three',
    views: {
      A: byAgent({ ...till(1, 'To be filled by O.E.M.'), agentId: 'a1' }),
      B: byAgent({ ...till(2, 'TO BE FILLED BY OEM'), agentId: 'a2' }),
      C: byAgent({ ...till(3, 'ToBeFilledByO.E.M'), agentId: 'a3' }),
    },
    turns: 'A B C A B C',
    ends: 'apart',
  },
  {
    name: 'cash registers whose image has the agent, too: two, or a review',
    views: {
      A: byAgent({ ...till(1, 'Default string'), agentId: 'a1' }),
      B: byAgent({ ...till(2, 'Default string'), agentId: 'a1' }),
    },
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'thin clients of one image, by SNMP: three',
    views: Object.fromEntries(
      [1, 2, 3].map((number) => [
        'ABC'[number - 1],
        byScan(`10.0.5.${number}`, { hostname: 'thinclient', macAddresses: [`00:80:64:10:20:0${number}`] }),
      ]),
    ),
    turns: 'A B C A B C',
    ends: 'apart',
  },
  {
    name: 'small computers of one memory card, by SSH: two',
    views: { A: byScan('10.0.6.1', pi(1)), B: byScan('10.0.6.2', pi(2)) },
    turns: 'A B A B',
    ends: 'apart',
  },
  {
    name: 'a small computer on its cable and on its wireless card: one',
    views: {
      A: byScan('10.0.6.1', { ...pi(1), macAddresses: ['dc:a6:32:10:20:01', 'dc:a6:32:10:20:02'] }),
      Ap: fromOutside('10.0.6.1', { macAddresses: ['dc:a6:32:10:20:01'] }),
      Aw: fromOutside('10.0.6.9', { macAddresses: ['dc:a6:32:10:20:02'] }),
    },
    turns: 'Ap Aw A Ap Aw',
    ends: 'quiet',
  },
  {
    name: 'Macs with the card of their security chip: two',
    views: {
      A: byScan('10.0.7.1', { hostname: 'mbp-1', macAddresses: ['ac:de:48:00:11:22', 'f0:18:98:10:20:01'] }),
      B: byScan('10.0.7.2', { hostname: 'mbp-2', macAddresses: ['ac:de:48:00:11:22', 'f0:18:98:10:20:02'] }),
    },
    turns: 'A B A B',
    ends: 'quiet',
  },
  {
    name: 'laptops with cheap adapters that all have one card address: two, or a review',
    views: {
      A: byScan('10.0.8.1', { hostname: 'nb1', macAddresses: ['00:e0:4c:53:44:58'] }),
      B: byScan('10.0.8.2', { hostname: 'nb2', macAddresses: ['00:e0:4c:53:44:58'] }),
    },
    turns: 'A B A B',
    ends: 'reviewed',
  },
  {
    name: 'a machine in its installer, then under its name: one',
    views: {
      A: byAgent({ ...laptop, agentId: undefined, machineId: undefined, hostname: 'MININT-4K2J1' }),
      An: byAgent(laptop),
    },
    turns: 'A An An',
    ends: 'reviewed',
  },
  {
    name: 'a laptop with passing IPv6 addresses, and pings of them: one',
    views: {
      A1: byAgent({ ...laptop, ipAddresses: ['10.0.0.5', '2001:db8::5', '2001:db8::a1b2:c3d4:1:1'] }),
      A2: byAgent({ ...laptop, ipAddresses: ['10.0.0.5', '2001:db8::5', '2001:db8::a1b2:c3d4:2:2'] }),
      Ap: fromOutside('2001:db8::a1b2:c3d4:1:1', { macAddresses: [wiredA] }),
      Aq: fromOutside('2001:db8::a1b2:c3d4:2:2', { macAddresses: [wiredA] }),
    },
    turns: 'A1 Ap A2 Aq A2',
    ends: 'quiet',
  },
  {
    name: 'laptops of one image whose agent was joined before the copy: two',
    views: { A: byAgent({ ...laptop, agentId: 'img' }), B: byAgent({ ...otherLaptop, agentId: 'img' }) },
    turns: 'A B A B',
    ends: 'apart',
  },
]
