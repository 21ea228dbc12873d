import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import type { Difference } from '@rollcall/shared/node/differences/dcz.ts'
import {
  type Fingerprint,
  matchesFingerprint,
  rangesOf,
  valuesIn,
} from '@rollcall/shared/node/differences/fingerprint.ts'
import { type Patch, patchesIn, patchFrame } from '@rollcall/shared/node/differences/patch-frame.ts'
import { z } from 'zod'
import { createLru } from '../../lib/cache.ts'
import type { SectionName, SectionReference } from '../../snapshots/sections/sections.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import { plausible } from './plausible-times.ts'
import type { Reading } from './reading.ts'

/** Sender of a body, its arrival time, and how far the agent's clock is ahead of ours. */
type Arrival = { agentId: string; now: string; aheadMs: number }
/** A body that differs from a snapshot of its sender. */
type SentDifference = Difference & { base: string }

/** Limit for all cached snapshots together. One takes about two kilobytes. */
const charactersMax = 24 * 1024 * 1024
/** Approximate size of an entry without its observation. */
const overhead = 800

type CachedBody = {
  fingerprint: Fingerprint
  prepared: string
  sections: [SectionName, SectionReference][]
  /** The snapshot that raw payloads of unchanged ones are stored as differences from, and the hash of its own. */
  storedAs: string
  digest: string
}

export type BodyCache = {
  /** Size of an agent's cached snapshot in bytes; undefined if it is too large to be compared here. */
  sizeOf(agentId: string): number | undefined
  /** Finds the cached reading of an agent's unpacked snapshot that differs only in its id and time. */
  find(sent: Arrival & { raw: Buffer }): Promise<Reading | undefined>
  /** Finds it by a difference, without unpacking anything. */
  findByDifference(sent: Arrival & { difference: SentDifference }): Reading | undefined
  /** To be called once a found or read snapshot is stored; null if it left no snapshot. */
  add(agentId: string, reading: Reading, snapshotId: string | null): void
}

/** Hashing a larger body would block the main thread for milliseconds. */
const comparedBytesMax = 2 * 1024 * 1024

const idSchema = z.uuid()

/**
 * Caches the last snapshot of each agent. Most snapshots differ from the last one only in id and time. Such an
 * unchanged snapshot is not parsed again: its sections are given as hashes without contents, and its raw payload as a
 * difference.
 */
export function createBodyCache(): BodyCache {
  const byAgent = createLru<CachedBody>(charactersMax)
  return {
    sizeOf(agentId) {
      const size = byAgent.get(agentId)?.fingerprint.length
      return size !== undefined && size <= comparedBytesMax ? size : undefined
    },
    async find({ raw, ...arrival }) {
      const last = byAgent.get(arrival.agentId)
      if (!last || !matchesFingerprint(raw, last.fingerprint)) return undefined
      const reading = readingWith(last, valuesIn(raw, last.fingerprint), arrival)
      const packed = difference(raw, last.fingerprint, last.storedAs) ?? (await packPayload(raw))
      return reading && { ...reading, packed }
    },
    findByDifference({ difference: { base, digest, frame }, ...arrival }) {
      const last = byAgent.get(arrival.agentId)
      if (last?.storedAs !== base || last.digest !== digest.toString('base64')) return undefined
      const values = patchesIn(frame, last.fingerprint.length, rangesOf(last.fingerprint))
      const reading = values && readingWith(last, values, arrival)
      return reading && { ...reading, packed: { content: frame, size: last.fingerprint.length, dictionaryOf: base } }
    },
    add(agentId, { prepared, sections, packed, fingerprint, digest }, snapshotId) {
      // After a hit the cache entry serves the next one as well.
      if (!fingerprint || !packed || digest === undefined || snapshotId === null) return
      if (byAgent.get(agentId)?.fingerprint === fingerprint) return
      const references = sections.map(([name, { hash }]): [SectionName, SectionReference] => [name, { hash }])
      const cached = {
        fingerprint,
        prepared,
        sections: references,
        storedAs: packed.dictionaryOf ?? snapshotId,
        digest,
      }
      byAgent.set(agentId, cached, { size: prepared.length + overhead })
    },
  }
}

/** Completes a cached reading with the two values of another snapshot; undefined if they are not valid. */
function readingWith(
  { prepared, sections, fingerprint, digest }: CachedBody,
  values: readonly Patch[],
  { now, aheadMs }: Arrival,
): Reading | undefined {
  const text = (at: number) => values.find((value) => value.at === at)?.bytes.toString('latin1')
  const id = idSchema.safeParse(text(fingerprint.id))
  const time = timestampSchema.safeParse(text(fingerprint.time))
  // Cached snapshots come from clocks that are right.
  if (aheadMs !== 0 || !id.success || !time.success || !isPlausible(time.data, now)) return undefined
  return { prepared, id: id.data, observedAt: time.data, sections, fingerprint, digest }
}

function difference(raw: Buffer, fingerprint: Fingerprint, dictionaryOf: string): PackedPayload | undefined {
  const content = patchFrame(raw.length, valuesIn(raw, fingerprint))
  return content && { content, size: raw.length, dictionaryOf }
}

function isPlausible(observedAt: string, now: string): boolean {
  const reported = { source: 'Agent' as const, observedAt, truncated: [] }
  return plausible(reported, now) === reported
}
