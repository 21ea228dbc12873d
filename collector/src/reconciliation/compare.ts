import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Evidence } from './evidence.ts'
import { isLocallyAdministered } from './junk.ts'

/** What is known of a device's identity: one row a value. */
export type KnownIdentifier = { kind: EvidenceKind; value: string; lastSeen: string }
export type Candidate = {
  deviceId: string
  identifiers: readonly KnownIdentifier[]
  /** Devices that a person says it is not. */
  apartFrom?: ReadonlySet<string> | undefined
}

type Relation = 'same' | 'differ' | 'unknown'

/** How an observation and one known device stand to each other, kind by kind. */
export type Comparison = {
  candidate: Candidate
  /** Evidence that the device is known by as well. */
  matched: Evidence[]
  /** When the newest of the matched identifiers was last seen. */
  matchedLast: string
  /** `differ`: both have values of the kind, and none in common. */
  relation(kind: EvidenceKind): Relation
  /** Of the matched MACs, at least one is administered by a maker. */
  makersMac: boolean
  /** At most half of the smaller side's MACs match, and each side has others: a dock, or a card, that moved. */
  fewMacs: boolean
  /** A common address: one that either side was reached at, or one that both only claim. */
  address: 'reached' | 'claimed' | 'none'
  /** The observation says no more than a name. */
  onlyNamed: boolean
  knownAddresses: number
}

/** Addresses are compared across their kinds: one origin reached the device at what another only heard of. */
const addressKinds: readonly EvidenceKind[] = ['ip', 'claimedIp']

export function compare(evidence: readonly Evidence[], candidate: Candidate): Comparison {
  const known = new Map(candidate.identifiers.map((row) => [`${row.kind} ${row.value}`, row.lastSeen]))
  const seenAt = ({ kind, value }: Evidence) =>
    addressKinds.includes(kind)
      ? (known.get(`ip ${value}`) ?? known.get(`claimedIp ${value}`))
      : known.get(`${kind} ${value}`)
  const matched = evidence.filter((item) => seenAt(item) !== undefined)
  const matchedKinds = new Set(matched.map(({ kind }) => kind))
  const observedKinds = new Set(evidence.map(({ kind }) => kind))
  const knownKinds = new Set(candidate.identifiers.map(({ kind }) => kind))
  const addresses = matched.filter(({ kind }) => addressKinds.includes(kind))
  const matchedMacs = matched.filter(({ kind }) => kind === 'mac')
  const observedMacs = evidence.filter(({ kind }) => kind === 'mac').length
  const knownMacs = candidate.identifiers.filter(({ kind }) => kind === 'mac').length
  const smaller = Math.min(observedMacs, knownMacs)
  return {
    candidate,
    // An address that the device only claims says less than one it was reached at.
    matched: matched.map((item) =>
      item.kind === 'ip' && !known.has(`ip ${item.value}`) ? { ...item, kind: 'claimedIp' as const } : item,
    ),
    matchedLast:
      matched
        .map((item) => seenAt(item) ?? '')
        .sort()
        .at(-1) ?? '',
    relation(kind) {
      if (matchedKinds.has(kind)) return 'same'
      return observedKinds.has(kind) && knownKinds.has(kind) ? 'differ' : 'unknown'
    },
    makersMac: matchedMacs.some(({ value }) => !isLocallyAdministered(value)),
    fewMacs: matchedMacs.length < smaller && matchedMacs.length * 2 <= smaller,
    address: addresses.some((item) => item.kind === 'ip' || known.has(`ip ${item.value}`))
      ? 'reached'
      : addresses.length > 0
        ? 'claimed'
        : 'none',
    onlyNamed: evidence.every(({ kind }) => kind === 'name'),
    knownAddresses: candidate.identifiers.filter(({ kind }) => addressKinds.includes(kind)).length,
  }
}
