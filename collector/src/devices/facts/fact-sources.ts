import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { isNewer, readingOf, type State, shownReadings } from '../../matching/newest-states.ts'
import type { FactPart } from '../../store/schema/device-facts.ts'
import { type Fact, single } from './fact.ts'
import { hardwareFacts } from './hardware-facts.ts'
import { networkFacts, serviceFacts } from './network-facts.ts'

/** Hashes of the sections that facts come from; null for a section that was never read. */
export type FactSources = Record<Exclude<FactPart, 'device'>, string | null>

/** The sections that the facts of a device with these states come from. */
export function factSources(states: readonly State[]): FactSources {
  const { hardware, network } = shownReadings(states)
  return {
    hardware: hardware?.hash ?? null,
    network: network?.hash ?? null,
    services: servicesHash(states) ?? network?.hash ?? null,
  }
}

/** An agent does not see which of its ports answer others, so an Audit Service's reading of them counts. */
const servicesHash = (states: readonly State[]): string | undefined =>
  states
    .flatMap((state) => (state.source === 'Service' ? (readingOf(state, 'network') ?? []) : []))
    .reduce<ReturnType<typeof readingOf>>((best, each) => (best && !isNewer(each, best) ? best : each), undefined)?.hash

/** The sources that differ; undefined if none does. */
export function changedSources(
  before: readonly State[],
  after: readonly State[],
): { factSources: Partial<FactSources> } | undefined {
  const [had, has] = [factSources(before), factSources(after)]
  const changed = sectionParts.filter((part) => had[part] !== has[part])
  if (changed.length === 0) return undefined
  return { factSources: Object.fromEntries(changed.map((part) => [part, has[part]])) }
}

const sectionParts = ['hardware', 'network', 'services'] as const

/** Facts of these sources. `contents` has the sections by hash. */
export function factsOfSources(
  sources: Partial<FactSources>,
  contents: ReadonlyMap<string, unknown>,
): Partial<Record<FactPart, Fact[]>> {
  const read = (hash: string | null) => contents.get(hash ?? '') ?? {}
  const { hardware, network, services } = sources
  return {
    ...(hardware !== undefined && { hardware: hardwareFacts(read(hardware) as Partial<Hardware>) }),
    ...(network !== undefined && { network: networkFacts(read(network) as Partial<Network>) }),
    ...(services !== undefined && { services: serviceFacts(read(services) as Partial<Network>) }),
  }
}

/**
 * Facts of a device's record, except those that its own columns and their indexes are searched by. The type is searched
 * both ways: a set of most devices is combined with others by its facts.
 */
export const factsOfRow = ({ type, manufacturer, model, customFields }: DeviceRow): Fact[] =>
  single({
    type,
    manufacturer,
    model,
    ...Object.fromEntries(Object.entries(customFields).map(([key, value]) => [`custom.${key}`, value])),
  })
