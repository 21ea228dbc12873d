import type { HardwarePart } from '../parts.ts'
import { byText } from '../text.ts'

/** Merges the parts of all sources. Each value comes from the first source that has it; lists are sorted. */
export function mergeHardware(parts: readonly HardwarePart[]): HardwarePart {
  const memory = parts.flatMap((part) => part.memory ?? [])
  const disks = keyed(
    parts.flatMap((part) => part.disks ?? []),
    ({ name }) => name,
  )
  const volumes = keyed(
    parts.flatMap((part) => part.volumes ?? []),
    ({ mount }) => mount,
  )
  const components = keyed(
    parts.flatMap((part) => part.components ?? []),
    ({ id }) => id,
  )
  const processors = parts.find((part) => part.processors?.length)?.processors
  return withoutEmpty({
    system: withoutFillers(fill(parts.map((part) => part.system))),
    os: orNone(fill(parts.map((part) => part.os))),
    firmware: orNone(withoutFillers(fill(parts.map((part) => part.firmware)))),
    board: orNone(withoutFillers(fill(parts.map((part) => part.board)))),
    processors,
    memory:
      memory.length > 0
        ? {
            totalBytes: memory.find((part) => part.totalBytes)?.totalBytes,
            modules: memory.flatMap(({ modules }) => modules ?? []),
          }
        : undefined,
    disks,
    volumes,
    components,
  })
}

/** Returns the first existing value of each key. */
export function fill<T extends object>(parts: readonly (T | undefined)[]): Partial<T> {
  const filled: Partial<T> = {}
  for (const part of parts) Object.assign(filled, { ...part, ...withoutEmpty(filled) })
  return withoutEmpty(filled)
}

/** Merges the items of each key, in the order of the keys. */
function keyed<T extends object>(items: readonly T[], keyOf: (item: T) => string): T[] | undefined {
  const groups = Map.groupBy(items, keyOf)
  if (groups.size === 0) return undefined
  return [...groups]
    .sort(([left], [right]) => byText(left, right))
    .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [{ ...first, ...fill([first, ...rest]) }]))
}

function withoutEmpty<T extends object>(value: T): T {
  const values = { ...value }
  for (const key in values) if (values[key] === undefined || values[key] === '') delete values[key]
  return values
}

/** Returns undefined for an object without values. */
const orNone = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined)

/** Placeholders that manufacturers leave in SMBIOS fields; they count as no value. */
const fillers = new Set([
  'to be filled by o.e.m.',
  'default string',
  'system manufacturer',
  'system product name',
  'system serial number',
  'system version',
  'chassis serial number',
  'base board serial number',
  'asset tag',
  'no asset tag',
  'no asset information',
  'not specified',
  'not available',
  'not applicable',
  'n/a',
  'none',
  'unknown',
  'o.e.m.',
  'oem',
  'invalid',
])

function withoutFillers<T extends object>(value: T): T {
  const values = { ...value }
  for (const key in values) {
    const text = values[key]
    if (typeof text === 'string' && fillers.has(text.trim().toLowerCase())) delete values[key]
  }
  return values
}
