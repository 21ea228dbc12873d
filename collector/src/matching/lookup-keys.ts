import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'

const addressKinds: readonly EvidenceKind[] = ['ip', 'claimedIp']

export type LookupKey = { kind: EvidenceKind; value: string }

/** Kinds and values that find a device by a piece of evidence. An address finds it whichever origin reported it. */
export function lookupKeys(evidence: readonly Evidence[]): LookupKey[] {
  // Many devices can share a name: it only counts together with other evidence, or if there is no other.
  const skipsNames = !isOnlyNamed(evidence)
  return evidence.flatMap(({ kind, value }) => {
    if (kind === 'domain' || (kind === 'name' && skipsNames)) return []
    return addressKinds.includes(kind) ? addressKinds.map((other) => ({ kind: other, value })) : [{ kind, value }]
  })
}

const listedKinds: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>([
  'serial',
  'bareSerial',
  'name',
  'domain',
  'dns',
  'ip',
  'claimedIp',
])

/** Reports whether values are only those that an entry of an asset list has. */
export const isOnlyListed = (values: readonly LookupKey[]): boolean => values.every(({ kind }) => listedKinds.has(kind))

/** Reports whether a device has nothing but what lists and people entered. */
export const isOnlyEntered = (identifiers: readonly { origin?: SnapshotSource }[]): boolean =>
  identifiers.every(({ origin }) => origin === 'Import' || origin === 'Manual')

export const isOnlyNamed = (evidence: readonly Evidence[]): boolean =>
  evidence.every(({ kind }) => kind === 'name' || kind === 'domain')

export const keyOf = ({ kind, value }: LookupKey): string => `${kind} ${value}`
