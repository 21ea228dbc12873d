import { dayMs } from '@rollcall/shared/durations.ts'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'

export const stateSections = ['hardware', 'software', 'network', 'customFields'] as const
export type StateSection = (typeof stateSections)[number]

/** A snapshot with its place in the order of time. */
type SnapshotReference = { snapshotId: string; observationId: string; auditDate: string }

/**
 * The newest snapshot of a device by one source at one depth, and the sections of that source by their hashes. A
 * section that the snapshot does not have was not read: it is the last one that an earlier snapshot of the source had.
 */
export type State = SnapshotReference & {
  source: SnapshotSource
  depth: Observation['depth']
  hardwareHash: string | null
  softwareHash: string | null
  networkHash: string | null
  customFieldsHash: string | null
  /** The snapshots of sections that the newest snapshot does not have; null if it has all of these. */
  earlier: Partial<Record<StateSection, SnapshotReference>> | null
}

/** A section of a source, and the snapshot that it was read by. */
export type SectionReading = SnapshotReference & { source: SnapshotSource; hash: string }

/** The section that a state has; undefined if no snapshot of its source had it. */
export function readingOf(state: State, section: StateSection): SectionReading | undefined {
  const hash = state[`${section}Hash`]
  if (!hash) return undefined
  const { snapshotId, observationId, auditDate } = state.earlier?.[section] ?? state
  return { source: state.source, hash, snapshotId, observationId, auditDate }
}

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

/**
 * Joins two states of one source at one depth: the newer snapshot, and the newer reading of each section. The result
 * does not depend on the order in which states are joined. It is `a` itself if `b` adds nothing.
 */
export function joinStates<S extends State>(a: S, b: S): S {
  const [last, before] = isNewer(b, a) ? [b, a] : [a, b]
  const taken = stateSections.flatMap((section) => {
    const [now, then] = [readingOf(last, section), readingOf(before, section)]
    return then && (!now || isNewer(then, now)) ? [{ section, ...then }] : []
  })
  if (taken.length === 0) return last
  const hashes = Object.fromEntries(taken.map(({ section, hash }) => [`${section}Hash`, hash]))
  const origins = taken.map(({ section, snapshotId, observationId, auditDate }) => [
    section,
    { snapshotId, observationId, auditDate },
  ])
  return { ...last, ...hashes, earlier: { ...last.earlier, ...Object.fromEntries(origins) } }
}

/** The joined state of each source and depth. */
export const newestStates = <S extends State>(states: readonly S[]): S[] =>
  [...Map.groupBy(states, originOf).values()].map((same) => same.reduce(joinStates))

export const originOf = ({ source, depth }: Pick<State, 'source' | 'depth'>): string => `${source} ${depth}`

/** Reports whether two states of one origin have the same snapshot and the same readings. */
export const isSameState = (a: State, b: State): boolean =>
  a.snapshotId === b.snapshotId &&
  stateSections.every((section) => readingOf(a, section)?.snapshotId === readingOf(b, section)?.snapshotId)

type Dated = Pick<State, 'source' | 'auditDate' | 'observationId'>

const newest = <T extends Dated>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>((best, each) => (best && !isNewer(each, best) ? best : each), undefined)

const auditsAmong = <S extends State>(states: readonly S[]): S[] => states.filter(({ depth }) => depth === 'audit')

/** The current snapshot: the newest audit, or the newest observation from outside if there is no audit. */
export function currentOf<S extends State>(states: readonly S[]): S | undefined {
  return newest(auditsAmong(states)) ?? newest(states)
}

/** Time for which an agent's snapshot outranks one read over the network, which contains less. */
const agentRanksMs = 7 * dayMs

/**
 * Chooses the newest, but none over the network while the device's own agent reports. Otherwise the two would alternate
 * with every scan.
 */
function firstInRank<T extends Dated>(audits: readonly T[]): T | undefined {
  const latest = newest(audits)
  const agent = audits.find(({ source }) => source === 'Agent')
  if (!latest || !agent) return latest
  const age = Date.parse(latest.auditDate) - Date.parse(agent.auditDate)
  return latest.source === 'Service' && age <= agentRanksMs ? agent : latest
}

/** The audit that describes the device as a whole now. */
export const ownerOf = <S extends State>(states: readonly S[]): S | undefined => firstInRank(auditsAmong(states))

const readingsIn = (states: readonly State[], section: StateSection): SectionReading[] =>
  states.flatMap((state) => readingOf(state, section) ?? [])

/** The reading of a section that describes the device now; undefined if no audit has read it. */
export const shownReading = (states: readonly State[], section: StateSection): SectionReading | undefined =>
  firstInRank(readingsIn(auditsAmong(states), section))

/**
 * The readings that a device's data consists of: the sections of the current snapshot, and for each that it lacks the
 * one that describes the device now. Observations from outside give the sections that no audit has read.
 */
export const shownReadings = (states: readonly State[]): Record<StateSection, SectionReading | undefined> => {
  const current = currentOf(states)
  const shown = (section: StateSection) => {
    const reading = current && readingOf(current, section)
    if (reading?.snapshotId === current?.snapshotId) return reading
    return shownReading(states, section) ?? newest(readingsIn(states, section))
  }
  return {
    hardware: shown('hardware'),
    software: shown('software'),
    network: shown('network'),
    customFields: shown('customFields'),
  }
}

/** Ids of all snapshots that a state refers to. */
export const snapshotIdsIn = ({ snapshotId, earlier }: Pick<State, 'snapshotId' | 'earlier'>): string[] => [
  snapshotId,
  ...Object.values(earlier ?? {}).map((each) => each.snapshotId),
]

/** Reports whether an audit ever read a device. If not, it may turn out to be an address of another one. */
export const wasAudited = (states: readonly Pick<State, 'depth'>[]): boolean =>
  states.some(({ depth }) => depth === 'audit')

/** Reports whether an agent ever reported a device. */
export const hasAgent = (states: readonly Pick<State, 'source'>[]): boolean =>
  states.some(({ source }) => source === 'Agent')
