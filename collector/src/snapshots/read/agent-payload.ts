import { and, eq } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Store } from '../../store/store.ts'
import { bytesToUnpack, isOutsideOfChains, loadContents, unpackInThread } from '../packing/contents.ts'
import { isOfSite } from '../write/insert-snapshots.ts'
import { selectWithFacts } from './facts-of-snapshots.ts'

type Wanted = {
  siteId: string
  agentId: string
  snapshotId: string
  /** Limit of the payload and of the dictionaries that it is stored with, together. */
  bytesMax: number
  /** Called with their size before they are loaded. */
  reserve(bytes: number): void
}

type AgentPayload = {
  raw: Buffer
  /** Another payload can be stored as its difference from this one, and stays a few steps from a whole one. */
  canBeBase: boolean
}

/**
 * Reads the raw payload of a snapshot that this agent sent. undefined if there is none, if another agent sent it, or if
 * reading it takes more than `bytesMax`.
 */
export async function readAgentPayload(store: Store, wanted: Wanted): Promise<AgentPayload | undefined> {
  const { siteId, agentId, snapshotId, bytesMax, reserve } = wanted
  const found = await store.read(async (db) => {
    const { snapshots, snapshotFacts, rawPayloads } = db.tables(snapshotTables)
    const [row] = await selectWithFacts(db, { seq: snapshots.seq }).where(
      and(eq(snapshots.id, snapshotId), isOfSite(db, siteId), eq(snapshotFacts.agentId, agentId)),
    )
    const bytes = row ? await bytesToUnpack(db, rawPayloads, row.seq) : 0
    if (!row || bytes > bytesMax) return undefined
    reserve(bytes)
    return { ...row, contents: await loadContents(db, rawPayloads, [row.seq]) }
  })
  const stored = found?.contents.get(found.seq)
  if (!found || !stored) return undefined
  const raw = (await unpackInThread(found.contents, [found.seq])).get(found.seq)
  return raw && { raw, canBeBase: !isOutsideOfChains(stored) }
}
