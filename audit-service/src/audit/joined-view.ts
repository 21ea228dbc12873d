import { fill } from '@rollcall/agent/inventory/hardware/merge.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'

/** A host's own data from one access method. */
export type View = Pick<
  ObservationInput,
  | 'type'
  | 'name'
  | 'dnsName'
  | 'identity'
  | 'hardware'
  | 'software'
  | 'network'
  | 'evidence'
  | 'truncated'
  | 'incomplete'
>

/**
 * Joins the data of several access methods: the first has priority, the others fill its gaps. Lists are not mixed,
 * because the same component has another name in each.
 */
export function joinViews(...all: readonly (View | undefined)[]): View | undefined {
  const views = all.filter((view) => view !== undefined)
  const [first] = views
  if (first === undefined) return undefined
  const network = fill(views.map((view) => view.network))
  const hardware = fill(views.map((view) => view.hardware))
  const system = fill(views.map((view) => view.hardware?.system))
  return {
    type: typeOf(views),
    name: first.name,
    dnsName: views.find((view) => view.dnsName)?.dnsName,
    identity: fill(views.map((view) => view.identity)),
    hardware: { ...hardware, system },
    software: views.find((view) => view.software)?.software,
    network,
    evidence: views.flatMap((view) => view.evidence ?? []),
    truncated: views.flatMap((view) => view.truncated ?? []),
    incomplete: views.flatMap((view) => view.incomplete ?? []),
  }
}

/** Returns the most specific type: seen from inside, a NAS or a router is just a computer. */
function typeOf(views: readonly View[]): View['type'] {
  const types = views.map(({ type }) => type).filter((type) => type !== 'unknown')
  return types.find((type) => type !== 'computer') ?? types[0] ?? 'unknown'
}

/**
 * Reports whether two access methods at one address reach two machines, as behind a forwarded port: they show other
 * names and other cards.
 */
export function areOtherMachines(a: View, b: View): boolean {
  const [nameA, nameB] = [a, b].map(({ identity }) => identity.hostname?.trim().toLowerCase().split('.')[0])
  if (!nameA || !nameB || nameA.startsWith(nameB) || nameB.startsWith(nameA)) return false
  const [cardsA, cardsB] = [a, b].map(({ identity }) => identity.macAddresses?.map((mac) => mac.toLowerCase()) ?? [])
  return !!cardsA?.length && !!cardsB?.length && !cardsA.some((card) => cardsB.includes(card))
}
