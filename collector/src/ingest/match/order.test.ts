import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { agent, createInventory, snmp } from '../testing/observations.ts'
import { type Random, randomOf, shuffled } from '../testing/seeded.ts'

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** A machine that is renamed, gets other addresses and now and then another card or agent, as it is seen over time. */
function historyOf(number: number, random: Random): Observation[] {
  const fixed = {
    biosUuid: `4c4c4544-0042-3010-8053-${hex(number + 0xabc000, 12)}`,
    machineId: `${hex(number, 4)}c0ffee`.padEnd(32, '5'),
    manufacturer: 'Dell Inc.',
    serialNumber: `SVC${number}TAG`,
  }
  let mac = 0
  let name = 0
  return Array.from({ length: 4 + random(4) }, (_, step) => {
    // Card and name do not change at once.
    const change = random(4)
    if (change === 0) mac += 1
    if (change === 1) name += 1
    const macAddresses = [`00:1b:21:${hex(mac, 2)}:${hex(number, 2)}:01`, `00:1b:21:ff:${hex(number, 2)}:02`]
    const address = `10.0.${random(4)}.${random(250) + 1}`
    const minutes = step * 60 + number
    const hostname = `host-${number}-${name}`
    return random(3) === 0
      ? snmp(minutes, address, { macAddresses, hostname, manufacturer: 'Dell', serialNumber: fixed.serialNumber })
      : agent(minutes, {
          ...fixed,
          macAddresses,
          hostname,
          ipAddresses: [address],
          agentId: `a-${number}-${random(2)}`,
        })
  })
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1)

it.each(seeds)('keeps machines separate and whole in any order and with repetitions (seed %i)', (seed) => {
  const random = randomOf(seed)
  const histories = Array.from({ length: 12 }, (_, number) => historyOf(number, random))
  const reported = shuffled(
    histories.flatMap((history, machine) =>
      history.flatMap((item) => [
        { item, machine },
        { item, machine },
      ]),
    ),
    random,
  )
  const inventory = createInventory()
  const devices = new Map<number, Set<string>>()
  for (const { item, machine } of reported) {
    devices.set(machine, new Set([...(devices.get(machine) ?? []), inventory.observe(item).device]))
  }
  expect(inventory.count()).toBe(histories.length)
  for (const found of devices.values()) expect(found.size).toBe(1)

  const inOrder = createInventory()
  for (const item of histories.flat().toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1))) inOrder.observe(item)
  expect(stateOf(inventory)).toEqual(stateOf(inOrder))
})

/** Fields that must not depend on the order of delivery. */
function stateOf({ work }: ReturnType<typeof createInventory>) {
  return [...work.devices.values()]
    .map(({ row }) => ({
      serialNumber: row.serialNumber,
      firstSeen: row.firstSeen,
      lastSeen: row.lastSeen,
      auditDate: row.auditDate,
      auditSource: row.auditSource,
    }))
    .sort((a, b) => ((a.serialNumber ?? '') < (b.serialNumber ?? '') ? -1 : 1))
}
