import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { SnapshotData } from '@rollcall/shared/inventory/observation.ts'

/**
 * Sorts the lists of a section whose order has no meaning, so that another order gives the same section. Interfaces are
 * in the order of ifIndex, as devices list them. Items with equal keys keep their order.
 */
export function inOrder(data: SnapshotData): SnapshotData {
  const { hardware, software, network } = data
  return {
    ...data,
    ...(hardware && { hardware: hardwareInOrder(hardware) }),
    ...(software && {
      software: sortedBy(software, ({ name, architecture, version }) => [name, architecture, version]),
    }),
    ...(network && { network: networkInOrder(network) }),
  }
}

function hardwareInOrder(hardware: Hardware): Hardware {
  const { disks, volumes, components, memory } = hardware
  return {
    ...hardware,
    ...(disks && { disks: sortedBy(disks, ({ name, serialNumber }) => [name, serialNumber]) }),
    ...(volumes && { volumes: sortedBy(volumes, ({ mount, device }) => [mount, device]) }),
    ...(components && { components: sortedBy(components, ({ id, name }) => [numberIn(id), id, name]) }),
    ...endpointListsInOrder(hardware),
    ...(memory && {
      memory: { ...memory, modules: sortedBy(memory.modules, ({ slot, serialNumber }) => [slot, serialNumber]) },
    }),
  }
}

function endpointListsInOrder(hardware: Hardware): Partial<Hardware> {
  const { graphics, monitors, batteries, printQueues, accounts, systemServices, containers, guests } = hardware
  const { os, security } = hardware
  const byName = ({ name }: { name: string }) => [name]
  return {
    ...(graphics && { graphics: sortedBy(graphics, ({ name, bus }) => [name, bus]) }),
    ...(monitors && { monitors: sortedBy(monitors, ({ port, serialNumber }) => [port, serialNumber]) }),
    ...(batteries && { batteries: sortedBy(batteries, ({ name, serialNumber }) => [name, serialNumber]) }),
    ...(printQueues && { printQueues: sortedBy(printQueues, byName) }),
    ...(accounts && { accounts: sortedBy(accounts, ({ name, id }) => [name, id]) }),
    ...(systemServices && { systemServices: sortedBy(systemServices, byName) }),
    ...(containers && { containers: sortedBy(containers, ({ runtime, name, id }) => [runtime, name, id]) }),
    ...(guests && { guests: sortedBy(guests, ({ hypervisor, name, uuid }) => [hypervisor, name, uuid]) }),
    ...(security && {
      security: {
        ...security,
        ...(security.firewalls && { firewalls: sortedBy(security.firewalls, ({ name, profile }) => [name, profile]) }),
        ...(security.antivirus && { antivirus: sortedBy(security.antivirus, byName) }),
      },
    }),
    ...(os?.pendingUpdates?.updates && {
      os: {
        ...os,
        pendingUpdates: {
          ...os.pendingUpdates,
          updates: sortedBy(os.pendingUpdates.updates, ({ name, version }) => [name, version]),
        },
      },
    }),
  }
}

function networkInOrder(network: Network): Network {
  const { interfaces, services, vlans, listeners } = network
  return {
    ...network,
    interfaces: sortedBy(interfaces, ({ index, name, macAddress }) => [index, name, macAddress]).map((item) => ({
      ...item,
      addresses: sortedBy(item.addresses, ({ address, prefixLength }) => [address, prefixLength]),
    })),
    services: sortedBy(services, ({ protocol, port, name }) => [protocol, port, name]),
    ...(listeners && {
      listeners: sortedBy(listeners, ({ protocol, port, address, program }) => [protocol, port, address, program]),
    }),
    ...(vlans && { vlans: sortedBy(vlans, ({ id, name }) => [id, name]) }),
  }
}

/** entPhysicalIndex is a number in text. */
const numberIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined)

type Key = readonly (string | number | undefined)[]

/** A sorted list; the same list if it is in order, as nearly all are. */
function sortedBy<T>(items: T[], keyOf: (item: T) => Key): T[] {
  let before: Key = []
  const isSorted = items.every((item) => {
    const key = keyOf(item)
    const isNext = compare(before, key) <= 0
    before = key
    return isNext
  })
  if (isSorted) return items
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item)
}

/** Compares numbers by size and text by code point. Missing values come first. */
function compare(a: Key, b: Key): number {
  for (let at = 0; at < b.length; at++) {
    const [left, right] = [a[at], b[at]]
    if (left === right) continue
    if (left === undefined) return -1
    if (right === undefined) return 1
    return left < right ? -1 : 1
  }
  return 0
}
