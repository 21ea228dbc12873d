import { createHash } from 'node:crypto'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type Comparison, compare } from './compare.ts'

/**
 * All observations that said the same of which device they are, as one: when it was said first and last. What follows
 * from these depends neither on the order in which observations came, nor on how often each did.
 */
export type Sighting = {
  key: string
  evidence: readonly Evidence[]
  source: SnapshotSource
  depth: Observation['depth']
  firstAt: string
  lastAt: string
  /** The device it is of; null where that is still to be found out. */
  deviceId: string | null
  /** A person has said so: no rule takes it elsewhere. */
  decided: boolean
}

/** One for all observations of an origin that show the same evidence. */
export function sightingKey(
  source: SnapshotSource,
  depth: Observation['depth'],
  evidence: readonly Evidence[],
): string {
  const hash = createHash('sha256').update(`${source} ${depth}`)
  for (const { kind, value } of evidence) hash.update(`\n${kind} ${value}`)
  return hash.digest('base64url').slice(0, 22)
}

/** Nothing but what moves from device to device: where it belongs depends on when it was said. */
export const isPassing = ({ evidence }: Pick<Sighting, 'evidence'>): boolean =>
  evidence.every(({ strength }) => strength === 'weak')

/** Both were there at once: each was seen again after the other had begun. */
const areInterleaved = (a: Sighting, b: Sighting): boolean =>
  a.firstAt < b.firstAt ? b.firstAt < a.lastAt : b.firstAt < a.firstAt && a.firstAt < b.lastAt

/**
 * Two live hosts, whatever identity they share: they took turns in being seen, and what says which of them it is
 * differs. A card that was replaced, an agent that was reinstalled or a second operating system do not take turns, or
 * share the network cards.
 */
export function areTwo(a: Sighting, b: Sighting): boolean {
  if (a.depth !== 'audit' || b.depth !== 'audit' || !areInterleaved(a, b)) return false
  const found = compare(a.evidence, {
    deviceId: '',
    identifiers: b.evidence.map(({ kind, value }) => ({ kind, value, lastSeen: b.lastAt })),
  })
  return otherHost(found) || (a.source === b.source && otherBoard(found))
}

function otherHost(found: Comparison): boolean {
  const { relation, matched } = found
  const mac = relation('mac')
  if (mac === 'same') return false
  const realSerial = matched.some(({ kind, strength }) => kind === 'serial' && strength === 'strong')
  if (relation('agent') === 'differ') return true
  if (relation('name') === 'differ') return mac === 'differ' || (relation('agent') === 'unknown' && !realSerial)
  if (mac !== 'differ' || realSerial) return false
  // A notebook's agent may list only the card in use; one that makes up its MAC address may do so every day.
  if (relation('agent') === 'same') return hasMakersMacs(found)
  return toldFromInside(found)
}

const hasMakersMacs = ({ observedMakersMacs, knownMakersMacs }: Comparison): boolean =>
  observedMakersMacs > 0 && knownMakersMacs > 0

/** What matches is read inside the host; the one card seen on the link may be one of several. */
const toldFromInside = ({ matched }: Comparison): boolean =>
  matched.some(({ kind }) => kind === 'uuid' || kind === 'machine' || kind === 'serial')

const otherBoard = ({ relation }: Comparison): boolean =>
  relation('serial') !== 'same' &&
  relation('uuid') !== 'same' &&
  (relation('serial') === 'differ' || relation('uuid') === 'differ')
