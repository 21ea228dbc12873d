import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkMs = 5_000
/** Share of the time the event loop is at work, below which a process counts as idle. */
const idleUtilization = 0.02

/**
 * Gives the memory that work has used back to the system, once each time the work has ended. Loading a few hundred
 * modules alone leaves some 200 MB of garbage (Node parses a package's whole package.json for each file of it), and a
 * process that then idles allocates too little for V8 ever to collect it. A busy process is left alone.
 */
export function releaseMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  let hasWorked = true
  let before = performance.eventLoopUtilization()
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > idleUtilization) {
      hasWorked = true
    } else if (hasWorked) {
      hasWorked = false
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }
  }
  setInterval(check, checkMs).unref()
}
