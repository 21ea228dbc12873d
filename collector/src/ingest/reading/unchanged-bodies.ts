import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import { z } from 'zod'
import { RecentlyUsed } from '../../lib/recently-used.ts'
import type { KnownSection, SectionName } from '../../snapshots/sections/sections.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import { patchFrame } from '../unchanged/patch-frame.ts'
import { isMarked, type Mark, valuesIn } from './fingerprint.ts'
import { plausible } from './plausible.ts'
import type { Reading } from './reading.ts'

/** What an agent has sent, unpacked, when it came, and how far its clock is ahead of ours. */
type Sent = { agentId: string; raw: Buffer; now: string; aheadMs: number }

/** Of all snapshots that are remembered; one takes about two kilobytes. */
const charactersMax = 24 * 1024 * 1024
/** Of an entry beside its look, about. */
const overhead = 800

type Remembered = {
  mark: Mark
  look: string
  sections: [SectionName, KnownSection][]
  /** The snapshot that the raw payloads of those that are the same are kept as differences from. */
  storedAs: string
}

export type RememberedSnapshots = {
  /** Bytes of the one that is remembered of an agent. */
  sizeOf(agentId: string): number | undefined
  /** What the agent's snapshot says, where it is the one that is remembered but for its id and time. */
  find(sent: Sent): Promise<Reading | undefined>
  /** To be called with what was found or read once it is stored; null where it left no snapshot. */
  keep(agentId: string, reading: Reading, snapshotId: string | null): void
}

const idSchema = z.uuid()

/**
 * Remembers the last snapshot of each agent: most of them are sent again with another id and time, and nothing else. Such
 * a one is not parsed again, has the hashes of its sections and not what is in them, and its raw payload is a difference.
 */
export function createRememberedSnapshots(): RememberedSnapshots {
  const byAgent = new RecentlyUsed<Remembered>(charactersMax)
  return {
    sizeOf: (agentId) => byAgent.get(agentId)?.mark.length,
    async find({ agentId, raw, now, aheadMs }) {
      const last = byAgent.get(agentId)
      // What is remembered was told by a clock that is right.
      if (!last || aheadMs !== 0 || !isMarked(raw, last.mark)) return undefined
      const values = valuesIn(raw, last.mark)
      const text = (at: number) => values.find((value) => value.at === at)?.bytes.toString('latin1')
      const id = idSchema.safeParse(text(last.mark.id))
      const time = timestampSchema.safeParse(text(last.mark.time))
      if (!id.success || !time.success || !isPlausible(time.data, now)) return undefined
      const { look, sections, mark, storedAs } = last
      const packed = difference(raw, mark, storedAs) ?? (await packPayload(raw))
      return { look, id: id.data, observedAt: time.data, sections, packed, mark }
    },
    keep(agentId, { look, sections, packed, mark }, snapshotId) {
      // Where it was found, what is remembered says the same of the next.
      if (!mark || !packed || snapshotId === null || byAgent.get(agentId)?.mark === mark) return
      const known = sections.map(([name, { hash }]): [SectionName, KnownSection] => [name, { hash }])
      const remembered = { mark, look, sections: known, storedAs: packed.dictionaryOf ?? snapshotId }
      byAgent.set(agentId, remembered, look.length + overhead)
    },
  }
}

function difference(raw: Buffer, mark: Mark, dictionaryOf: string): PackedPayload | undefined {
  const content = patchFrame(raw.length, valuesIn(raw, mark))
  return content && { content, size: raw.length, dictionaryOf }
}

function isPlausible(observedAt: string, now: string): boolean {
  const told = { source: 'Agent' as const, observedAt, truncated: [] }
  return plausible(told, now) === told
}
