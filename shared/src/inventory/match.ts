/** What identifies a device, from the kind that says most to the one that says least. */
export const evidenceKinds = [
  'cloud',
  'serial',
  'uuid',
  'agent',
  'machine',
  'engine',
  'sshKey',
  'disk',
  'mac',
  'name',
  /** An address the device was reached at. */
  'ip',
  /** An address that it only said it has. */
  'claimedIp',
  'dns',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Why a snapshot belongs to its device: the evidence that matched, and what spoke against it. */
export type MatchReason = {
  decision: 'new' | 'matched'
  matched: { kind: EvidenceKind; value: string }[]
  /** `device`: another one that would fit as well. */
  against: { kind: EvidenceKind | 'device'; detail: string }[]
  /** From 0 to 1: how sure the decision is. */
  confidence: number
  /** What a person should look at, in words; null when nothing is doubtful. */
  review: string | null
}
