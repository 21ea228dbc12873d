import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import { isHypervisorMac, isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { isOnlyListed, isOnlyNamed, keyOf } from './lookup-keys.ts'
import { bareSerialsIn, haveOtherManufacturers } from './serial-numbers.ts'
import type { FormedKey } from './shown-value.ts'

/** A stored identifier of a device: one row a value. */
export type StoredIdentifier = FormedKey & {
  lastSeen: string
  /** The latest source; absent in comparisons of two observations. */
  origin?: SnapshotSource
}
export type Candidate = {
  deviceId: string
  identifiers: readonly StoredIdentifier[]
  /** Devices that a do-not-merge decision separates from it. */
  doNotMerge?: ReadonlySet<string> | undefined
}

type Relation = 'same' | 'differ' | 'unknown'

/** Comparison of an observation with one stored device, kind by kind. */
export type Comparison = {
  candidate: Candidate
  /** Evidence that the device has as well. */
  matched: Evidence[]
  /** Time at which the newest of the matched identifiers was last seen. */
  matchedLast: string
  /** `differ`: both have values of the kind, and none in common. */
  relation(kind: EvidenceKind): Relation
  /** Set if at least one matched MAC is administered by a manufacturer. */
  isManufacturerMac: boolean
  /** Set if the observation reports the card of a physical machine. */
  hasPhysicalCard: boolean
  /** Number of MACs administered by a manufacturer, matched or not, on each side. */
  observedManufacturerMacs: number
  storedManufacturerMacs: number
  /** At most half of the smaller side's MACs match, and each side has others: a dock or a card may have moved. */
  fewMacs: boolean
  /** Kind of a common address: `reached` if either side was reached at it, `claimed` if both only claim it. */
  address: 'reached' | 'claimed' | 'none'
  /** Set if both sides have only what an asset list has. */
  onlyListed: boolean
  /** Set if the observation reports nothing but a name. */
  onlyNamed: boolean
  /** Number of addresses that the device has, of the common one's kind: IPv4 or IPv6. */
  storedAddresses: number
}

const isManufacturerMac = ({ kind, value }: { kind: EvidenceKind; value: string }) =>
  kind === 'mac' && !isLocallyAdministered(value)

const isIPv6 = (address: string) => address.includes(':')

/**
 * Kinds whose addresses are compared with each other: one origin may reach the device at an address that another only
 * reports.
 */
const addressKinds: readonly EvidenceKind[] = ['ip', 'claimedIp']

export function compare(evidence: readonly Evidence[], candidate: Candidate): Comparison {
  const storedValues = (kind: EvidenceKind) =>
    candidate.identifiers.flatMap((row) => (row.kind === kind ? [row.value] : []))
  const lastSeenOf = new Map(candidate.identifiers.map((row) => [keyOf(row), row.lastSeen]))
  const seenAt = ({ kind, value }: Evidence) =>
    addressKinds.includes(kind)
      ? (lastSeenOf.get(`ip ${value}`) ?? lastSeenOf.get(`claimedIp ${value}`))
      : lastSeenOf.get(`${kind} ${value}`)
  const matched = evidence.filter((item) => seenAt(item) !== undefined)
  const matchedKinds = new Set(matched.map(({ kind }) => kind))
  const observedKinds = new Set(evidence.map(({ kind }) => kind))
  const storedKinds = new Set(candidate.identifiers.map(({ kind }) => kind))
  const addresses = matched.filter(({ kind }) => addressKinds.includes(kind))
  const matchedMacs = matched.filter(({ kind }) => kind === 'mac')
  const observedMacs = evidence.filter(({ kind }) => kind === 'mac').length
  const storedMacs = storedValues('mac').length
  const bareSerial = matchedKinds.has('serial') ? 'unknown' : bareSerialsRelation(evidence, candidate.identifiers)
  const isElsewhere =
    observedMacs > 0 &&
    storedMacs > 0 &&
    !matched.some(({ kind }) => kind === 'mac' || kind === 'name' || addressKinds.includes(kind))
  const isSameDevice = serialsAgree(evidence, matched, { stored: storedValues('serial').length, isElsewhere })
  const isSameDomain = domainsAgree(evidence, storedValues('domain'))
  const stored = addressKinds.flatMap(storedValues)
  const smaller = Math.min(observedMacs, storedMacs)
  const nameRelation = (): Relation => {
    if (matchedKinds.has('name')) return isSameDomain ? 'same' : 'unknown'
    if (!observedKinds.has('name') || !storedKinds.has('name')) return 'unknown'
    const names = storedValues('name')
    const isCut = evidence.some((item) => item.kind === 'name' && names.some((name) => isCutName(item.value, name)))
    return isCut ? 'unknown' : 'differ'
  }
  const serialRelation = (): Relation => {
    if (matchedKinds.has('serial')) return isSameDevice ? 'same' : 'differ'
    if (bareSerial !== 'same') return bareSerial
    // Two manufacturers may have one number. The same name or card shows one manufacturer in two spellings.
    const areOthers = haveOtherManufacturers(evidence, candidate.identifiers)
    return areOthers && nameRelation() !== 'same' && matchedMacs.length === 0 ? 'differ' : 'unknown'
  }
  const serial = serialRelation()
  return {
    candidate,
    // An address that the device only claims counts less than one that it was reached at. A bare serial number that
    // matches together with its manufacturer is no second piece of evidence.
    matched: matched
      .filter(({ kind }) => kind !== 'bareSerial' || serial === 'unknown')
      .map((item) =>
        item.kind === 'ip' && !lastSeenOf.has(`ip ${item.value}`) ? { ...item, kind: 'claimedIp' as const } : item,
      ),
    matchedLast:
      matched
        .map((item) => seenAt(item) ?? '')
        .sort()
        .at(-1) ?? '',
    relation(kind) {
      if (kind === 'name') return nameRelation()
      if (kind === 'serial') return serial
      if (kind === 'bareSerial') return serial === 'unknown' ? bareSerial : 'unknown'
      if (matchedKinds.has(kind)) return 'same'
      return observedKinds.has(kind) && storedKinds.has(kind) ? 'differ' : 'unknown'
    },
    isManufacturerMac: matchedMacs.some(({ value }) => !isLocallyAdministered(value)),
    hasPhysicalCard: evidence.some((item) => isManufacturerMac(item) && !isHypervisorMac(item.value)),
    observedManufacturerMacs: evidence.filter(isManufacturerMac).length,
    storedManufacturerMacs: candidate.identifiers.filter(isManufacturerMac).length,
    fewMacs: matchedMacs.length < smaller && matchedMacs.length * 2 <= smaller,
    address: addresses.some((item) => item.kind === 'ip' || lastSeenOf.has(`ip ${item.value}`))
      ? 'reached'
      : addresses.length > 0
        ? 'claimed'
        : 'none',
    onlyListed: isOnlyListed(evidence) && isOnlyListed(candidate.identifiers),
    onlyNamed: isOnlyNamed(evidence),
    storedAddresses: new Set(stored.filter((value) => addresses.some((each) => isIPv6(each.value) === isIPv6(value))))
      .size,
  }
}

/** Length at which NetBIOS and the accounts of a directory cut names. */
const cutNameLength = 15

/** Reports whether one name is the other, cut: it neither confirms nor contradicts it. */
const isCutName = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length === cutNameLength && long.startsWith(short)
}

/** Compares serial numbers without their manufacturers, which one of the sides may lack. */
function bareSerialsRelation(evidence: readonly Evidence[], stored: readonly StoredIdentifier[]): Relation {
  const observed = bareSerialsIn(evidence)
  if (observed.size === 0) return 'unknown'
  const ofDevice = bareSerialsIn(stored)
  if (ofDevice.size === 0) return 'unknown'
  return [...observed].some((value) => ofDevice.has(value)) ? 'same' : 'differ'
}

/**
 * Reports whether serial numbers agree: that of the whole device, or most of a stack's members. A single member may
 * have come from another stack. Few members elsewhere, with other cards and no common name, have left the stack.
 */
function serialsAgree(
  evidence: readonly Evidence[],
  matched: readonly Evidence[],
  { stored, isElsewhere }: { stored: number; isElsewhere: boolean },
): boolean {
  const serials = matched.filter(({ kind }) => kind === 'serial')
  const observed = evidence.filter(({ kind }) => kind === 'serial').length
  if (isElsewhere && serials.length * 2 <= Math.max(observed, stored)) return false
  return serials.some(({ strength }) => strength === 'strong') || serials.length * 2 > Math.min(observed, stored)
}

/**
 * Reports whether domains agree: they do unless each side has a domain and none is the other's. A domain may be
 * reported by its first label alone.
 */
function domainsAgree(evidence: readonly Evidence[], lastSeenOf: readonly string[]): boolean {
  const observed = evidence.flatMap(({ kind, value }) => (kind === 'domain' ? [value] : []))
  const isSame = (a: string, b: string) => a === b || a.split('.')[0] === b || a === b.split('.')[0]
  return observed.length === 0 || lastSeenOf.length === 0 || observed.some((a) => lastSeenOf.some((b) => isSame(a, b)))
}
