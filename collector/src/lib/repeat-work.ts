import { setTimeout } from 'node:timers/promises'

export type RepeatedWork = {
  /** Runs the work now, or again after the current run. */
  wake(): void
  /** Starts no further run, and waits for the current one. */
  stop(): Promise<void>
}

/** Runs `work` at once and then repeatedly with a pause between. `work` never rejects. */
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
