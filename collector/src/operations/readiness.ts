import { type RepeatedWork, repeatWork } from '../lib/repeat-work.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import type { Store } from '../store/store.ts'

/** Interval of store checks, so that an outage and its end are detected without requests. */
const checkMs = 5_000

/** `ok`, or the reason in words for strangers, without a path or an address. */
export type Readiness = { store: string; disk: string; nats: string }

type Parts = {
  store: Store
  /** The disk with the data directory. */
  disk: DiskSpace
  isNatsConnected(): boolean
}

/** Reports the state of the parts that the collector cannot work without. */
export async function readReadiness({ store, disk, isNatsConnected }: Parts): Promise<Readiness> {
  const [outage, lack] = await Promise.all([store.check(), disk.lack()])
  return {
    store: outage === undefined ? 'ok' : outageWords[outage.code],
    disk: lack ?? 'ok',
    nats: isNatsConnected() ? 'ok' : 'not connected',
  }
}

const outageWords = {
  storage_full: 'the disk is full',
  store_unavailable: "the database cannot be used; the collector's log says why",
}

export type Watch = RepeatedWork & {
  /** Time for which heartbeats have been received and stored without interruption. */
  connectedForMs(): number
}

/** Checks the parts periodically. The store notifies its listener of each outage and its end. */
export function startWatch({ store, isNatsConnected }: Pick<Parts, 'store' | 'isNatsConnected'>): Watch {
  let connectedSince = performance.now()
  const watch = repeatWork(async () => {
    const outage = await store.check()
    if (outage !== undefined || !isNatsConnected()) connectedSince = performance.now()
  }, checkMs)
  return { ...watch, connectedForMs: () => performance.now() - connectedSince }
}
