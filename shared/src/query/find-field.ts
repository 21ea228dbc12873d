import { customPrefix, deviceFields, deviceItems, type Field, type Item } from './fields.ts'

/** Fields that a name can be looked up in: those of an item, or of the device if there is none. */
export const fieldsOf = (item: Item | undefined): readonly Field[] => item?.fields ?? deviceFields

/** Finds a field by its name in any case of letters. Each key of a custom field is a field. */
export function findField(name: string, item?: Item): Field | undefined {
  const field = byName(fieldsOf(item), name)
  if (field || item || !name.toLowerCase().startsWith(customPrefix)) return field
  const key = name.slice(customPrefix.length)
  return key === '' ? undefined : { name: customPrefix + key, label: key, kind: 'custom' }
}

export const findItem = (name: string): Item | undefined => byName(deviceItems, name)

/**
 * Finds the field of a column by its exact name: a field of a device, or of an item as in `supply.level`. Software is
 * no column, as a device has thousands.
 */
export function columnField(name: string): { field: Field; item?: Item } | undefined {
  const field = findField(name)
  if (field) return field.name === name ? { field } : undefined
  const [itemName = '', fieldName = ''] = name.split('.', 2)
  const item = itemName === 'software' ? undefined : deviceItems.find((each) => each.name === itemName)
  const inner = item?.fields.find((each) => each.name === fieldName)
  return item && inner && name === `${item.name}.${inner.name}` ? { field: inner, item } : undefined
}

/** Names of all columns that a list of devices can have, besides custom fields. */
export const columnNames: readonly string[] = [
  ...deviceFields.map(({ name }) => name),
  ...deviceItems
    .filter(({ name }) => name !== 'software')
    .flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`)),
]

/** Columns of a list of devices. More make rows too wide to read, and lists slow. */
export const columnsMax = 24

function byName<T extends { name: string }>(list: readonly T[], name: string): T | undefined {
  const wanted = name.toLowerCase()
  return list.find((one) => one.name.toLowerCase() === wanted)
}

/** Returns the name that was probably meant: the nearest one with few differences, or undefined. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().slice(0, 64)
  const distances = names.map((each) => ({ each, distance: editDistance(wanted, each.toLowerCase()) }))
  const [best] = distances.sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.each : undefined
}

/** Counts insertions, deletions, replacements and swaps of neighbors between two short texts. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const same = a[row - 1] === b[at - 1] ? 0 : 1
      const best = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + same)
      const isSwap = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      next.push(isSwap ? Math.min(best, (beforeLast[at - 2] ?? 0) + 1) : best)
    }
    beforeLast = last
    last = next
  }
  return last[b.length] ?? 0
}
