import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pc, testIngest } from '../../ingest/testing/ingest.ts'
import { agent, at } from '../../ingest/testing/observations.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Store } from '../../store/store.ts'
import { packNext } from '../packing/pack.ts'
import { rebaseNext } from '../packing/rebase.ts'
import { getSnapshot, rawSnapshot } from '../read/list-snapshots.ts'

const dayMinutes = 24 * 60

/** Text that does not compress by itself. */
const noise = (text: string) => createHash('sha256').update(text).digest('base64url')

/** For tests: an agent that sends a snapshot a day, with one more upgraded package and other free space each time. */
export function testHistory(store: Store) {
  const { submit, ctx, clock } = testIngest(store)
  const sent = new Map<string, Buffer>()
  let upgraded = 0

  /** The snapshot of a day, of this machine. */
  const storeSnapshot = async (day: number, machine = 1): Promise<string> => {
    const software = Array.from({ length: 120 }, (_, index) => ({
      name: `library-${index}-${noise(`name ${index}`).slice(0, 8)}`,
      version: noise(`${machine} ${index} ${index < day ? 'upgraded' : ''}`).slice(0, 12),
    }))
    const hardware = {
      volumes: ['/', '/home'].map((mount) => ({ mount, sizeBytes: 1e9, freeBytes: 1e6 * day + mount.length })),
    }
    const observation = agent(day * dayMinutes, { ...pc(machine), software, hardware })
    const raw = Buffer.from(JSON.stringify({ ...observation, note: upgraded++ }))
    const { snapshotId } = await submit(observation, { raw })
    sent.set(snapshotId ?? '', raw)
    return snapshotId ?? ''
  }

  const packAll = async () => {
    let turns = 0
    while ((await packNext(ctx)) > 0) turns++
    return turns
  }

  return {
    ctx,
    clock,
    storeSnapshot,
    packAll,
    /** Rebases until nothing is left to do. */
    rebaseAll: async () => {
      while ((await rebaseNext(ctx)) > 0);
    },
    sent: (id: string) => sent.get(id),
    /** Returns a snapshot in the API form. */
    shown: async (id: string) => ({
      snapshot: await getSnapshot(ctx, id),
      raw: Buffer.from(await rawSnapshot(ctx, id)),
    }),
    contents: () =>
      store.read(async (db) => {
        const { sections, rawPayloads } = db.tables(snapshotTables)
        return { sections: await db.select().from(sections), raw: await db.select().from(rawPayloads) }
      }),
    rawRow: (id: string) =>
      store.read(async (db) => {
        const { snapshots, rawPayloads } = db.tables(snapshotTables)
        const [row] = await db
          .select({ payload: rawPayloads })
          .from(snapshots)
          .innerJoin(rawPayloads, eq(rawPayloads.seq, snapshots.seq))
          .where(eq(snapshots.id, id))
        return row?.payload
      }),
  }
}

export const dayTime = (day: number): string => at(day * dayMinutes)
