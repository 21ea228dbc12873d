import { createHash } from 'node:crypto'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { isOnlyListed } from './lookup-keys.ts'

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

const movableKinds: ReadonlySet<EvidenceKind> = new Set(['mac', 'ip', 'claimedIp', 'dns'])

/** Detects an observation of nothing but cards and addresses. Docks, adapters and addresses move between devices. */
export const isMovable = ({ evidence }: Pick<Sighting, 'evidence'>): boolean =>
  evidence.every(({ kind }) => movableKinds.has(kind))

/** Detects an answer to a ping. Which device it belongs to depends on its time. */
export const isAnswer = ({ depth, evidence }: Pick<Sighting, 'depth' | 'evidence'>): boolean =>
  depth === 'discovery' && isMovable({ evidence })

/** Detects an entry of an asset list. Importing the list again does not show that anything is live. */
export const isListEntry = ({ source, evidence }: Pick<Sighting, 'source' | 'evidence'>): boolean =>
  (source === 'Import' || source === 'Manual') && isOnlyListed(evidence)
