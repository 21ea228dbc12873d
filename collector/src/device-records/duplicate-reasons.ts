import { evidenceKinds, type MatchReason } from '@rollcall/shared/inventory/match.ts'
import { compare } from '../matching/candidates.ts'
import { reconcile } from '../matching/choose-device.ts'
import { judge } from '../matching/compare-evidence.ts'
import { strengthOf } from '../matching/evidence.ts'
import { isVirtual } from '../matching/manufacturers.ts'
import type { DeviceRecord } from './load-devices.ts'

/** Reason why two records may be one device. */
type Suspicion = {
  confidence: number
  evidence: MatchReason['matched']
  against: MatchReason['against']
  review: string | null
}

const passingKinds = new Set(['ip', 'claimedIp', 'dns'])

/**
 * Matches the second record as if it were an observation. undefined if it would not match the first. A record with the
 * same hardware but other network cards and another name may be a clone, or the same device after all.
 */
export function suspicionOf(first: DeviceRecord, second: DeviceRecord): Suspicion | undefined {
  const candidate = { deviceId: first.row.id, identifiers: first.identifiers }
  const virtual = [first, second].some(({ row }) =>
    isVirtual({ manufacturer: row.manufacturer ?? '', model: row.model ?? '' }),
  )
  const evidence = second.identifiers.map((row) => ({ ...row, strength: strengthOf(row, virtual) }))
  const found = compare(evidence, candidate)
  const { same, suspectsClone } = judge(found)
  if (!same && !suspectsClone) return undefined
  const { confidence, review } = reconcile(evidence, [candidate]).reason
  return {
    confidence: same ? confidence : Math.round((1 - confidence) * 100) / 100,
    evidence: found.matched.map(({ kind, value }) => ({ kind, value })),
    against: evidenceKinds
      .filter((kind) => !passingKinds.has(kind) && found.relation(kind) === 'differ')
      .map((kind) => ({ kind, detail: 'no value in common' })),
    review,
  }
}
