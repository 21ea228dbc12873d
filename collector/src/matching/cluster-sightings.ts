import type { Evidence, EvidenceKind, MatchReason } from '@rollcall/shared/inventory/match.ts'
import { haveOnlyAddress } from './appliances.ts'
import { type Candidate, compare } from './candidates.ts'
import { isDoubtful, reconcile } from './choose-device.ts'
import { judge } from './compare-evidence.ts'
import { strengthOf } from './evidence.ts'
import { keyOf, type LookupKey, lookupKeys } from './lookup-keys.ts'
import { relateSightings, united } from './relate-sightings.ts'
import { chosenForm, formOf } from './shown-value.ts'
import { isAnswer, isMovable, isTransientSighting, type Sighting } from './sighting.ts'
import { type Identifier, isComplete, isTransient, losesAddress, updateIdentifiers } from './update-identifiers.ts'

/** A device as clustering makes it. */
export type Group = {
  /** Device decided by a person; null if the rules made the group. */
  decided: string | null
  /** Temporary name of the group in reasons, until its device is determined. */
  placeholder: string
  identifiers: Map<string, Identifier>
  isAudited: boolean
  firstSeen: string
  lastSeen: string
  /** Sightings with their times at this device. One without lasting evidence may have been at others too. */
  members: Map<Sighting, string[]>
  /** Reasons for the sightings that no person decided. */
  reasons: Map<Sighting, MatchReason>
}

type Decisions = {
  /** Do-not-merge decisions between devices, by either's id. */
  doNotMerge: ReadonlyMap<string, ReadonlySet<string>>
  /** Audit Services that last saw devices, by device. */
  services: ReadonlyMap<string, string>
  /** Keys of the sightings from outside that show an appliance. */
  appliances: ReadonlySet<string>
}

/** One end of a sighting. */
type Moment = { sighting: Sighting; at: string }

/**
 * Clusters sightings into devices. They are replayed in order of time, so that the result depends only on the set of
 * sightings. A person's decisions hold, and two hosts that were live at once never become one.
 */
export function clusterSightings(sightings: readonly Sighting[], decisions: Decisions): Group[] {
  const all = combined(sightings)
  const state: State = {
    groups: [],
    holders: new Map(),
    groupOf: new Map(),
    otherHosts: hostPairsOf(all),
    ...decisions,
  }
  for (const sighting of all) if (sighting.decided) assignDecided(state, sighting)
  // Values that both groups have prove nothing about sightings before either.
  for (const [key, groups] of state.holders)
    if (groups.size > 1) for (const group of [...groups]) drop(state, group, key)
  const moments = all.flatMap((sighting): Moment[] =>
    sighting.lastAt === sighting.firstAt
      ? [{ sighting, at: sighting.firstAt }]
      : [
          { sighting, at: sighting.firstAt },
          { sighting, at: sighting.lastAt },
        ],
  )
  for (const moment of moments.sort(byTime)) step(state, moment)
  return state.groups.filter(({ members }) => members.size > 0)
}

const byTime = (a: Moment, b: Moment): number => {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  if (a.sighting.key !== b.sighting.key) return a.sighting.key < b.sighting.key ? -1 : 1
  return (a.sighting.deviceId ?? '') < (b.sighting.deviceId ?? '') ? -1 : 1
}

/** Combines a sighting that several devices had in turn, unless a person decided where it belongs. */
function combined(sightings: readonly Sighting[]): Sighting[] {
  const parts = Map.groupBy(sightings, ({ key, decided, deviceId }) => (decided ? `${key} ${deviceId}` : key))
  return [...parts.values()].flatMap((same) => {
    const [first] = same
    const { firstAt, lastAt } = united(same)
    return first ? [{ ...first, firstAt, lastAt }] : []
  })
}

type State = Decisions & {
  groups: Group[]
  /** Groups by a value that finds them. */
  holders: Map<string, Set<Group>>
  /** Groups of sightings with lasting evidence or a name. */
  groupOf: Map<Sighting, Group>
  otherHosts: ReadonlyMap<Sighting, ReadonlySet<Sighting>>
}

/** Finds sightings of two live hosts among those that share a value which would merge them. */
function hostPairsOf(sightings: readonly Sighting[]): Map<Sighting, Set<Sighting>> {
  const otherHosts = new Map<Sighting, Set<Sighting>>()
  const byValue = new Map<string, Sighting[]>()
  const addPair = (a: Sighting, b: Sighting) => otherHosts.set(a, (otherHosts.get(a) ?? new Set()).add(b))
  const audits = sightings.filter(({ depth }) => depth === 'audit')
  const relation = relateSightings(audits)
  for (const sighting of audits) {
    const others = new Set(lookupKeys(sighting.evidence).flatMap((key) => byValue.get(keyOf(key)) ?? []))
    for (const other of others) {
      if (sighting.decided && other.decided) continue
      if (relation(sighting, other) !== 'two') continue
      addPair(sighting, other)
      addPair(other, sighting)
    }
    for (const key of lookupKeys(sighting.evidence)) {
      const existing = byValue.get(keyOf(key))
      if (existing) existing.push(sighting)
      else byValue.set(keyOf(key), [sighting])
    }
  }
  return otherHosts
}

function step(state: State, moment: Moment): void {
  const { sighting, at } = moment
  const { group, matched, reason } = find(state, sighting)
  const isNew = !group.members.has(sighting)
  if (reason && !group.reasons.has(sighting)) group.reasons.set(sighting, reason)
  const times = group.members.get(sighting)
  if (times) times.push(at)
  else group.members.set(sighting, [at])
  if (!(isTransientSighting(sighting) && isMovable(sighting)) && !isAnswer(sighting)) state.groupOf.set(sighting, group)
  addPair(state, group, moment, matched)
  for (const other of foldable(state, group, sighting, isNew)) fold(state, other, group)
  leaveAddresses(state, group, moment)
  group.firstSeen = group.firstSeen < at ? group.firstSeen : at
  group.lastSeen = group.lastSeen > at ? group.lastSeen : at
  group.isAudited ||= sighting.depth === 'audit'
}

/**
 * Applies a person's decisions from the beginning, whenever they were made: the lasting evidence of a decided device
 * also counts for earlier sightings.
 */
function assignDecided(state: State, sighting: Sighting): void {
  const group = decidedGroup(state, sighting)
  group.firstSeen = group.firstSeen < sighting.firstAt ? group.firstSeen : sighting.firstAt
  for (const item of sighting.evidence.filter((each) => !isTransient(each))) {
    const times = { firstSeen: sighting.firstAt, lastSeen: sighting.firstAt }
    const existing = group.identifiers.get(keyOf(item))
    if (!existing || existing.firstSeen > times.firstSeen)
      hold(state, group, { kind: item.kind, value: item.value, ...formOf(item), origin: sighting.source, ...times })
  }
}

const decidedGroup = (state: State, sighting: Sighting): Group =>
  state.groups.find(({ decided }) => decided === sighting.deviceId) ?? newGroup(state, sighting)

type Found = { group: Group; matched: readonly { kind: EvidenceKind }[]; reason?: MatchReason }

function find(state: State, sighting: Sighting): Found {
  const before = state.groupOf.get(sighting)
  if (before) return { group: before, matched: [...sighting.evidence] }
  if (sighting.decided) return { group: decidedGroup(state, sighting), matched: [...sighting.evidence] }
  const candidates = candidatesFor(state, sighting).filter((group) => mayBe(state, sighting, group))
  const { deviceId, reason } = reconcile(
    sighting.evidence,
    candidates.map((group) => candidateOf(state, group)),
  )
  const found = candidates.find((group) => idOf(group) === deviceId)
  return { group: found ?? newGroup(state, sighting), matched: reason.matched, reason }
}

function newGroup(state: State, { decided, deviceId, firstAt }: Sighting): Group {
  const group: Group = {
    decided: decided ? deviceId : null,
    placeholder: `#${String(state.groups.length).padStart(6, '0')}`,
    identifiers: new Map(),
    isAudited: false,
    firstSeen: firstAt,
    lastSeen: firstAt,
    members: new Map(),
    reasons: new Map(),
  }
  state.groups.push(group)
  return group
}

const candidatesFor = (state: State, { evidence }: Pick<Sighting, 'evidence'>): Group[] => [
  ...new Set(lookupKeys(evidence).flatMap((key) => [...(state.holders.get(keyOf(key)) ?? [])])),
]

const mayBe = (state: State, sighting: Sighting, group: Group): boolean =>
  ![...(state.otherHosts.get(sighting) ?? [])].some((other) => group.members.has(other)) &&
  !isApplianceElsewhere(state, [sighting], sighting.evidence, group)

/** Detects an appliance that has only an address in common with the machine of an agent. */
const isApplianceElsewhere = (
  { appliances }: State,
  seen: Iterable<Sighting>,
  values: readonly LookupKey[],
  { members, identifiers }: Group,
): boolean =>
  [...seen].some(({ key }) => appliances.has(key)) &&
  [...members.keys()].some(({ source }) => source === 'Agent') &&
  haveOnlyAddress(values, [...identifiers.values()])

/** A temporary name orders groups by age, as device ids do. */
const idOf = ({ decided, placeholder }: Group): string => decided ?? placeholder

const candidateOf = (state: State, group: Group): Candidate => ({
  deviceId: idOf(group),
  identifiers: [...group.identifiers.values()],
  doNotMerge: group.decided === null ? undefined : state.doNotMerge.get(group.decided),
})

/** Applies a sighting as ingest does for the newest observation. */
function addPair(state: State, group: Group, { sighting, at }: Moment, matched: Found['matched']): void {
  const { evidence, source, depth } = sighting
  const { write, remove } = updateIdentifiers(
    [...group.identifiers.values()],
    {
      evidence,
      observedAt: at,
      origin: source,
      isNewest: true,
      isComplete: isComplete({ depth, isAudited: group.isAudited, matched }),
    },
    () => true,
  )
  for (const row of remove) drop(state, group, keyOf(row))
  for (const row of write) hold(state, group, row)
}

/** Removes addresses from other groups that an Audit Service has just reached this one at. */
function leaveAddresses(state: State, group: Group, { sighting, at }: Moment): void {
  const evidence = sighting.evidence.filter(({ kind }) => kind === 'ip')
  const serviceOf = ({ deviceId }: Sighting) => state.services.get(deviceId ?? '')
  const own = serviceOf(sighting)
  for (const other of candidatesFor(state, { evidence })) {
    if (other === group) continue
    const others = [...other.members.keys()].flatMap((member) => serviceOf(member) ?? [])
    const isByOtherService = own !== undefined && others.length > 0 && !others.includes(own)
    const reached = { evidence, observedAt: at, isByOtherService }
    for (const [key, row] of [...other.identifiers]) if (losesAddress(row, reached)) drop(state, other, key)
  }
}

function hold({ holders }: State, group: Group, row: Identifier): void {
  const key = keyOf(row)
  group.identifiers.set(key, row)
  const groups = holders.get(key)
  if (groups) groups.add(group)
  else holders.set(key, new Set([group]))
}

function drop({ holders }: State, group: Group, key: string): void {
  group.identifiers.delete(key)
  holders.get(key)?.delete(group)
}

/**
 * Groups that turn out to be this device: answers to pings, made before it was found to have those addresses or cards,
 * and audits that had nothing in common with it until this sighting, such as a list's serial number and a scan's card.
 */
function foldable(state: State, group: Group, sighting: Sighting, isNew: boolean): Group[] {
  return candidatesFor(state, sighting).filter((other) => {
    if (other === group || other.decided !== null) return false
    const [identifiers, candidate] = [[...other.identifiers.values()], candidateOf(state, group)]
    if (!other.isAudited)
      return !isApplianceElsewhere(state, other.members.keys(), identifiers, group) && isOf(identifiers, candidate)
    return isNew && agrees(identifiers, candidate) && !areOtherHosts(state, group, other)
  })
}

const areOtherHosts = ({ otherHosts }: State, a: Group, b: Group): boolean =>
  [...a.members.keys()].some((member) => [...(otherHosts.get(member) ?? [])].some((other) => b.members.has(other)))

/** Kinds that move between machines: alone they do not show that two audited records are one. */
const movableKinds: ReadonlySet<EvidenceKind> = new Set(['mac', 'disk'])

/** Reports whether a record without doubt belongs to another: lasting values agree, and none differs. */
export function agrees(existing: readonly { kind: EvidenceKind; value: string }[], candidate: Candidate): boolean {
  const { decision, reason } = reconcile(evidenceOf(existing), [candidate])
  const lasting = reason.matched.filter((item) => !isTransient(item))
  const hasName = reason.matched.some(({ kind }) => kind === 'name')
  const isProven = hasName ? lasting.length > 0 : lasting.some(({ kind }) => !movableKinds.has(kind))
  return decision === 'matched' && isProven && reason.against.length === 0 && !isDoubtful(reason)
}

/** Reports whether all identifiers of one record belong to another. */
export function isOf(existing: readonly { kind: EvidenceKind; value: string }[], candidate: Candidate): boolean {
  return judge(compare(evidenceOf(existing), candidate)).same
}

const evidenceOf = (existing: readonly { kind: EvidenceKind; value: string }[]): Evidence[] =>
  existing.map(({ kind, value }) => ({ kind, value, strength: strengthOf({ kind, value }) }))

function fold(state: State, from: Group, to: Group): void {
  const { reason } = reconcile(evidenceOf([...from.identifiers.values()]), [candidateOf(state, to)])
  for (const [sighting, times] of from.members) {
    to.members.set(sighting, [...(to.members.get(sighting) ?? []), ...times])
    to.reasons.set(sighting, reason)
    if (state.groupOf.has(sighting)) state.groupOf.set(sighting, to)
  }
  from.members.clear()
  to.firstSeen = to.firstSeen < from.firstSeen ? to.firstSeen : from.firstSeen
  for (const [key, row] of [...from.identifiers]) {
    drop(state, from, key)
    const existing = to.identifiers.get(key)
    hold(
      state,
      to,
      existing
        ? {
            ...existing,
            ...chosenForm(existing, row),
            firstSeen: existing.firstSeen < row.firstSeen ? existing.firstSeen : row.firstSeen,
          }
        : row,
    )
  }
}
