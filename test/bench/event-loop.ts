import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds that everybody else waited at most, while the work had the event loop. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 1 })
  monitor.enable()
  await work()
  // What held it last is counted when it is let go.
  await delay(5)
  monitor.disable()
  return monitor.max / 1e6
}
