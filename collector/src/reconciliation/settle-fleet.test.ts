import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { agent, ping, type Seen, snmp } from '../ingest/test-data.ts'
import { type Random, randomOf, shuffled } from '../ingest/test-seeded.ts'
import { settle } from './settle.ts'
import { sightingsOf } from './test-sightings.ts'

type Told = { machine: number; observation: Observation }

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
function dayOf(random: Random): Told[] {
  const count = 9
  const names = new Map<number, string>()
  const addresses = Array.from({ length: count }, (_, number) => number)
  const told: Told[] = []
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
    const look = ways[random(ways.length)] ?? never
    told.push({ machine, observation: look() })
  }
  return told
}

const never = (): never => {
  throw new Error('no such way')
}

/** The groups by what is in them. */
const partitionOf = (told: readonly Told[]) =>
  settle(sightingsOf(told.map(({ observation }) => observation)), { apart: new Map() })
    .map(({ members }) => [...members].map(([{ key }, times]) => `${key} ${times.toSorted().join(' ')}`).sort())
    .map((keys) => keys.join(', '))
    .sort()

const seeds = Array.from({ length: 60 }, (_, seed) => seed + 1)

it.each(seeds)(
  'a fleet stays apart and whole, and comes out the same in any order and told twice (seed %i)',
  (seed) => {
    const random = randomOf(seed)
    const told = dayOf(random)
    const groups = settle(sightingsOf(told.map(({ observation }) => observation)), { apart: new Map() })
    const machinesOf = new Map<string, Set<number>>()
    for (const { machine, observation } of told) {
      if (observation.depth !== 'audit') continue
      const [{ key } = { key: '' }] = sightingsOf([observation])
      machinesOf.set(key, (machinesOf.get(key) ?? new Set()).add(machine))
    }
    const whole = groups.map(({ members }) => [
      ...new Set([...members.keys()].flatMap(({ key }) => [...(machinesOf.get(key) ?? [])])),
    ])
    // No device is of two machines, and no machine is two devices.
    expect(whole.filter((machines) => machines.length > 1)).toEqual([])
    const audited = whole.flat()
    expect(new Set(audited).size).toBe(audited.length)

    const expected = partitionOf(told)
    expect(partitionOf(shuffled(told, random))).toEqual(expected)
    expect(partitionOf(shuffled([...told, ...told], random))).toEqual(expected)
  },
)
