import type { Hardware } from './hardware.ts'
import type { Network } from './network.ts'
import { withoutCounters, withoutMoments } from './text-counters.ts'

/**
 * Fields that hold measurements: counters, levels, link states, current neighbors. They differ in each observation, so
 * they are stored apart from the rest and do not count as changes of the device.
 */
export const volatileFields = {
  hardware: {
    system: { description: withoutCounters, contact: withoutCounters, location: withoutCounters },
    processors: { speedMhz: true },
    os: { bootedAt: true, pendingUpdates: { listsFrom: true } },
    volumes: { freeBytes: true },
    disks: {
      health: { celsius: true, wearPercent: true, powerOnHours: true, reallocatedSectors: true, mediaErrors: true },
    },
    batteries: { fullMilliwattHours: true, cycles: true, chargePercent: true },
    printQueues: { isDefault: true },
    accounts: { isSignedIn: true, lastSignInAt: true },
    systemServices: { state: true },
    containers: { state: true },
    guests: { state: true },
    security: { antivirus: { signaturesFrom: true }, timeSync: { isSynchronized: true } },
    printer: {
      status: true,
      supplies: { level: true, left: true },
      markers: { lifeCount: true, powerOnCount: true },
      trays: { level: true, left: true },
      covers: { status: true },
      alerts: true,
      display: true,
    },
    ups: { battery: true, source: true, input: true, output: true, alarms: true },
  },
  network: {
    interfaces: { operStatus: true, speedBps: true, duplex: true, promiscuous: true, aggregate: true },
    services: { banner: withoutMoments },
    neighbors: true,
    linkAddresses: true,
  },
} satisfies { hardware: Fields<Hardware>; network: Fields<Network> }

/** Returns the stable part of a text. If that differs from the text, the whole text is volatile. */
type StableText = (text: string) => string

/** Field names, for a list those of each item; `true` marks the whole field. */
type Fields<T> = T extends readonly (infer Item)[]
  ? Fields<Item>
  : { [K in keyof T]?: true | (NonNullable<T[K]> extends string ? StableText : Fields<NonNullable<T[K]>>) }
/** Untyped form of `Fields`. */
type Tree = { readonly [name: string]: true | StableText | Tree }

type Split = { stable: unknown; volatile: unknown }

/**
 * Splits a section in two; `volatile` is undefined if the section has no volatile fields. List items keep their index
 * in both.
 */
export function splitVolatile(value: unknown, fields: Tree): Split {
  if (Array.isArray(value)) {
    const items = value.map((item) => splitVolatile(item, fields))
    const isSplit = items.some((item) => item.volatile !== undefined)
    return {
      stable: items.map((item) => item.stable),
      volatile: isSplit ? items.map((item) => item.volatile ?? {}) : undefined,
    }
  }
  if (typeof value !== 'object' || value === null) return { stable: value, volatile: undefined }
  const stable: [string, unknown][] = []
  const volatile: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) {
    const below = Object.hasOwn(fields, name) ? fields[name] : undefined
    const parts = splitField(field, below)
    if (parts.stable !== undefined) stable.push([name, parts.stable])
    if (parts.volatile !== undefined) volatile.push([name, parts.volatile])
  }
  return {
    stable: Object.fromEntries(stable),
    volatile: volatile.length > 0 ? Object.fromEntries(volatile) : undefined,
  }
}

function splitField(field: unknown, below: Tree[string] | undefined): Split {
  if (below === true) return { stable: undefined, volatile: field }
  if (below === undefined) return { stable: field, volatile: undefined }
  if (typeof below !== 'function') return splitVolatile(field, below)
  const stable = typeof field === 'string' ? below(field) : field
  return { stable, volatile: stable === field ? undefined : field }
}

/** Returns the section that was split. */
export function joinVolatile(stable: unknown, volatile: unknown): unknown {
  if (volatile === undefined) return stable
  if (Array.isArray(stable) && Array.isArray(volatile))
    return stable.map((item, at) => joinVolatile(item, volatile[at]))
  if (!isObject(stable) || !isObject(volatile)) return volatile
  const joined = Object.entries(volatile).map(([name, field]) => [
    name,
    Object.hasOwn(stable, name) ? joinVolatile(stable[name], field) : field,
  ])
  return { ...stable, ...Object.fromEntries(joined) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
