import { createHash } from 'node:crypto'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type Comparison, compare } from './candidates.ts'

/**
 * All observations with the same evidence as one, with the first and the last time. Results that depend on these depend
 * neither on the order in which observations came, nor on how often each did.
 */
export type Sighting = {
  key: string
  evidence: readonly Evidence[]
  source: SnapshotSource
  depth: Observation['depth']
  firstAt: string
  lastAt: string
  /** The device it belongs to; null until that is decided. */
  deviceId: string | null
  /** Set if a person decided: no rule moves it to another device. */
  decided: boolean
}

/** Key of a sighting: one for all observations of an origin with the same evidence. */
export function sightingKey(
  source: SnapshotSource,
  depth: Observation['depth'],
  evidence: readonly Evidence[],
): string {
  const hash = createHash('sha256').update(`${source} ${depth}`)
  // The bare serial number follows from the one with its manufacturer, and earlier releases had none.
  const isDerived = evidence.some(({ kind }) => kind === 'serial')
  for (const { kind, value } of evidence) if (kind !== 'bareSerial' || !isDerived) hash.update(`\n${kind} ${value}`)
  return hash.digest('base64url').slice(0, 22)
}

/** Detects a sighting whose values all move from device to device: which device it belongs to depends on its time. */
export const isTransientSighting = ({ evidence }: Pick<Sighting, 'evidence'>): boolean =>
  evidence.every(({ strength }) => strength === 'weak')

/** Both were live at once: each was seen again after the other had begun. */
const areInterleaved = (a: Sighting, b: Sighting): boolean =>
  a.firstAt < b.firstAt ? b.firstAt < a.lastAt : b.firstAt < a.firstAt && a.firstAt < b.lastAt

/**
 * Detects two live hosts, whatever identity they share: their sightings alternated, and their identifying values
 * differ. A card that was replaced, an agent that was reinstalled or a second operating system do not alternate, or
 * share the network cards.
 */
export function areTwo(a: Sighting, b: Sighting): boolean {
  if (a.depth !== 'audit' || b.depth !== 'audit' || !areInterleaved(a, b)) return false
  if (isListEntry(a) || isListEntry(b)) return false
  const found = compare(a.evidence, {
    deviceId: '',
    identifiers: b.evidence.map(({ kind, value }) => ({ kind, value, lastSeen: b.lastAt })),
  })
  return otherHost(found) || (a.source === b.source && otherBoard(found))
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

/** Detects an entry of an asset list. Importing the list again does not show that anything is live. */
const isListEntry = ({ source, evidence }: Sighting): boolean =>
  (source === 'Import' || source === 'Manual') && evidence.every(({ kind }) => listedKinds.has(kind))

function otherHost(found: Comparison): boolean {
  const { relation, matched } = found
  const mac = relation('mac')
  if (mac === 'same') return false
  const realSerial = matched.some(({ kind, strength }) => kind === 'serial' && strength === 'strong')
  if (relation('agent') === 'differ') return true
  if (relation('name') === 'differ') return mac === 'differ' || (relation('agent') === 'unknown' && !realSerial)
  if (mac !== 'differ' || realSerial) return false
  // A notebook's agent may list only the card in use; one with a random MAC address may change it every day.
  if (relation('agent') === 'same') return hasManufacturerMacs(found)
  return reportedFromInside(found)
}

const hasManufacturerMacs = ({ observedManufacturerMacs, storedManufacturerMacs }: Comparison): boolean =>
  observedManufacturerMacs > 0 && storedManufacturerMacs > 0

/** Every match was read on the host itself. A single card seen on the link may be one of several. */
const reportedFromInside = ({ matched }: Comparison): boolean =>
  matched.some(({ kind }) => kind === 'uuid' || kind === 'machine' || kind === 'serial')

const otherBoard = ({ relation }: Comparison): boolean =>
  relation('serial') !== 'same' &&
  relation('uuid') !== 'same' &&
  (relation('serial') === 'differ' || relation('uuid') === 'differ')

/** Reports whether two sightings alternated, at least a, b, a, b: three changes from one to the other. */
export function areAlternating(
  a: Pick<Sighting, 'firstAt' | 'lastAt'>,
  b: Pick<Sighting, 'firstAt' | 'lastAt'>,
): boolean {
  const [first, second] = a.firstAt < b.firstAt ? [a, b] : [b, a]
  return first.firstAt < second.firstAt && second.firstAt < first.lastAt && first.lastAt < second.lastAt
}

/**
 * Reports whether alternating sightings of one agent or one hardware are of two machines. A machine does not change its
 * name to and fro, and a virtual machine not all of its network cards. A notebook at a dock does change its cards, and
 * some get their name from their network: two sightings with one manufacturer's serial number and a common card are one
 * machine.
 */
export function areLikelyTwo(a: readonly Evidence[], b: readonly Evidence[]): boolean {
  const found = compare(a, { deviceId: '', identifiers: b.map(({ kind, value }) => ({ kind, value, lastSeen: '' })) })
  const { relation, matched } = found
  // Two operating systems on one machine have an agent each.
  if (relation('agent') === 'differ') return false
  const isVirtual = matched.some(({ kind, strength }) => kind === 'serial' && strength === 'medium')
  const isOneMachine = relation('serial') === 'same' && !isVirtual && relation('mac') === 'same'
  if (isOneMachine) return false
  return relation('name') === 'differ' || (relation('mac') === 'differ' && isVirtual)
}
