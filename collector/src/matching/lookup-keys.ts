import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'

const addressKinds: readonly EvidenceKind[] = ['ip', 'claimedIp']

export type LookupKey = { kind: EvidenceKind; value: string }

/** The kinds and values that find a device by a piece of evidence. An address does so whoever told it. */
export function lookupKeys(evidence: readonly Evidence[]): LookupKey[] {
  // Many devices can have a name: it only counts together with something else, or when there is nothing else.
  const skipsNames = !isOnlyNamed(evidence)
  return evidence.flatMap(({ kind, value }) => {
    if (kind === 'domain' || (kind === 'name' && skipsNames)) return []
    return addressKinds.includes(kind) ? addressKinds.map((other) => ({ kind: other, value })) : [{ kind, value }]
  })
}

export const isOnlyNamed = (evidence: readonly Evidence[]): boolean =>
  evidence.every(({ kind }) => kind === 'name' || kind === 'domain')

export const keyOf = ({ kind, value }: LookupKey): string => `${kind} ${value}`
