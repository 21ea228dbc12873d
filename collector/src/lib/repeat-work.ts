import { setTimeout } from 'node:timers/promises'

export type RepeatedWork = {
  /** Do it now, or again when it is under way. */
  wake(): void
  /** Begins no more, and waits for what is under way. */
  stop(): Promise<void>
}

/** Does something at once and then again and again with a pause between. `work` never rejects. */
export function repeatWork(work: (stopping: AbortSignal) => Promise<void>, pauseMs: number): RepeatedWork {
  const stopping = new AbortController()
  let pause = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      pause = new AbortController()
      await work(stopping.signal)
      const signal = AbortSignal.any([pause.signal, stopping.signal])
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    wake: () => pause.abort(),
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
