import { dayMs } from '@rollcall/shared/durations.ts'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'

/** The newest snapshot of a device by one source at one depth, and its sections by their hashes. */
export type State = {
  source: SnapshotSource
  depth: Observation['depth']
  snapshotId: string
  observationId: string
  auditDate: string
  hardwareHash: string | null
  softwareHash: string | null
  networkHash: string | null
}

export type StateSection = 'hardwareHash' | 'softwareHash' | 'networkHash'

/**
 * Reports whether `a` is newer: by time, then by observation id, so that the result does not depend on the order of
 * arrival.
 */
export function isNewer(
  a: Pick<State, 'auditDate' | 'observationId'>,
  b: Pick<State, 'auditDate' | 'observationId'>,
): boolean {
  return a.auditDate === b.auditDate ? a.observationId > b.observationId : a.auditDate > b.auditDate
}

/** The newest state of each source and depth. */
export const newestStates = <S extends State>(states: readonly S[]): S[] =>
  [...Map.groupBy(states, ({ source, depth }) => `${source} ${depth}`).values()].map((same) =>
    same.reduce((best, state) => (isNewer(state, best) ? state : best)),
  )

const newest = (states: readonly State[]): State | undefined =>
  states.reduce<State | undefined>((best, state) => (best && !isNewer(state, best) ? best : state), undefined)

/** The current snapshot: the newest audit, or the newest observation from outside if there is no audit. */
export function currentOf(states: readonly State[]): State | undefined {
  return newest(states.filter(({ depth }) => depth === 'audit')) ?? newest(states)
}

/** Time for which an agent's snapshot outranks one read over the network, which contains less. */
const agentRanksMs = 7 * dayMs

/**
 * The snapshot that describes the device now, as a whole or in one section: the newest audit, but none over the network
 * while the device's own agent reports. Otherwise the two would alternate with every scan.
 */
export function ownerOf(states: readonly State[], section?: StateSection): State | undefined {
  const holding = states.filter(
    (state) => state.depth === 'audit' && (section === undefined || state[section] !== null),
  )
  const latest = newest(holding)
  const agent = holding.find(({ source }) => source === 'Agent')
  if (!latest || !agent) return latest
  const age = Date.parse(latest.auditDate) - Date.parse(agent.auditDate)
  return latest.source === 'Service' && age <= agentRanksMs ? agent : latest
}
