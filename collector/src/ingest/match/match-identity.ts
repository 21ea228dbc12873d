import { dayMs } from '@rollcall/shared/durations.ts'
import { isHypervisorMac } from '@rollcall/shared/inventory/junk/addresses.ts'
import type { Evidence, MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { Operation } from '../../device-records/operation.ts'
import { type SightingRow, type SightingSummary, tracesFor } from '../../device-records/sightings.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { foundationOf } from '../../devices/sightings/first-sighting.ts'
import type { Suspect } from '../../identity/two-machines/find-two-machines.ts'
import { haveOnlyAddress, isAppliance } from '../../matching/appliances.ts'
import type { StoredIdentifier } from '../../matching/candidates.ts'
import { agrees, isOf } from '../../matching/cluster-sightings.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import { hasAgent, wasAudited } from '../../matching/newest-states.ts'
import { areInTurns, encloses, mayShowHosts } from '../../matching/relate-sightings.ts'
import { isAnswer } from '../../matching/sighting.ts'
import { type Identifier, isComplete, losesAddress, updateIdentifiers } from '../../matching/update-identifiers.ts'
import { candidatesFor, isByOtherService, type LoadedDevice, type Observed, type UnitOfWork } from './unit-of-work.ts'

/** Identity changes of the observation's device and of others. */
type IdentityMatch = Pick<LoadedDevice, 'identifiers' | 'sightings'> & {
  changes: { identifiers: NonNullable<DeviceChangeset['identifiers']>; sightings: SightingDelta }
  /** Devices that are no longer reached at an address of this one. */
  losing: { device: LoadedDevice; removed: StoredIdentifier[] }[]
  /** Set if another order of the same observations might have made other devices. */
  needsReclustering: boolean
  /** Set if the device may be two machines that report in turn. */
  suspects: Suspect[]
}

type SightingDelta = { inserted: SightingRow[]; touched: SightingSummary[]; deleted: SightingSummary[] }

type Matched = { device: LoadedDevice; reason: Pick<MatchReason, 'matched'>; isNewest: boolean } & {
  /** Set if the device is not stored yet. */
  isNew: boolean
  /** Set if the device returns after it was deleted. */
  isReturned: boolean
}

export function matchIdentity(work: UnitOfWork, observation: Observed, matched: Matched): IdentityMatch {
  const { device } = matched
  const { evidence, observedAt } = observation
  const seen = seeAgain(work, observation, matched)
  const { identifiers, changes } = identify(work, observation, matched)
  const others = candidatesFor(work, evidence).filter(({ row }) => row.id !== device.row.id)
  const candidate = { deviceId: device.row.id, identifiers: [...identifiers.values()] }
  const isNew = !device.sightings.has(observation.sightingKey)
  const isByAgent = observation.head.source === 'Agent' || hasAgent(device.states)
  const absorbs = others.some((other) => {
    if (isDecided(other)) return false
    const existing = [...other.identifiers.values()]
    if (wasAudited(other.states)) return isNew && agrees(existing, candidate)
    const isElsewhere = isAppliance(other.row.type) && isByAgent && haveOnlyAddress(existing, candidate.identifiers)
    return !isElsewhere && isOf(existing, candidate)
  })
  const reached = evidence.filter(({ kind }) => kind === 'ip')
  const losing = candidatesFor(work, reached).flatMap((other) => {
    if (other.row.id === device.row.id) return []
    const by = { evidence: reached, observedAt, isByOtherService: isByOtherService(work, observation, other) }
    const removed = [...other.identifiers.values()].filter((row) => losesAddress(row, by))
    return removed.length === 0 ? [] : [{ device: other, removed }]
  })
  return {
    identifiers,
    sightings: seen.sightings,
    changes: { identifiers: changes, sightings: seen.changes },
    losing,
    needsReclustering: seen.isOutOfOrder || absorbs,
    suspects: seen.isSuspect ? [suspectOf(observation, device)] : [],
  }
}

/** Names a device to check: all its sightings for an answer to a ping, otherwise the pairs of this sighting. */
const suspectOf = ({ head: { depth }, evidence, sightingKey }: Observed, { row }: LoadedDevice): Suspect =>
  isAnswer({ depth, evidence }) ? { deviceId: row.id } : { deviceId: row.id, key: sightingKey }

const isDecided = ({ sightings }: LoadedDevice): boolean => [...sightings.values()].some(({ decided }) => decided)

function identify(work: UnitOfWork, { evidence, observedAt, head }: Observed, { device, reason, isNewest }: Matched) {
  const isAudited = wasAudited(device.states)
  const { write, remove } = updateIdentifiers(
    [...device.identifiers.values()],
    {
      ...{ evidence, observedAt, isNewest, origin: head.source },
      isComplete: isComplete({ depth: head.depth, isAudited, matched: reason.matched }),
    },
    (identifier) => (work.holders.get(keyOf(identifier))?.size ?? 0) > 1,
  )
  const [added, updated]: [Identifier[], Identifier[]] = [[], []]
  for (const row of write) (device.identifiers.has(keyOf(row)) ? updated : added).push(row)
  const changes = { added, updated, removed: remove }
  return { identifiers: withChanges(device.identifiers, changes), changes }
}

function withChanges(
  identifiers: LoadedDevice['identifiers'],
  { added, updated, removed }: NonNullable<DeviceChangeset['identifiers']>,
): LoadedDevice['identifiers'] {
  if (added.length + updated.length + removed.length === 0) return identifiers
  const changed = new Map(identifiers)
  for (const row of removed) changed.delete(keyOf(row))
  for (const row of [...added, ...updated]) changed.set(keyOf(row), row)
  return changed
}

/** The change of another device that is no longer reached at some addresses. */
export function losing(
  operation: Operation,
  device: LoadedDevice,
  removed: readonly StoredIdentifier[],
): { device: LoadedDevice; changeset: DeviceChangeset } {
  const { row } = device
  const identifiers = { added: [], updated: [], removed }
  return {
    device: { ...device, identifiers: withChanges(device.identifiers, identifiers) },
    changeset: { operation, deviceId: row.id, row: { before: row, after: row }, identifiers, changes: [], events: [] },
  }
}

type Seen = Pick<LoadedDevice, 'sightings'> & { changes: SightingDelta; isOutOfOrder: boolean; isSuspect: boolean }

/**
 * Records a sighting. A repeated sighting only moves its times. If a new one is late, or one repeats after others did,
 * the same observations in order might have made other devices: they are reclustered after the group is written.
 */
function seeAgain(work: UnitOfWork, observation: Observed, matched: Matched): Seen {
  const { device } = matched
  const { sightingKey: key, observedAt: at, head } = observation
  const before = device.sightings.get(key)
  const all = [...device.sightings.values()].filter((each) => each.key !== key)
  const others = all.filter(({ depth }) => depth === head.depth)
  const isAudit = head.depth === 'audit'
  if (!before) {
    const isSuspect = isAudit && others.length >= 2
    return { ...seeNew(work, observation, matched), isOutOfOrder: isLate(work, device, observation), isSuspect }
  }
  if (at >= before.firstAt && at <= before.lastAt) {
    const isBetween = at > before.firstAt && at < before.lastAt
    const isSuspect = isBetween && isAudit && others.some((other) => encloses(before, other))
    return { sightings: device.sightings, changes: noChanges, isOutOfOrder: false, isSuspect }
  }
  const hasOvertaken = others.some(
    ({ firstAt }) => firstAt > before.firstAt && firstAt >= before.lastAt && firstAt < at,
  )
  const firstAt = at < before.firstAt ? at : before.firstAt
  const lastAt = at > before.lastAt ? at : before.lastAt
  const after = { ...before, firstAt, lastAt }
  return {
    sightings: new Map(device.sightings).set(key, after),
    changes: { ...noChanges, touched: [after] },
    isOutOfOrder: at < before.firstAt || (isAudit && hasOvertaken),
    isSuspect: (isAudit && hasOvertaken) || (mayBeOfTwo(observation, all) && hasNewTurn(before, after, all)),
  }
}

/** Reports whether an observation may show a second machine: an answer only if those at its card may show several hosts. */
function mayBeOfTwo({ head: { depth }, evidence }: Observed, others: readonly SightingSummary[]): boolean {
  if (!isAnswer({ depth, evidence })) return true
  const answers = others.filter((other) => other.depth === 'discovery').length + 1
  return mayShowHosts(
    answers,
    evidence.some(({ kind, value }) => kind === 'mac' && isHypervisorMac(value)),
  )
}

/**
 * Reports whether a sighting may have begun to take turns with others, or still takes them on another day. A host that
 * is read by its agent and by scans takes turns all the time, so those are compared on one day a week.
 */
function hasNewTurn(before: SightingSummary, after: SightingSummary, others: readonly SightingSummary[]): boolean {
  const isSince = (ms: number) => Math.floor(Date.parse(before.lastAt) / ms) < Math.floor(Date.parse(after.lastAt) / ms)
  const [isAnotherDay, isAnotherWeek] = [isSince(dayMs), isSince(7 * dayMs)]
  return others.some((other) => {
    const isAlike = other.source === after.source && other.depth === 'audit' && after.depth === 'audit'
    if (isAlike && encloses(other, after)) return true
    // Answers come between an agent's reports all the time: it is they that may show another machine.
    const isNews = other.depth === after.depth || after.depth === 'discovery'
    const isDue = isAlike ? isAnotherDay : isAnotherWeek
    return areInTurns(after, other) && (isDue || (isNews && !areInTurns(before, other)))
  })
}

const noChanges: SightingDelta = { inserted: [], touched: [], deleted: [] }

/** Maximum number of sightings stored per device: a device with another address every day does not fill the store. */
const sightingsMax = 32

function seeNew(
  work: UnitOfWork,
  { sightingKey: key, reported, observedAt, head, sections, fields }: Observed,
  { device, isNew, isReturned }: Matched,
): Pick<Seen, 'sightings' | 'changes'> {
  const { source, depth } = head
  // The identifiers of an earlier release represent all evidence of the device.
  const foundation =
    !isNew && device.sightings.size === 0
      ? [foundationOf({ ...device, states: [...device.states], identifiers: [...device.identifiers.values()] })]
      : []
  const isShown = depth === 'audit' || sections.size > 0
  const row: SightingRow = {
    ...{ deviceId: device.row.id, siteId: work.siteId, key, source, depth, decided: isReturned },
    ...{ firstAt: observedAt, lastAt: observedAt, evidence: [...reported], fields: isShown ? null : fields },
  }
  const inserted = [...foundation, row]
  const sightings = new Map(device.sightings)
  for (const each of inserted) sightings.set(each.key, each)
  const oldest = sightings.size > sightingsMax ? oldestOf(sightings) : undefined
  if (oldest) sightings.delete(oldest.key)
  return { sightings, changes: { inserted, touched: [], deleted: oldest ? [oldest] : [] } }
}

/** The sighting that was not repeated for longest, but never the first one or one that a person decided on. */
function oldestOf(sightings: LoadedDevice['sightings']): SightingSummary | undefined {
  const [, ...others] = [...sightings.values()].sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1))
  return others
    .filter(({ decided }) => !decided)
    .reduce<SightingSummary | undefined>(
      (first, each) => (first && first.lastAt < each.lastAt ? first : each),
      undefined,
    )
}

/** Reports whether a device that shares evidence with the observation was seen after it. */
function isLate(work: UnitOfWork, device: LoadedDevice, { evidence, sightingKey, observedAt }: Observed): boolean {
  const before = work.devices.get(work.seenAs.get(sightingKey) ?? '')
  const ids = tracesFor(evidence).flatMap((key) => [...(work.traces.get(keyOf(key)) ?? [])])
  const traced = before ? [before] : ids.flatMap((id) => work.devices.get(id) ?? [])
  return [device, ...traced, ...candidatesFor(work, evidence as Evidence[])].some(
    ({ row }) => row.lastSeen > observedAt,
  )
}
