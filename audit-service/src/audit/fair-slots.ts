/** Hosts that are audited at the same time, by one scan and by all of a process. */
const hostsAtOnce = { scan: 64, all: 128 }

export const createHostSlots = (): FairSlots => new FairSlots(hostsAtOnce.all, hostsAtOnce.scan)

/** A scan's part of the slots: it takes one for each thing that it does at once, and gives it back after. */
export type ConcurrencyGroup = {
  /** Resolves when there is a place, with what gives it back; rejects when `signal` aborts before. */
  take(signal: AbortSignal): Promise<() => void>
}

type Waiting = { group: GroupState; grant(): void }
type GroupState = { held: number }

/**
 * A number of places that several scans share. A place that is free goes to the scan that holds the fewest, and among
 * equals to who waits longest: a scan of many hosts uses all of them while it is alone, and a small one that comes
 * later need not wait for its end.
 */
export class FairSlots {
  readonly #groupMax: number
  #free: number
  #waiting: Waiting[] = []

  /** `groupMax`: what one scan may hold, also when it is alone. */
  constructor(count: number, groupMax = count) {
    this.#free = count
    this.#groupMax = groupMax
  }

  group(): ConcurrencyGroup {
    const group: GroupState = { held: 0 }
    return {
      take: (signal) =>
        new Promise((resolve, reject) => {
          const onAbort = () => {
            this.#waiting = this.#waiting.filter((other) => other !== waiting)
            reject(signal.reason)
          }
          const grant = () => {
            signal.removeEventListener('abort', onAbort)
            resolve(once(() => this.#release(group)))
          }
          const waiting = { group, grant }
          if (signal.aborted) return reject(signal.reason)
          signal.addEventListener('abort', onAbort, { once: true })
          this.#waiting.push(waiting)
          this.#next()
        }),
    }
  }

  #release(group: GroupState): void {
    group.held -= 1
    this.#free += 1
    this.#next()
  }

  #next(): void {
    while (this.#free > 0) {
      const next = this.#waiting
        .filter(({ group }) => group.held < this.#groupMax)
        .reduce<Waiting | undefined>(
          (best, each) => (best && best.group.held <= each.group.held ? best : each),
          undefined,
        )
      if (!next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#free -= 1
      next.group.held += 1
      next.grant()
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
