import { type Evidence, type EvidenceKind, evidenceKinds, type MatchReason } from '@rollcall/shared/inventory/match.ts'
import { type Candidate, type Comparison, compare } from './candidates.ts'
import { judge, type Verdict } from './compare-evidence.ts'
import { strengthOf } from './evidence.ts'
import { isOnlyEntered, keyOf, type LookupKey } from './lookup-keys.ts'
import { type FormedKey, shown, shownTexts } from './shown-value.ts'
import { isMovable } from './sighting.ts'

/** A value that should be one device's alone, but that others have too. */
type Collision = { kind: EvidenceKind; value: string; deviceIds: string[] }

type Decision = {
  decision: MatchReason['decision']
  /** null for a new device. */
  deviceId: string | null
  reason: MatchReason
  collisions: Collision[]
  /** Other devices that the observation could belong to: they may be duplicates of the chosen one. */
  alternatives: string[]
}

/**
 * Probability that a matching value of the kind is no accident, from 0 to 1. Several kinds count as independent
 * evidence: the remaining doubts are multiplied.
 */
const weights: Record<EvidenceKind, number> = {
  cloud: 0.99,
  serial: 0.95,
  bareSerial: 0.8,
  uuid: 0.9,
  agent: 0.9,
  machine: 0.8,
  engine: 0.75,
  sshKey: 0.7,
  disk: 0.7,
  mac: 0.85,
  name: 0.4,
  domain: 0,
  ip: 0.4,
  claimedIp: 0.2,
  dns: 0.2,
}
const weakFactor = 0.5
/** A value that several devices have only helps to choose among them. */
const sharedFactor = 0.25
const doubtPerConflict = 0.1
/** A decision with less confidence is listed in Reviews. */
export const confidenceMin = 0.8
const listedMax = 32
/** Values of one kind that a reason shows for each side. */
const valuesShownMax = 4

/** Kinds whose values should each belong to one device. */
const uniqueKinds: ReadonlySet<EvidenceKind> = new Set(evidenceKinds.slice(0, evidenceKinds.indexOf('name')))

/** Reports whether a person should review a decision. */
export const isDoubtful = ({ review, confidence }: Pick<MatchReason, 'review' | 'confidence'>): boolean =>
  review !== null || confidence < confidenceMin

/**
 * Decides which stored device an observation belongs to. `candidates` are the devices that share a value with it, in
 * any order; the same input always gives the same decision. `seenAs` is the candidate that was matched when the same
 * evidence was seen before.
 */
export function reconcile(evidence: readonly Evidence[], candidates: readonly Candidate[], seenAs?: string): Decision {
  const holders = holdersOf(candidates)
  const weighed = withoutProof(withUniqueSerials(evidence, holders), candidates, holders)
  const judged = candidates.map((candidate) => {
    const found = compare(weighed, candidate)
    return { found, verdict: judge(found), score: scoreOf(found, holders) }
  })
  const same = withoutOtherHardware(judged.filter(({ verdict }) => verdict.same))
  const fitting = same.sort(isMovable({ evidence }) ? byClaim : byFit)
  const before = judged.find(({ found }) => found.candidate.deviceId === seenAs)
  const best = before ?? fitting[0]
  const alternatives = fitting.filter((each) => each !== best).map(({ found }) => found.candidate.deviceId)
  const collisions = collisionsOf(weighed, holders, best?.found.candidate.deviceId)
  return {
    decision: best ? 'matched' : 'new',
    deviceId: best?.found.candidate.deviceId ?? null,
    reason: best
      ? matchedReason(weighed, best, alternatives, before !== undefined)
      : newReason(weighed, judged, collisions),
    collisions,
    alternatives,
  }
}

/** Weakens a serial number without its manufacturer that several devices have. */
const withUniqueSerials = (
  evidence: readonly Evidence[],
  holders: ReadonlyMap<string, string[]>,
): readonly Evidence[] =>
  evidence.some(({ kind }) => kind === 'bareSerial')
    ? evidence.map((item) =>
        item.kind === 'bareSerial' && (holders.get(keyOf(item))?.length ?? 0) > 1
          ? { ...item, strength: 'weak' }
          : item,
      )
    : evidence

/**
 * Removes values that two devices have in common despite a do-not-merge decision: such a value proves nothing about any
 * device.
 */
function withoutProof(
  evidence: readonly Evidence[],
  candidates: readonly Candidate[],
  holders: ReadonlyMap<string, string[]>,
): readonly Evidence[] {
  const partnersOf = new Map(
    candidates.flatMap(({ deviceId, doNotMerge }) => (doNotMerge ? [[deviceId, doNotMerge]] : [])),
  )
  if (partnersOf.size === 0) return evidence
  return evidence.map((item) => {
    const ids = holders.get(keyOf(item)) ?? []
    const isCommon = ids.some((id) => ids.some((other) => partnersOf.get(id)?.has(other)))
    return isCommon ? { ...item, strength: 'weak' } : item
  })
}

type Judged = { found: Comparison; verdict: Verdict; score: number }

/** Drops devices on other hardware if one has this hardware: a disk with its system moved into that one. */
function withoutOtherHardware(judged: readonly Judged[]): Judged[] {
  const hasHardware = judged.some(
    ({ found: { relation } }) => relation('serial') === 'same' || relation('uuid') === 'same',
  )
  return judged.filter(({ verdict }) => !hasHardware || verdict.rule !== 'otherHardware')
}

/** Orders by certainty, then by the latest sighting with the matching evidence, then by the age of the record. */
function byFit(a: Judged, b: Judged): number {
  if (Math.abs(a.score - b.score) > 1e-9) return b.score - a.score
  if (a.found.matchedLast !== b.found.matchedLast) return a.found.matchedLast > b.found.matchedLast ? -1 : 1
  return a.found.candidate.deviceId < b.found.candidate.deviceId ? -1 : 1
}

/**
 * Orders by claims on a card and on an address, for an observation of nothing else. A device with the card comes first,
 * above all at its address; an address alone stays with a device that was reached at it and claims none itself, such as
 * a printer. Otherwise the newest claim counts, as a dock and an address move; but that of a list counts last, which may
 * be old.
 */
function byClaim(a: Judged, b: Judged): number {
  const [claimA, claimB] = [claimOf(a.found), claimOf(b.found)]
  if (claimA !== claimB) return claimB - claimA
  const isNewest = claimA === reachedOnly ? 0 : a.found.matchedLast.localeCompare(b.found.matchedLast)
  return isNewest === 0 ? byFit(a, b) : -isNewest
}

const [cardAndAddress, cardOnly, reachedOnly, claimed, entered] = [4, 3, 2, 1, 0]

function claimOf({ matched, address, candidate }: Comparison): number {
  if (matched.some(({ kind }) => kind === 'mac')) return address === 'none' ? cardOnly : cardAndAddress
  const reached = new Set(matched.flatMap(({ kind, value }) => (kind === 'ip' ? [value] : [])))
  const claims = candidate.identifiers.some(({ kind, value }) => kind === 'claimedIp' && reached.has(value))
  if (reached.size > 0 && !claims) return reachedOnly
  return isOnlyEntered(candidate.identifiers) ? entered : claimed
}

function holdersOf(candidates: readonly Candidate[]): Map<string, string[]> {
  const holders = new Map<string, string[]>()
  for (const { deviceId, identifiers } of candidates) {
    for (const row of identifiers) {
      const key = keyOf(row)
      const others = holders.get(key)
      if (others) others.push(deviceId)
      else holders.set(key, [deviceId])
    }
  }
  return holders
}

/** Sum of -ln(1 - weight): each kind counts once, by its best value. */
function scoreOf(found: Comparison, holders: ReadonlyMap<string, string[]>): number {
  const best = new Map<EvidenceKind, number>()
  for (const { kind, value, strength } of found.matched) {
    const isShared = (holders.get(keyOf({ kind, value }))?.length ?? 0) > 1
    const isWeakForm = strength === 'weak' && weights[kind] > 0.5
    const weight = weights[kind] * (isShared ? sharedFactor : 1) * (isWeakForm ? weakFactor : 1)
    best.set(kind, Math.max(best.get(kind) ?? 0, weight))
  }
  return [...best.values()].reduce((sum, weight) => sum - Math.log(1 - weight), 0)
}

/** Evidence that a device loses in normal use, and another may get. */
export const passingKinds: ReadonlySet<EvidenceKind> = new Set(['ip', 'claimedIp', 'dns', 'domain'])

/** Evidence against a device: kinds whose values differ, with those values. */
function differences(evidence: readonly Evidence[], { relation, candidate }: Comparison): MatchReason['against'] {
  const valuesOf = (rows: readonly FormedKey[], wanted: EvidenceKind) =>
    shownTexts(rows.filter(({ kind }) => kind === wanted))
      .sort()
      .slice(0, valuesShownMax)
  return evidenceKinds
    .filter((kind) => !passingKinds.has(kind) && relation(kind) === 'differ')
    .map((kind) => ({
      kind,
      detail: 'the value differs from before',
      observed: valuesOf(evidence, kind),
      known: valuesOf(candidate.identifiers, kind),
    }))
}

const hasLasting = (values: readonly (LookupKey & { strength?: Evidence['strength'] })[]): boolean =>
  values.some((each) => (each.strength ?? strengthOf(each)) !== 'weak')

const weakMatch = 'Little evidence supports this match. Is it the same device?'

function matchedReason(
  evidence: readonly Evidence[],
  { found, verdict, score }: Judged,
  alternatives: string[],
  isSeenBefore: boolean,
): MatchReason {
  const differing = differences(evidence, found)
  const confidence = rounded(confidenceOf(score, differing))
  // A name and an address move from device to device: a side that has nothing else proves nothing and claims nothing.
  const isWeak = confidence < confidenceMin && [evidence, found.candidate.identifiers].every(hasLasting)
  return {
    decision: 'matched',
    matched: found.matched.slice(0, listedMax).map(shown),
    against: [
      ...differing,
      ...alternatives
        .slice(0, listedMax)
        .map((id) => ({ kind: 'device' as const, detail: `device ${id} would fit as well` })),
    ],
    confidence,
    // The first match with this evidence is the one to review.
    review: isSeenBefore ? null : (verdict.review ?? (isWeak ? weakMatch : null)),
    rule: verdict.same ? verdict.rule : 'seenBefore',
  }
}

/** Kinds that change together when a system is installed again. */
const installationKinds: ReadonlySet<EvidenceKind | 'device'> = new Set(['agent', 'machine', 'engine', 'sshKey'])

/** Confidence that a device is the right one. Without contradicting evidence, the remaining doubt is halved. */
function confidenceOf(score: number, differing: MatchReason['against']): number {
  if (differing.length === 0) return 1 - Math.exp(-score) / 2
  const kinds = new Set(differing.map(({ kind }) => (installationKinds.has(kind) ? 'installation' : kind)))
  // A system that is installed again usually gets another name, and a name alone changes easily.
  const hasOnlyName = kinds.delete('name') && !kinds.has('installation')
  return (1 - Math.exp(-score)) * (1 - doubtPerConflict) ** (kinds.size + (hasOnlyName ? 0.5 : 0))
}

/** Confidence that no device is the right one: values that differ count against the nearest one. */
function confidenceOfNew({ score }: Judged, differing: MatchReason['against']): number {
  const differ = differing.reduce((rest, { kind }) => (kind === 'device' ? rest : rest * (1 - weights[kind] / 2)), 1)
  return 1 - ((1 - Math.exp(-score)) * differ) / 2
}

const cloneOf = (ids: string) => `Identified like device ${ids}, but with other network cards or another name: a clone?`
const newDespite = (ids: string) => `It has much in common with device ${ids}, but more speaks against it.`

/** Reason for a new device. The rule is the one that excluded the device with most in common. */
function newReason(
  evidence: readonly Evidence[],
  judged: readonly Judged[],
  collisions: readonly Collision[],
): MatchReason {
  const clones = judged.filter(({ verdict }) => verdict.suspectsClone)
  const idsOf = (found: readonly Judged[]) =>
    found
      .map((each) => each.found.candidate.deviceId)
      .slice(0, 3)
      .join(', ')
  const [nearest] = judged.toSorted(byFit)
  const differing = nearest ? differences(evidence, nearest.found) : []
  const confidence = rounded(nearest ? confidenceOfNew(nearest, differing) : 1)
  const isWeak = confidence < confidenceMin && evidence.some(({ strength }) => strength !== 'weak')
  return {
    decision: 'new',
    matched: [],
    against: [
      ...collisions
        .slice(0, listedMax)
        .map(({ kind, deviceIds }) => ({ kind, detail: `also a value of device ${deviceIds.slice(0, 3).join(', ')}` })),
      ...(collisions.length > 0 ? differing : []),
    ],
    // The more another device had in common, the less certain it is that this is a new one.
    confidence,
    review: clones.length > 0 ? cloneOf(idsOf(clones)) : nearest && isWeak ? newDespite(idsOf([nearest])) : null,
    rule: nearest?.verdict.rule ?? null,
  }
}

/** Names the reported evidence that does not count on the site. */
export const discounted = (reported: readonly Evidence[], counted: readonly Evidence[]): MatchReason['against'] => {
  const keys = new Set(counted.map(keyOf))
  return reported
    .filter((item) => !keys.has(keyOf(item)))
    .slice(0, listedMax)
    .map((item) => ({ kind: item.kind, detail: `${shown(item).value} is junk on this site` }))
}

function collisionsOf(
  evidence: readonly Evidence[],
  holders: ReadonlyMap<string, string[]>,
  chosen: string | undefined,
): Collision[] {
  return evidence
    .filter(({ kind, strength }) => uniqueKinds.has(kind) && strength !== 'weak')
    .map(({ kind, value }) => ({
      kind,
      value,
      deviceIds: (holders.get(keyOf({ kind, value })) ?? []).filter((id) => id !== chosen),
    }))
    .filter(({ deviceIds }) => deviceIds.length > 0)
}

const rounded = (value: number) => Math.round(value * 100) / 100
