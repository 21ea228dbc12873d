import { agent, type Seen, snmp } from './observations.ts'

/** For tests: the machines of the cases that every inventory gets wrong, with their observations. */
export const laptop: Seen = {
  agentId: 'agent-a',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  machineId: '0f3a8c1b5d2e4f60918273645546372a',
  manufacturer: 'Dell Inc.',
  serialNumber: 'B7C0ND2',
  macAddresses: ['00:1b:21:3c:9d:f8', '3c:58:c2:11:22:33'],
  ipAddresses: ['10.0.0.5'],
  hostname: 'laptop-a',
}
export const otherLaptop: Seen = {
  agentId: 'agent-b',
  biosUuid: '4c4c4544-0056-4810-8054-c8c04f335931',
  machineId: 'b2d4f6081a3c5e7092b4d6f8102a4c6e',
  manufacturer: 'Dell Inc.',
  serialNumber: 'C8VT3Y1',
  macAddresses: ['00:1b:21:77:66:55', '3c:58:c2:44:55:66'],
  ipAddresses: ['10.0.0.6'],
  hostname: 'laptop-b',
}
export const dock = '00:50:b6:aa:00:01'
export const docked = (machine: Seen): Seen => ({ ...machine, macAddresses: [...(machine.macAddresses ?? []), dock] })

export const web = (number: number, rest: Seen = {}): Seen => ({
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  machineId: '1111222233334444555566667777888a',
  manufacturer: 'VMware, Inc.',
  serialNumber: 'VMware-56 4d 1a 2b 3c 4d 5e 6f-80 91 a2 b3 c4 d5 e6 f7',
  sshHostKeys: ['SHA256:abc'],
  macAddresses: [`00:0c:29:00:00:0${number}`],
  ipAddresses: [`10.0.1.${number}`],
  hostname: `web${number}`,
  ...rest,
})

export const server: Seen = { hostname: 'files1', macAddresses: ['00:25:90:aa:bb:cc'] }
export const disks = { disks: [{ name: 'nvme0n1', serialNumber: 'S4EWNX0N123456' }] }
export const swapped = {
  ...otherLaptop,
  agentId: laptop.agentId,
  machineId: laptop.machineId,
  hostname: laptop.hostname,
}

export const stack = (
  minutes: number,
  serialNumber: string,
  chassisSerials: string[],
  mac: string,
  hostname = 'core',
) =>
  snmp(minutes, hostname === 'core' ? '10.0.0.4' : '10.0.0.14', {
    manufacturer: 'Cisco',
    serialNumber,
    chassisSerials,
    macAddresses: [mac],
    hostname,
  })

export const edgeAddresses = ['10.1.0.1', '10.2.0.1', '10.3.0.1']
export const edge: Seen = {
  hostname: 'edge',
  macAddresses: ['00:1a:a1:00:01:10', '00:1a:a1:00:01:11', '00:1a:a1:00:01:12'],
  ipAddresses: edgeAddresses,
  snmpEngineId: '8000000903001aa1000110',
}
export const router = (minutes: number, address: string, number: number) =>
  snmp(minutes, address, {
    hostname: `r${number}`,
    macAddresses: [`00:1a:a1:00:00:0${number}`, '00:00:5e:00:01:01', '00:00:0c:07:ac:01'],
    ipAddresses: [`10.0.0.${number}`, '10.0.0.254'],
  })
export const printer = (minutes: number, mac: string, hostname: string, address = '10.0.0.30') =>
  snmp(minutes, address, {
    type: 'printer',
    manufacturer: 'HP',
    serialNumber: 'VNC3R12345',
    macAddresses: [mac],
    hostname,
  })
export const junk = {
  manufacturer: 'ACME',
  serialNumber: 'To Be Filled By O.E.M.',
  biosUuid: '03000200-0400-0500-0006-000700080009',
}
export const guest = (minutes: number, number: number, virtualization: string | undefined) =>
  agent(minutes, {
    biosUuid: laptop.biosUuid,
    manufacturer: 'Dell Inc.',
    serialNumber: 'B7C0ND2',
    machineId: `${number}`.repeat(4).padEnd(32, 'abcd'),
    macAddresses: [`bc:24:11:00:00:0${number}`],
    hostname: `guest${number}`,
    ipAddresses: [`10.0.2.${number}`],
    hardware: { system: { manufacturer: 'Dell Inc.', virtualization }, ...disks },
  })
export const uuid = '4c4c4544-0099-4810-8054-c8c04f335999'
export const same = (minutes: number, number: number, rest: Seen) =>
  agent(minutes, { hostname: `pc-${number}`, ipAddresses: [`10.0.9.${number}`], ...rest })
