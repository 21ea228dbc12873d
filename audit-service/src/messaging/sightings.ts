import { type Sighting, sightingsMax } from '@rollcall/shared/messages/sighting.ts'

/** Between two batches that are not full: the first host goes out at once, and what comes meanwhile goes together. */
const intervalMs = 20

type Batch = { hosts: Sighting[]; kept: PromiseWithResolvers<void>; timer: NodeJS.Timeout }

/**
 * Gathers hosts that were only found, so that thousands a second do not cost a file, a sync and a message each. `keep`
 * puts a batch on disk; what it resolves or rejects with, each host of the batch does.
 */
export function gatherSightings(keep: (hosts: Sighting[]) => Promise<void>): (host: Sighting) => Promise<void> {
  let batch: Batch | undefined
  let sentAt = Number.NEGATIVE_INFINITY

  const send = ({ hosts, kept, timer }: Batch) => {
    clearTimeout(timer)
    batch = undefined
    sentAt = performance.now()
    keep(hosts).then(kept.resolve, kept.reject)
  }
  const open = (): Batch => {
    const opened: Batch = {
      hosts: [],
      kept: Promise.withResolvers(),
      timer: setTimeout(() => send(opened), Math.max(0, sentAt + intervalMs - performance.now())),
    }
    return opened
  }
  return (host) => {
    batch ??= open()
    const into = batch
    into.hosts.push(host)
    if (into.hosts.length >= sightingsMax) send(into)
    return into.kept.promise
  }
}
