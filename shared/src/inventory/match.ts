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
  /** Of the host name: names of two domains are two names. */
  'domain',
  /** An address the device was reached at. */
  'ip',
  /** An address that it only said it has. */
  'claimedIp',
  'dns',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** What an observation says about which device it is: one value, and how much it says. */
export type Evidence = {
  kind: EvidenceKind
  value: string
  strength: 'strong' | 'medium' | 'weak'
  /** Of a machine id: the BIOS UUID that was told with it is one that identifies nothing anywhere. */
  besideJunkUuid?: true
}

/** What decided: the question about two devices that had the answer. */
export const matchRules = [
  'cloud',
  'otherHardware',
  'stranger',
  'hardware',
  'installation',
  'disks',
  'card',
  'nameAndAddress',
  /** It said exactly the same before. */
  'seenBefore',
  /** Somebody said so. */
  'person',
] as const
export type MatchRule = (typeof matchRules)[number]

/** Why a snapshot belongs to its device: the evidence that matched, and what spoke against it. */
export type MatchReason = {
  decision: 'new' | 'matched'
  matched: { kind: EvidenceKind; value: string }[]
  /** `device`: another one that would fit as well. */
  against: {
    kind: EvidenceKind | 'device'
    detail: string
    /** Some of the values that differ. Absent where none do, and in reasons of earlier releases. */
    observed?: string[]
    known?: string[]
  }[]
  /** From 0 to 1: how sure the decision is. */
  confidence: number
  /** What a person should look at, in words; null when nothing is doubtful. */
  review: string | null
  /** What decided; null where nothing was in common, absent in reasons of earlier releases. */
  rule?: MatchRule | null
  /** Set where it had been taken for another device: which that was, and who found otherwise when. */
  moved?: Moved
}

/** From which device, by whom and when. */
export type Moved = { from: string; by: string; at: string }

/** In words, for people. */
export const kindNames: Record<EvidenceKind | 'device', string> = {
  cloud: 'cloud instance id',
  serial: 'serial number',
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
/** What a kind is called in a sentence. */
export const kindInWords = (kind: EvidenceKind): string => kindNames[kind]

const valuesInWordsMax = 3

/** The reason of a match as sentences, for people. `merged` where the device it is about is part of another one now. */
export function inWords(reason: MatchReason, merged?: Moved): string {
  const { decision, matched, against, confidence, review, rule, moved } = reason
  const byKind = [...Map.groupBy(matched, ({ kind }) => kindNames[kind])]
  const evidence = byKind.map(([name, same]) => `${name} ${listed(same.map(({ value }) => value))}`)
  const sure = `${Math.round(Math.min(confidence, 0.99) * 100)} % sure`
  const by = evidence.length > 0 ? ` by its ${joined(evidence)}` : ''
  const taken = decision === 'new' ? 'Taken for a new device' : `Taken for this device${by}`
  const first = rule === 'person' ? 'A person has said that it is of this device.' : `${taken}, ${sure}.`
  const doubts = against.map(({ kind, detail, observed, known }) => {
    if (kind === 'device') return detail
    if (!observed || !known) return `${kindNames[kind]}: ${detail}`
    return `another ${kindNames[kind]} (${listed(observed)}, before ${listed(known)})`
  })
  const sentences = [
    merged ? `Came with device ${merged.from}, which ${merged.by} merged into this one on ${merged.at}. There:` : '',
    first,
    doubts.length > 0 ? `Against it: ${doubts.join('; ')}.` : '',
    review ?? '',
    moved ? `It had been taken for device ${moved.from}, until ${moved.by} found otherwise on ${moved.at}.` : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The first values, and how many more there are. */
function listed(values: readonly string[]): string {
  const more = values.length - valuesInWordsMax
  return values.slice(0, valuesInWordsMax).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
