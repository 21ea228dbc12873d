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
export type Evidence = { kind: EvidenceKind; value: string; strength: 'strong' | 'medium' | 'weak' }

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
}

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
const valuesInWordsMax = 3

/** The reason of a match as sentences, for people. */
export function inWords({ decision, matched, against, confidence, review }: MatchReason): string {
  const byKind = [...Map.groupBy(matched, ({ kind }) => kindNames[kind])]
  const evidence = byKind.map(([name, same]) => `${name} ${listed(same.map(({ value }) => value))}`)
  const sure = `${Math.round(Math.min(confidence, 0.99) * 100)} % sure`
  const taken =
    decision === 'new'
      ? `Taken for a new device, ${sure}.`
      : `Taken for this device${evidence.length > 0 ? ` by its ${joined(evidence)}` : ''}, ${sure}.`
  const doubts = against.map(({ kind, detail, observed, known }) => {
    if (kind === 'device') return detail
    if (!observed || !known) return `${kindNames[kind]}: ${detail}`
    return `another ${kindNames[kind]} (${listed(observed)}, before ${listed(known)})`
  })
  return [taken, doubts.length > 0 ? `Against it: ${doubts.join('; ')}.` : '', review ?? ''].filter(Boolean).join(' ')
}

/** The first values, and how many more there are. */
function listed(values: readonly string[]): string {
  const more = values.length - valuesInWordsMax
  return values.slice(0, valuesInWordsMax).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
