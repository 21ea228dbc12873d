/** One entry of a device's change log. */
export type Change = {
  verb: 'Added' | 'Modified' | 'Deleted'
  entity: 'Hardware' | 'Network'
  /** Path inside the section: `system.model`, `disks[sda].sizeBytes`, `interfaces[eth0]`. */
  field: string
  from: string | null
  to: string | null
}

/**
 * A part of a section by its path. A part that is added or removed as a whole is named by `summary`. An `optional` field
 * that only one of two observations was able to read is no change.
 */
type Part = { summary?: string; fields: object; optional: readonly string[] }
export type Parts = ReadonlyMap<string, Part>

/** A part with one set of fields. */
export const plain = (path: string, fields: object = {}, optional: readonly string[] = []): [string, Part] => [
  path,
  { fields, optional },
]

export const sortedText = (values: readonly string[] | undefined) => values?.toSorted().join(', ')

/** A value of an item: one of its fields by name, or derived from several. */
type Value<T, V> = ((item: T) => V) | { [Name in keyof T]-?: T[Name] extends V ? Name : never }[keyof T]

const read = <T, V>(item: T, value: Value<T, V>): V => (typeof value === 'function' ? value(item) : (item[value] as V))

/** Items by a key. Items with equal keys are numbered by content, so that their order does not matter. */
export function list<T extends object>(
  path: string,
  items: readonly T[] | undefined,
  key: Value<T, string>,
  summary: Value<T, string | undefined>,
  { fields = (item) => item, optional = [] }: { fields?: (item: T) => object; optional?: readonly string[] } = {},
): [string, Part][] {
  const prepared = (items ?? [])
    .map((item) => {
      const compared = Object.fromEntries(Object.entries(fields(item)))
      return {
        key: read(item, key),
        text: JSON.stringify(compared, Object.keys(compared).sort()),
        compared,
        summary: read(item, summary),
      }
    })
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.text, b.text))
  const seen = new Map<string, number>()
  return prepared.map((item) => {
    const count = (seen.get(item.key) ?? 0) + 1
    seen.set(item.key, count)
    const name = count === 1 ? item.key : `${item.key}#${count}`
    return [`${path}[${name}]`, { summary: item.summary ?? item.key, fields: item.compared, optional }]
  })
}

/** Orders texts by their code units. */
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two sections by their parts. */
export function diffParts(entity: Change['entity'], before: Parts, after: Parts): Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths.flatMap((path): Change[] => {
    const from = before.get(path)
    const to = after.get(path)
    if (!from) return [{ verb: 'Added', entity, field: path, from: null, to: to?.summary ?? path }]
    if (!to) return [{ verb: 'Deleted', entity, field: path, from: from.summary ?? path, to: null }]
    return diffFields(entity, path, from, to)
  })
}

function diffFields(entity: Change['entity'], path: string, before: Part, after: Part): Change[] {
  const [old, current] = [textsOf(before.fields), textsOf(after.fields)]
  return [...new Set([...old.keys(), ...current.keys()])].sort().flatMap((name): Change[] => {
    const from = old.get(name) ?? null
    const to = current.get(name) ?? null
    const isUnread = from === null || to === null
    if (from === to || (isUnread && isOptional(name, after))) return []
    const verb = from === null ? 'Added' : to === null ? 'Deleted' : 'Modified'
    return [{ verb, entity, field: path === '' ? name : `${path}.${name}`, from, to }]
  })
}

const isOptional = (name: string, { optional }: Part) =>
  optional.some((field) => name === field || name.startsWith(`${field}.`))

/** Returns the values of fields as texts, those of an object inside by its path. An empty text is no value. */
function textsOf(fields: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, string][] => {
      const path = `${prefix}${name}`
      if (Array.isArray(value)) return value.length === 0 ? [] : [[path, sortedText(value.map(String)) ?? '']]
      if (typeof value === 'object' && value !== null) return [...textsOf(value, `${path}.`)]
      return value === undefined || value === '' ? [] : [[path, String(value)]]
    }),
  )
}
