import { type Sighting, sightingsMax } from '@rollcall/shared/messages/sighting.ts'

/** Interval between two partial batches: the first host is sent at once, and later ones are grouped. */
const intervalMs = 20

type Batch = { hosts: Sighting[]; stored: PromiseWithResolvers<void>; timer: NodeJS.Timeout }

/**
 * Groups unaudited hosts, so that thousands per second do not cost a file, a sync and a message each. `store` writes a
 * batch to disk; its result applies to each host of the batch.
 */
export function gatherSightings(store: (hosts: Sighting[]) => Promise<void>): (host: Sighting) => Promise<void> {
  let batch: Batch | undefined
  let sentAt = Number.NEGATIVE_INFINITY

  const send = ({ hosts, stored, timer }: Batch) => {
    clearTimeout(timer)
    batch = undefined
    sentAt = performance.now()
    store(hosts).then(stored.resolve, stored.reject)
  }
  const open = (): Batch => {
    const opened: Batch = {
      hosts: [],
      stored: Promise.withResolvers(),
      timer: setTimeout(() => send(opened), Math.max(0, sentAt + intervalMs - performance.now())),
    }
    return opened
  }
  return (host) => {
    batch ??= open()
    const into = batch
    into.hosts.push(host)
    if (into.hosts.length >= sightingsMax) send(into)
    return into.stored.promise
  }
}
