import { type RepeatedWork, repeatWork } from './repeat-work.ts'
import type { DiskSpace } from './store/disk-space.ts'
import type { Store } from './store/store.ts'

/** How often the store is checked when nobody asks, so that an outage is noticed, and its end. */
const checkMs = 5_000

/** `ok`, or why not: in words for strangers, without a path or an address. */
export type Readiness = { store: string; disk: string; nats: string }

type Parts = {
  store: Store
  /** The disk with the data directory. */
  disk: DiskSpace
  isNatsConnected(): boolean
}

/** Says whether the parts are well that the collector cannot do its work without. */
export async function readReadiness({ store, disk, isNatsConnected }: Parts): Promise<Readiness> {
  const [outage, lack] = await Promise.all([store.check(), disk.lack()])
  return {
    store: outage === undefined ? 'ok' : outageWords[outage.code],
    disk: lack ?? 'ok',
    nats: isNatsConnected() ? 'ok' : 'not connected',
  }
}

const outageWords = { storage_full: 'the disk is full', store_unavailable: 'the database does not answer' }

/** Checks the store again and again: its listener is told of each outage and its end. */
export function startStoreWatch(store: Store): RepeatedWork {
  return repeatWork(async () => void (await store.check()), checkMs)
}
