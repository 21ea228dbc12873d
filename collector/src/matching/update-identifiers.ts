import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import { isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { addressScope } from '@rollcall/shared/node/outbound/address-scope.ts'
import type { StoredIdentifier } from './candidates.ts'
import { keyOf } from './lookup-keys.ts'
import { chosenForm, formOf, hasForm } from './shown-value.ts'

export type Identifier = StoredIdentifier & { firstSeen: string; origin: SnapshotSource }
type IdentifierChange = { write: Identifier[]; remove: StoredIdentifier[] }

/** Kinds that a device has temporarily. An older observation does not affect them. */
const passingKinds: ReadonlySet<EvidenceKind> = new Set(['ip', 'claimedIp', 'name', 'domain', 'dns'])
export const isTransient = ({ kind, value }: { kind: EvidenceKind; value: string }) =>
  passingKinds.has(kind) || (kind === 'mac' && isLocallyAdministered(value))

/** A time of the last sighting no older than this is left as it is, since most observations repeat the last one. */
const freshMs = 3_600_000

/** Time, from the last sighting in milliseconds, at which an identifier is next updated. */
export const freshUntil = (lastSeenMs: number): string => new Date(lastSeenMs + freshMs).toISOString()

type Sighting = {
  evidence: readonly Evidence[]
  observedAt: string
  origin: SnapshotSource
  /** No newer observation of this device is stored. */
  isNewest: boolean
  /** The observation is complete: names and addresses that it lacks are gone. */
  isComplete: boolean
}

/** Changes of the device's identifiers by an observation. `shared` values are always updated. */
export function updateIdentifiers(
  stored: readonly Identifier[],
  { evidence, observedAt, origin, isNewest, isComplete }: Sighting,
  shared: (item: StoredIdentifier) => boolean = () => false,
): IdentifierChange {
  const byKey = new Map(stored.map((row) => [keyOf(row), row]))
  const seen = new Set(evidence.map(keyOf))
  const write = evidence
    .filter((item) => isNewest || !isTransient(item))
    .flatMap((item): Identifier[] => {
      const before = byKey.get(keyOf(item))
      const form = before ? chosenForm(before, item) : formOf(item)
      const row = { kind: item.kind, value: item.value, ...form, origin }
      if (!before) return [{ ...row, firstSeen: observedAt, lastSeen: observedAt }]
      if (observedAt < before.firstSeen) return [{ ...before, ...form, firstSeen: observedAt }]
      const age = Date.parse(observedAt) - Date.parse(before.lastSeen)
      const isDue = age >= freshMs || (age > 0 && shared(before))
      if (isDue) return [{ ...row, firstSeen: before.firstSeen, lastSeen: observedAt }]
      return hasForm(before, form) ? [] : [{ ...before, ...form }]
    })
  const kinds = new Set(evidence.map(({ kind }) => kind))
  if (!isNewest || !isComplete) return { write, remove: [] }
  const gone = stored.filter((row) => isTransient(row) && kinds.has(row.kind) && !seen.has(keyOf(row)))
  // An address that the device no longer claims no longer reaches it. One that was never claimed may be a translated
  // address.
  const left = new Set(gone.flatMap(({ kind, value }) => (kind === 'claimedIp' ? [keyOf({ kind: 'ip', value })] : [])))
  return {
    write,
    remove: stored.filter((row) => gone.includes(row) || (left.has(keyOf(row)) && !seen.has(keyOf(row)))),
  }
}

/**
 * Reports whether an observation describes a device completely: an audit does, and one from outside if there is no
 * audit.
 */
export const isComplete = ({ depth, isAudited, matched }: UpdateBasis): boolean =>
  depth === 'audit' || (!isAudited && matched.some(({ kind }) => !passingKinds.has(kind)))

type UpdateBasis = { depth: Observation['depth']; isAudited: boolean; matched: readonly { kind: EvidenceKind }[] }

type Reached = {
  evidence: readonly Evidence[]
  observedAt: string
  /** Another Audit Service saw the device that had the address. */
  isByOtherService: boolean
}

/**
 * Reports whether another device loses an address because an Audit Service has just reached this one at it. A private
 * address that another Audit Service sees may be that of another branch.
 */
export function losesAddress(row: StoredIdentifier, { evidence, observedAt, isByOtherService }: Reached): boolean {
  return (
    (row.kind === 'ip' || row.kind === 'claimedIp') &&
    row.lastSeen < observedAt &&
    evidence.some(({ kind, value }) => kind === 'ip' && value === row.value) &&
    !(isByOtherService && addressScope(row.value) === 'private')
  )
}
