import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import { z } from 'zod'
import { createLru } from '../../lib/cache.ts'
import type { SectionName, SectionReference } from '../../snapshots/sections/sections.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import { patchFrame } from '../unchanged/patch-frame.ts'
import { type Fingerprint, matchesFingerprint, valuesIn } from './fingerprint.ts'
import { plausible } from './plausible.ts'
import type { Reading } from './reading.ts'

/** Unpacked body of an agent, its arrival time, and how far the agent's clock is ahead of ours. */
type Sent = { agentId: string; raw: Buffer; now: string; aheadMs: number }

/** Limit for all cached snapshots together. One takes about two kilobytes. */
const charactersMax = 24 * 1024 * 1024
/** Approximate size of an entry without its observation. */
const overhead = 800

type CachedBody = {
  fingerprint: Fingerprint
  prepared: string
  sections: [SectionName, SectionReference][]
  /** The snapshot that raw payloads of unchanged ones are stored as differences from. */
  storedAs: string
}

export type BodyCache = {
  /** Size of an agent's cached snapshot in bytes. */
  sizeOf(agentId: string): number | undefined
  /** Finds the cached reading of an agent's snapshot that differs only in its id and time. */
  find(sent: Sent): Promise<Reading | undefined>
  /** To be called once a found or read snapshot is stored; null if it left no snapshot. */
  add(agentId: string, reading: Reading, snapshotId: string | null): void
}

const idSchema = z.uuid()

/**
 * Caches the last snapshot of each agent. Most snapshots differ from the last one only in id and time. Such an
 * unchanged snapshot is not parsed again: its sections are given as hashes without contents, and its raw payload as a
 * difference.
 */
export function createBodyCache(): BodyCache {
  const byAgent = createLru<CachedBody>(charactersMax)
  return {
    sizeOf: (agentId) => byAgent.get(agentId)?.fingerprint.length,
    async find({ agentId, raw, now, aheadMs }) {
      const last = byAgent.get(agentId)
      // Cached snapshots come from clocks that are right.
      if (!last || aheadMs !== 0 || !matchesFingerprint(raw, last.fingerprint)) return undefined
      const values = valuesIn(raw, last.fingerprint)
      const text = (at: number) => values.find((value) => value.at === at)?.bytes.toString('latin1')
      const id = idSchema.safeParse(text(last.fingerprint.id))
      const time = timestampSchema.safeParse(text(last.fingerprint.time))
      if (!id.success || !time.success || !isPlausible(time.data, now)) return undefined
      const { prepared, sections, fingerprint, storedAs } = last
      const packed = difference(raw, fingerprint, storedAs) ?? (await packPayload(raw))
      return { prepared, id: id.data, observedAt: time.data, sections, packed, fingerprint }
    },
    add(agentId, { prepared, sections, packed, fingerprint }, snapshotId) {
      // After a hit the cache entry serves the next one as well.
      if (!fingerprint || !packed || snapshotId === null || byAgent.get(agentId)?.fingerprint === fingerprint) return
      const references = sections.map(([name, { hash }]): [SectionName, SectionReference] => [name, { hash }])
      const cached = { fingerprint, prepared, sections: references, storedAs: packed.dictionaryOf ?? snapshotId }
      byAgent.set(agentId, cached, { size: prepared.length + overhead })
    },
  }
}

function difference(raw: Buffer, fingerprint: Fingerprint, dictionaryOf: string): PackedPayload | undefined {
  const content = patchFrame(raw.length, valuesIn(raw, fingerprint))
  return content && { content, size: raw.length, dictionaryOf }
}

function isPlausible(observedAt: string, now: string): boolean {
  const reported = { source: 'Agent' as const, observedAt, truncated: [] }
  return plausible(reported, now) === reported
}
