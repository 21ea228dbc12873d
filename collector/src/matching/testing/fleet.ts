import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { agent, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import type { Random } from '../../ingest/testing/seeded.ts'

/** An observation of one of the machines of a fleet. */
export type FleetObservation = { machine: number; observation: Observation }

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** Notebooks with a dock each in turn, and virtual machines that are all copies of one. */
function machineOf(number: number): Seen {
  const isClone = number % 3 === 2
  return {
    hostname: `host-${number}`,
    macAddresses: [`${isClone ? '00:0c:29' : '00:1b:21'}:00:${hex(number, 2)}:01`],
    ...(isClone
      ? { biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7', machineId: '1111222233334444555566667777888a' }
      : { manufacturer: 'Dell Inc.', serialNumber: `SVC${number}TAG`, agentId: `agent-${number}` }),
  }
}

/** A day in which machines report, are renamed and docked, get one another's addresses and answer to pings. */
export function dayOf(random: Random): FleetObservation[] {
  const count = 9
  const names = new Map<number, string>()
  const addresses = Array.from({ length: count }, (_, number) => number)
  const reported: FleetObservation[] = []
  for (let minute = 0; minute < 45; minute += 1) {
    const machine = random(count)
    const own = machineOf(machine)
    const [mac = ''] = own.macAddresses ?? []
    const change = random(8)
    if (change === 0) names.set(machine, `renamed-${machine}-${minute}`)
    if (change === 1) {
      const other = random(count)
      const [mine, theirs] = [addresses[machine] ?? 0, addresses[other] ?? 0]
      addresses[machine] = theirs
      addresses[other] = mine
    }
    const address = `10.0.0.${(addresses[machine] ?? 0) + 1}`
    const hostname = names.get(machine) ?? own.hostname
    const docks = machine % 3 === 2 || random(3) > 0 ? [] : ['00:50:b6:aa:00:01']
    const seen = { ...own, hostname, macAddresses: [mac, ...docks] }
    const ways: (() => Observation)[] = [
      () => agent(minute, { ...seen, ipAddresses: [address] }),
      () => agent(minute, { ...seen, ipAddresses: [address] }),
      () => snmp(minute, address, seen),
      () => ping(minute, address, mac),
      () => ping(minute, address),
    ]
    const way = ways[random(ways.length)] ?? never
    reported.push({ machine, observation: way() })
  }
  return reported
}

const never = (): never => {
  throw new Error('no such way')
}
