import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence, EvidenceKind, MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { KnownIdentifier } from './candidates.ts'
import { isLocallyAdministered } from './junk.ts'
import { keyOf } from './lookup-keys.ts'

export type Identifier = KnownIdentifier & { firstSeen: string; origin: SnapshotSource }
type IdentifierChange = { write: Identifier[]; remove: KnownIdentifier[] }

/** Kinds that a device has now rather than for good; an older observation says nothing about them. */
const passingKinds: ReadonlySet<EvidenceKind> = new Set(['ip', 'claimedIp', 'name', 'domain', 'dns'])
export const isTransient = ({ kind, value }: { kind: EvidenceKind; value: string }) =>
  passingKinds.has(kind) || (kind === 'mac' && isLocallyAdministered(value))

/** A time of the last sighting that is not older than this is left as it is: most observations repeat the last one. */
const freshMs = 3_600_000

/** When one that was last seen at a time, in milliseconds, is next to be brought up to date. */
export const freshUntil = (lastSeenMs: number): string => new Date(lastSeenMs + freshMs).toISOString()

type Sighting = {
  evidence: readonly Evidence[]
  observedAt: string
  origin: SnapshotSource
  /** Nothing newer of this device is stored. */
  isNewest: boolean
  /** It says all there is to say: names and addresses that it does not repeat are gone. */
  isComplete: boolean
}

/** What an observation changes in the identifiers of the device it is of. `shared` values are always brought up to date. */
export function updateIdentifiers(
  known: readonly Identifier[],
  { evidence, observedAt, origin, isNewest, isComplete }: Sighting,
  shared: (item: KnownIdentifier) => boolean = () => false,
): IdentifierChange {
  const byKey = new Map(known.map((row) => [keyOf(row), row]))
  const seen = new Set(evidence.map(keyOf))
  const write = evidence
    .filter((item) => isNewest || !isTransient(item))
    .flatMap((item): Identifier[] => {
      const before = byKey.get(keyOf(item))
      const row = { kind: item.kind, value: item.value, origin }
      if (!before) return [{ ...row, firstSeen: observedAt, lastSeen: observedAt }]
      if (observedAt < before.firstSeen) return [{ ...before, firstSeen: observedAt }]
      const age = Date.parse(observedAt) - Date.parse(before.lastSeen)
      const isDue = age >= freshMs || (age > 0 && shared(before))
      return isDue ? [{ ...row, firstSeen: before.firstSeen, lastSeen: observedAt }] : []
    })
  const kinds = new Set(evidence.map(({ kind }) => kind))
  if (!isNewest || !isComplete) return { write, remove: [] }
  const gone = known.filter((row) => isTransient(row) && kinds.has(row.kind) && !seen.has(keyOf(row)))
  // What it no longer claims it is no longer reached at. One that was never claimed may be a translated address.
  const left = new Set(gone.flatMap(({ kind, value }) => (kind === 'claimedIp' ? [keyOf({ kind: 'ip', value })] : [])))
  return { write, remove: known.filter((row) => gone.includes(row) || (left.has(keyOf(row)) && !seen.has(keyOf(row)))) }
}

/** Whether an observation says all that there is to say of a device: an audit does, a look from outside for want of one. */
export const isComplete = ({ depth, isAudited, matched }: Look): boolean =>
  depth === 'audit' || (!isAudited && matched.some(({ kind }) => !passingKinds.has(kind)))

type Look = { depth: Observation['depth']; isAudited: boolean; matched: MatchReason['matched'] }

/** Whether another device loses an address because a Service has just reached this one at it. */
export function losesAddress(row: KnownIdentifier, evidence: readonly Evidence[], observedAt: string): boolean {
  return (
    (row.kind === 'ip' || row.kind === 'claimedIp') &&
    row.lastSeen < observedAt &&
    evidence.some(({ kind, value }) => kind === 'ip' && value === row.value)
  )
}
