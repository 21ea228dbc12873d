import { customPrefix } from '@rollcall/shared/query/fields.ts'
import type { FactPart } from '../../store/schema/device-facts.ts'

/** A value of a device's field. `item` is the position of the item, or of the value if the field has several. */
export type Fact = { field: string; item: number; value: string | number }

/** Values of fields by their names. A value of another type than text, number and boolean is no fact. */
export type FactValues = { [field: string]: unknown }

/** Items of each kind that are facts. Devices that report more of them are switches beyond any that is sold. */
const itemsMax = 1_024

/** Characters of a text that count in a query. */
const keyCharsMax = 200
const textCharsMax = 512

const fieldsOfDevice = new Set(['type', 'manufacturer', 'model'])
const itemsOfNetwork = new Set(['address', 'port', 'neighbor', 'vlan', 'listener'])
const itemsOfServices = new Set(['service', 'certificate'])

/** The part that a field's facts come from. */
export function partOf(field: string): FactPart {
  const [kind = ''] = field.split(':', 1)
  if (fieldsOfDevice.has(field) || field.startsWith(customPrefix)) return 'device'
  if (itemsOfNetwork.has(kind)) return 'network'
  return itemsOfServices.has(kind) ? 'services' : 'hardware'
}

/** Text as queries compare it. */
export const factKey = (text: string): string => text.trim().toLowerCase().slice(0, keyCharsMax)

/** Facts of single fields. */
export function single(values: FactValues): Fact[] {
  const facts: Fact[] = []
  for (const [field, value] of Object.entries(values)) addFact(facts, field, 0, value)
  return facts
}

/** Facts of a field with several values, each of them once. */
export function several(field: string, values: readonly (string | undefined)[]): Fact[] {
  const facts: Fact[] = []
  const distinct = [...new Set(values.flatMap((value) => value ?? []))]
  for (const [item, value] of distinct.slice(0, itemsMax).entries()) addFact(facts, field, item, value)
  return facts
}

/** Name of the fact of an item's field. */
export const itemFact = (item: string, field: string): string => `${item}:${field}`

/** Facts of items of one kind: of these fields, or of values derived from each item. An absent list has none. */
export function ofItems<T extends object>(
  kind: string,
  items: readonly T[] | undefined,
  values: readonly (keyof T & string)[] | ((item: T) => FactValues),
): Fact[] {
  const facts: Fact[] = []
  for (const [at, item] of (items ?? []).slice(0, itemsMax).entries()) {
    const found = typeof values === 'function' ? values(item) : (item as FactValues)
    const names = typeof values === 'function' ? Object.keys(found) : values
    for (const name of names) addFact(facts, itemFact(kind, name), at, found[name])
  }
  return facts
}

function addFact(facts: Fact[], field: string, item: number, value: unknown): void {
  const stored = storedValue(value)
  if (stored !== undefined) facts.push({ field, item, value: stored })
}

function storedValue(value: unknown): string | number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const text = typeof value === 'string' ? value.trim().slice(0, textCharsMax) : ''
  return text === '' ? undefined : text
}

/** A time as a fact: milliseconds since 1970. */
export function instant(time: string | null | undefined): number | undefined {
  const at = time ? Date.parse(time) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** Part of a whole in percent, rounded down, so that a measurement that hardly moves stays the same fact. */
export function percent(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined
  return Math.floor((part * 100) / whole)
}
