import { type RepeatedWork, repeatWork } from '../lib/repeat-work.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import type { Store } from '../store/store.ts'

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

export type Watch = RepeatedWork & {
  /** For how long heartbeats have been heard and stored: nobody can have missed one in this time. */
  hearingForMs(): number
}

/** Checks the parts again and again. The store's listener is told of each outage and its end. */
export function startWatch({ store, isNatsConnected }: Pick<Parts, 'store' | 'isNatsConnected'>): Watch {
  let hearingSince = performance.now()
  const watch = repeatWork(async () => {
    const outage = await store.check()
    if (outage !== undefined || !isNatsConnected()) hearingSince = performance.now()
  }, checkMs)
  return { ...watch, hearingForMs: () => performance.now() - hearingSince }
}
