import type { z } from 'zod'

/** Kinds of identifiers, from the strongest to the weakest. */
export const evidenceKinds = [
  'cloud',
  'serial',
  /** Serial number without its manufacturer, which lists often lack. */
  'bareSerial',
  'uuid',
  'agent',
  'machine',
  'engine',
  'sshKey',
  'disk',
  'mac',
  'name',
  /** Domain of the host name: the same name in two domains is two names. */
  'domain',
  /** An address at which the device answered. */
  'ip',
  /** An address that the device reported but did not answer at. */
  'claimedIp',
  'dns',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** The form in which a value was reported, where its key for matching differs. Stored beside the key. */
export type ReportedForm = {
  reported?: string | null | undefined
  /** Manufacturer of a serial number. */
  manufacturer?: string | null | undefined
}

/** Text of an identity value for people. The type keeps keys for matching out of every answer, text and event. */
export type IdentityText = string & z.$brand<'IdentityText'>

/** An identity value for people: as it was reported; UUIDs and MACs in their canonical notation. */
export type IdentityValue = {
  kind: EvidenceKind
  value: IdentityText
  /** Manufacturer of a serial number. */
  manufacturer?: string | undefined
}

/** One identity value of an observation, with its strength. */
export type Evidence = ReportedForm & {
  kind: EvidenceKind
  /** Key for matching. */
  value: string
  strength: 'strong' | 'medium' | 'weak'
  /** Set for a machine id that was reported together with a junk BIOS UUID. */
  besideJunkUuid?: true
}

/** Rules of the match, by the question that decided. */
export const matchRules = [
  'cloud',
  'otherHardware',
  'stranger',
  'hardware',
  'bareSerial',
  'installation',
  'disks',
  'card',
  'nameAndAddress',
  /** The observation has the same evidence as an earlier one. */
  'seenBefore',
  /** A person decided. */
  'person',
] as const
export type MatchRule = (typeof matchRules)[number]

/** Explains why a snapshot belongs to its device: the matching evidence and the contrary evidence. */
export type MatchReason = {
  decision: 'new' | 'matched'
  matched: IdentityValue[]
  /** `device`: another device would match as well. */
  against: {
    kind: EvidenceKind | 'device'
    detail: string
    /** Some of the differing values. Absent if no values differ, and in reasons of earlier releases. */
    observed?: IdentityText[] | undefined
    known?: IdentityText[] | undefined
  }[]
  /** Confidence of the decision, from 0 to 1. */
  confidence: number
  /** Question for a person to review, in words; null if nothing is doubtful. */
  review: string | null
  /** The deciding rule; null if nothing matched, absent in reasons of earlier releases. */
  rule?: MatchRule | null
  /** Set if the snapshot was moved here from another device: which device, by whom and when. */
  moved?: Moved
}

/** The previous device, and who moved the snapshot when. */
export type Moved = { from: string; by: string; at: string }

/** Display names of the evidence kinds. */
export const kindNames: Record<EvidenceKind | 'device', string> = {
  cloud: 'cloud instance id',
  serial: 'serial number',
  bareSerial: 'serial number',
  uuid: 'BIOS UUID',
  agent: 'agent id',
  machine: 'machine id',
  engine: 'SNMP engine id',
  sshKey: 'SSH host key',
  disk: 'disk',
  mac: 'MAC',
  name: 'name',
  domain: 'domain',
  ip: 'address',
  claimedIp: 'address',
  dns: 'DNS name',
  device: 'device',
}
/** Returns the name of an evidence kind within a sentence. */
export const kindInWords = (kind: EvidenceKind): string => kindNames[kind]

const valuesInWordsMax = 3

/**
 * Returns the reason of a match as sentences for people. `merged` is set if the matched device was merged into this
 * one.
 */
export function inWords(reason: MatchReason, merged?: Moved): string {
  const { decision, matched, against, confidence, review, rule, moved } = reason
  const byKind = [...Map.groupBy(matched, ({ kind }) => kindNames[kind])]
  const evidence = byKind.map(([name, same]) => `${name} ${listed(same.map(({ value }) => value))}`)
  const confidenceText = `(${Math.round(Math.min(confidence, 0.99) * 100)} % confidence)`
  const by = evidence.length > 0 ? ` by ${joined(evidence)}` : ''
  const outcome = decision === 'new' ? 'New device' : `Matched${by}`
  const first = rule === 'person' ? 'A person assigned it to this device.' : `${outcome} ${confidenceText}.`
  const doubts = against.map(({ kind, detail, observed, known }) => {
    if (kind === 'device') return detail
    if (!observed || !known) return `${kindNames[kind]}: ${detail}`
    return `different ${kindNames[kind]} (${listed(observed)}, previously ${listed(known)})`
  })
  const sentences = [
    merged
      ? `Came with device ${merged.from}, which ${merged.by} merged into this one on ${merged.at}. Original match:`
      : '',
    first,
    doubts.length > 0 ? `Evidence against: ${doubts.join('; ')}.` : '',
    review ?? '',
    moved ? `Moved here from device ${moved.from} by ${moved.by} on ${moved.at}.` : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Returns the first values and the number of further ones. */
function listed(values: readonly string[]): string {
  const unique = [...new Set(values)]
  const more = unique.length - valuesInWordsMax
  return unique.slice(0, valuesInWordsMax).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
