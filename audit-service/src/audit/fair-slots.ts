/** Hosts audited at the same time, by one scan and by all scans of a process. */
const hostsAtOnce = { scan: 64, all: 128 }

export const createHostSlots = (): FairSlots => new FairSlots(hostsAtOnce.all, hostsAtOnce.scan)

/** The slots of one scan. It takes a slot for each concurrent job and releases it afterwards. */
export type ConcurrencyGroup = {
  /** Resolves with a release function when a slot is free; rejects if `signal` aborts before. */
  take(signal: AbortSignal): Promise<() => void>
}

type Waiting = { group: GroupState; grant(): void }
type GroupState = { held: number }

/**
 * A number of slots shared by several scans. A free slot goes to the scan that holds the fewest, and among equals to
 * the longest waiting: a scan of many hosts uses all slots while it is alone, and a small scan that starts later does
 * not wait for its end.
 */
export class FairSlots {
  readonly #groupMax: number
  #free: number
  #waiting: Waiting[] = []

  /** `groupMax`: slots that one scan may hold, even if it is alone. */
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
