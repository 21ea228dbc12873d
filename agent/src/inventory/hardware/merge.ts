import { isContainer } from '@rollcall/shared/inventory/virtualization.ts'
import type { Battery, GraphicsCard, HardwarePart, MemoryModule, SecurityPart } from '../parts.ts'
import { byText } from '../text.ts'
import { withoutFillers } from './fillers.ts'
import { steadyDisk, steadyVolume } from './steady-values.ts'

type Lists = Pick<
  HardwarePart,
  | 'disks'
  | 'volumes'
  | 'components'
  | 'graphics'
  | 'monitors'
  | 'printQueues'
  | 'accounts'
  | 'systemServices'
  | 'containers'
  | 'guests'
>
type Item<Name extends keyof Lists> = NonNullable<Lists[Name]>[number]

type Tpm = NonNullable<SecurityPart['tpm']>

/** Merges the parts of all sources. Each value comes from the first source that has it; lists are sorted. */
export function mergeHardware(parts: readonly HardwarePart[]): HardwarePart {
  const list = <Name extends keyof Lists>(name: Name, keyOf: (item: Item<Name>) => string) =>
    keyed(
      parts.flatMap((part) => (part[name] ?? []) as Item<Name>[]),
      keyOf,
    )
  const memory = parts.flatMap((part) => part.memory ?? [])
  const copies = new Map(parts.flatMap(({ graphics = [] }) => copiesOf(graphics)))
  const modules = memory.flatMap(({ modules }) => modules ?? [])
  const virtualization = parts.find((part) => part.system?.virtualization)?.system?.virtualization
  const isGuest = virtualization !== undefined && !isContainer(virtualization)
  return withoutEmpty({
    system: withoutFillers(fill(parts.map((part) => part.system))),
    os: orNone(fill(parts.map((part) => part.os))),
    firmware: orNone(withoutFillers(fill(parts.map((part) => part.firmware)))),
    board: orNone(withoutFillers(fill(parts.map((part) => part.board)))),
    processors: parts.find((part) => part.processors?.length)?.processors,
    memory:
      memory.length > 0
        ? withoutEmpty({
            totalBytes: (isGuest && sizeOf(modules)) || memory.find((part) => part.totalBytes)?.totalBytes,
            swapBytes: memory.find((part) => part.swapBytes !== undefined)?.swapBytes,
            modules,
          })
        : undefined,
    disks: list('disks', ({ name }) => name)?.map(steadyDisk),
    volumes: list('volumes', ({ mount }) => mount)?.map(steadyVolume),
    components: list('components', ({ id }) => id),
    graphics: list('graphics', (card) => `${card.bus ?? ''}\0${card.name}\0${copies.get(card)}`),
    monitors: list('monitors', ({ port }) => port),
    batteries: mergeBatteries(parts.flatMap((part) => (part.batteries ? [part.batteries] : []))),
    printQueues: list('printQueues', ({ name }) => name),
    // An account of a domain may have the name of a local one.
    accounts: list('accounts', ({ name, id }) => `${name}\0${id ?? ''}`),
    systemServices: list('systemServices', ({ name }) => name),
    containers: list('containers', ({ runtime, id }) => `${runtime}\0${id}`),
    guests: list('guests', ({ hypervisor, name, uuid }) => `${hypervisor}\0${name}\0${uuid ?? ''}`),
    kubernetesNode: orNone(fill(parts.map((part) => part.kubernetesNode))),
    security: orNone(mergeSecurity(parts.flatMap((part) => part.security ?? []))),
  })
}

/**
 * Returns the memory that a virtual machine was given, if each module has its size. The kernel's number changes while the
 * hypervisor takes memory back and returns it.
 */
const sizeOf = (modules: readonly MemoryModule[]): number | undefined =>
  modules.every(({ sizeBytes }) => sizeBytes)
    ? modules.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)
    : undefined

/** Numbers the cards of one source that it cannot tell apart: two equal ones are two, and not one seen twice. */
function copiesOf(cards: readonly GraphicsCard[]): [GraphicsCard, number][] {
  const counts = new Map<string, number>()
  return cards.map((card) => {
    const key = `${card.bus ?? ''}\0${card.name}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return [card, count]
  })
}

/**
 * Returns the batteries of the first source, because another one names the same battery otherwise. Others complete the
 * battery of their model, unless there are several.
 */
function mergeBatteries([first, ...others]: readonly Battery[][]): Battery[] | undefined {
  const all = (batteries: readonly Battery[], model: string | undefined) =>
    batteries.filter((battery) => model !== undefined && battery.model === model)
  return first
    ?.map((battery) => {
      const matching = others.flatMap((batteries) => all(batteries, battery.model))
      const isOne = all(first, battery.model).length === 1 && matching.length === 1
      return { ...battery, ...fill([battery, ...(isOne ? matching : [])]) }
    })
    .sort((left, right) => byText(left.name, right.name))
}

/** Merges the state of protection; firewalls and antivirus programs come from several sources. */
const mergeSecurity = (parts: readonly SecurityPart[]): SecurityPart =>
  withoutEmpty({
    ...fill(parts),
    tpm: mergeTpm(parts.flatMap(({ tpm }) => tpm ?? [])),
    firewalls: keyed(
      parts.flatMap((part) => part.firewalls ?? []),
      ({ name, profile }) => `${name}\0${profile ?? ''}`,
    ),
    antivirus: keyed(
      parts.flatMap((part) => part.antivirus ?? []),
      ({ name }) => name,
    ),
  })

/**
 * Completes the TPM of the first source: the firmware reports its manufacturer, the kernel only its version. A kernel
 * without a driver for it does not see the TPM that the firmware lists.
 */
function mergeTpm(found: readonly Tpm[]): Tpm | undefined {
  if (found.length === 0) return undefined
  const present = found.filter(({ isPresent }) => isPresent)
  return { isPresent: present.length > 0, ...fill(present) }
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
