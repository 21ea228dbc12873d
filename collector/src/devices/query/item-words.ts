import type { Field, Item } from '@rollcall/shared/query/fields.ts'

/** Values of an item's fields by their names, as facts store them. */
type ItemValues = ReadonlyMap<string, string | number>

/** An item in words: a name that stays while its values change, and the sentence about its values. */
export type NamedItem = { item: string; detail: string }

/** Fields that name an item. Without an entry here it is the field `name`. */
const namingFields: Readonly<Record<string, readonly string[]>> = {
  volume: ['mount'],
  vlan: ['id', 'name'],
  service: ['port', 'protocol'],
  listener: ['port', 'protocol'],
  certificate: ['port'],
  neighbor: ['port', 'name'],
  memoryModule: ['partNumber'],
  monitor: ['model', 'serialNumber'],
}

/** Kinds whose names alone do not say what they are. */
const withKind = new Set(['disk', 'vlan', 'service', 'listener', 'account', 'guest', 'container', 'monitor', 'battery'])

/** Words for the values of a field. Without an entry here they are the field's label and its value. */
const phrases: Readonly<Record<string, (value: string, isPast: boolean) => string>> = {
  'supply.level': (value) => `${value} left`,
  'volume.free': (value) => `${value} free`,
  'volume.freeBytes': (value) => `${value} free`,
  'certificate.ends': (value, isPast) => `${isPast ? 'ended' : 'ends'} on ${value}`,
  'disk.health': (value) => value,
}

/**
 * Names an item, and says the values of the fields that a query is about: `Black: 6 % left`. `address` is that of its
 * device.
 */
export function nameItem(
  item: Item,
  values: ItemValues,
  asked: ReadonlySet<string>,
  { address, now }: { address: string | null; now: Date },
): NamedItem {
  const naming = namingFields[item.name] ?? ['name']
  const separator = item.name === 'service' || item.name === 'listener' ? '/' : ' '
  const name = naming.flatMap((field) => values.get(field) ?? []).join(separator)
  const title = withKind.has(item.name) || name === '' ? `${item.label} ${name}`.trim() : name
  const said = item.fields.filter((field) => asked.has(field.name) && !naming.includes(field.name))
  const words = said.flatMap((field) => phraseOf(item, field, values.get(field.name), now) ?? [])
  if (item.name === 'certificate') {
    const host =
      address === null ? `port ${name}` : address.includes(':') ? `[${address}]:${name}` : `${address}:${name}`
    return { item: `port ${name}`, detail: [`Certificate of ${host}`, ...words].join(' ') }
  }
  return { item: title, detail: words.length === 0 ? title : `${title.replace(/:$/, '')}: ${words.join(', ')}` }
}

function phraseOf(item: Item, field: Field, value: string | number | undefined, now: Date): string | undefined {
  if (value === undefined) return undefined
  const text = valueWords(field, value)
  const phrase = phrases[`${item.name}.${field.name}`]
  if (phrase) return phrase(text, Number(value) < now.getTime())
  if (field.kind === 'boolean') return value === 0 ? `not ${field.label.toLowerCase()}` : field.label
  return `${field.label} ${text}`
}

/** A field of a device with its value, such as `UPS battery: low`. */
export const fieldWords = (field: Field, value: string | number): string =>
  `${field.label}: ${field.kind === 'boolean' ? (value === 0 ? 'no' : 'yes') : valueWords(field, value)}`

/** The day of a time in UTC, such as `3 May 2027`. */
const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const sizes = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

function valueWords({ kind }: Field, value: string | number): string {
  if (typeof value === 'string') return value
  if (kind === 'percent') return `${value} %`
  if (kind === 'time') return dayWords.format(value)
  if (kind !== 'size') return String(value)
  const power = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${Number((value / 1000 ** power).toPrecision(3))} ${sizes[power]}`
}
