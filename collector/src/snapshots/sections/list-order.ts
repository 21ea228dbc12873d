import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import type { SnapshotData } from '@rollcall/shared/inventory/observation.ts'

/** Fields of an item, or values derived from it, by which a list is sorted, the first one above all. */
type Order<T> = readonly By<T>[]
type By<T> = (keyof T & string) | ((item: T) => Key)
type Key = string | number | undefined
/** Orders of the lists of an object, by their names. */
type Orders<T> = {
  readonly [Name in keyof T]?: NonNullable<T[Name]> extends readonly (infer Item)[] ? Order<Item> : never
}

/** entPhysicalIndex is a number in text. */
const numberIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined)

const ofData: Orders<SnapshotData> = { software: ['name', 'architecture', 'version'] }
const ofHardware: Orders<Hardware> = {
  disks: ['name', 'serialNumber'],
  volumes: ['mount', 'device'],
  components: [({ id }) => numberIn(id), 'id', 'name'],
  graphics: ['name', 'bus'],
  monitors: ['port', 'serialNumber'],
  batteries: ['name', 'serialNumber'],
  printQueues: ['name'],
  accounts: ['name', 'id'],
  systemServices: ['name'],
  containers: ['runtime', 'name', 'id'],
  guests: ['hypervisor', 'name', 'uuid'],
}
const ofMemory: Orders<NonNullable<Hardware['memory']>> = { modules: ['slot', 'serialNumber'] }
const ofSecurity: Orders<NonNullable<Hardware['security']>> = { firewalls: ['name', 'profile'], antivirus: ['name'] }
const ofUpdates: Orders<NonNullable<NonNullable<Hardware['os']>['pendingUpdates']>> = { updates: ['name', 'version'] }
const ofNetwork: Orders<Network> = {
  interfaces: ['index', 'name', 'macAddress'],
  services: ['protocol', 'port', 'name'],
  vlans: ['id', 'name'],
  listeners: ['protocol', 'port', 'address', 'program'],
}
const ofInterface: Orders<NetworkInterface> = { addresses: ['address', 'prefixLength'] }

/**
 * Sorts the lists of a section whose order has no meaning, so that another order gives the same section. Interfaces are
 * in the order of ifIndex, as devices list them. Items with equal keys keep their order.
 */
export function inOrder(data: SnapshotData): SnapshotData {
  const { hardware, network } = data
  return {
    ...listsInOrder(data, ofData),
    ...(hardware && { hardware: hardwareInOrder(hardware) }),
    ...(network && { network: networkInOrder(network) }),
  }
}

function hardwareInOrder(hardware: Hardware): Hardware {
  const { memory, security, os } = hardware
  return {
    ...listsInOrder(hardware, ofHardware),
    ...(memory && { memory: listsInOrder(memory, ofMemory) }),
    ...(security && { security: listsInOrder(security, ofSecurity) }),
    ...(os?.pendingUpdates && { os: { ...os, pendingUpdates: listsInOrder(os.pendingUpdates, ofUpdates) } }),
  }
}

function networkInOrder(network: Network): Network {
  const sorted = listsInOrder(network, ofNetwork)
  return { ...sorted, interfaces: sorted.interfaces.map((each) => listsInOrder(each, ofInterface)) }
}

/** An object with its lists in order. Those that it lacks stay absent. */
function listsInOrder<T extends object>(object: T, orders: Orders<T>): T {
  const sorted = { ...object }
  for (const name in orders) {
    const items = object[name] as object[] | undefined
    if (items) sorted[name] = sortedBy(items, orders[name] as Order<object>) as T[typeof name]
  }
  return sorted
}

/** A sorted list; the same list if it is in order, as nearly all are. */
function sortedBy<T extends object>(items: T[], order: Order<T>): T[] {
  const isSorted = items.every((item, at) => compare(items[at - 1], item, order) <= 0)
  return isSorted ? items : items.toSorted((a, b) => compare(a, b, order))
}

/** Compares numbers by size and text by code point. Missing values come first. */
function compare<T extends object>(a: T | undefined, b: T, order: Order<T>): number {
  if (a === undefined) return -1
  for (const by of order) {
    const [left, right] = [valueBy(a, by), valueBy(b, by)]
    if (left === right) continue
    if (left === undefined) return -1
    if (right === undefined) return 1
    return left < right ? -1 : 1
  }
  return 0
}

const valueBy = <T>(item: T, by: By<T>) => (typeof by === 'function' ? by(item) : (item[by] as Key))
