/** An item of a list, with any fields. */
export type Identifying = Readonly<Record<string, unknown>>
/** Fields that identify an item together. Of several sets, the first that both items have decides. */
type Keys = readonly (readonly string[])[]

/** Keys of the items of each list, by its path. */
const keysOfLists: Readonly<Record<string, Keys>> = {
  software: [['source', 'name', 'architecture']],
  'hardware.disks': [['serialNumber'], ['name']],
  'hardware.volumes': [['mount']],
  'hardware.components': [['id']],
  'hardware.graphics': [['bus'], ['name']],
  'hardware.monitors': [['serialNumber'], ['port']],
  'hardware.batteries': [['serialNumber'], ['name']],
  'hardware.printQueues': [['name']],
  'hardware.accounts': [['id'], ['name']],
  'hardware.systemServices': [['name']],
  'hardware.containers': [['id']],
  'hardware.guests': [['uuid'], ['name']],
  'hardware.security.firewalls': [['name', 'profile']],
  'hardware.security.antivirus': [['name']],
  'network.interfaces': [['name']],
  'network.listeners': [['protocol', 'address', 'port']],
}

export const keysAt = (path: string): Keys | undefined =>
  Object.hasOwn(keysOfLists, path) ? keysOfLists[path] : undefined

/** Reports whether an item is of this package manager, runtime or hypervisor. */
export const isOf = (item: Identifying, origin: string | undefined): boolean =>
  origin === undefined || [item['source'], item['runtime'], item['hypervisor']].includes(origin)

/** Returns the key of an item by one set of fields; undefined if it lacks the first of them. */
const keyBy = (item: Identifying, fields: readonly string[]): string | undefined =>
  item[fields[0] ?? ''] === undefined ? undefined : JSON.stringify(fields.map((name) => item[name] ?? null))

/** Returns a function that finds the item of a list that is the same as another item. */
export function indexOf(items: readonly Identifying[], keys: Keys): (item: Identifying) => Identifying | undefined {
  const indexes = keys.map((fields) => {
    const byKey = new Map<string, Identifying>()
    for (const item of items) {
      const key = keyBy(item, fields)
      if (key !== undefined && !byKey.has(key)) byKey.set(key, item)
    }
    return { fields, byKey }
  })
  return (item) => {
    for (const [position, { fields, byKey }] of indexes.entries()) {
      const found = byKey.get(keyBy(item, fields) ?? '')
      const isDecided = keys.slice(0, position).some((set) => found && keyBy(item, set) && keyBy(found, set))
      if (found && !isDecided) return found
    }
    return undefined
  }
}
