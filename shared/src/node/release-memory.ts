import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkMs = 5_000
/** Share of a core below which a process is idle in any case: heartbeats and timers of a collector at rest take some 2 %. */
const idleShare = 0.05
/**
 * Share of its busiest five seconds below which a process is idle again. On a starved machine the timers of a process at
 * rest take more of a core, but far less than its work did.
 */
const restShare = 0.25

/**
 * Gives the memory that work has used back to the system, once each time the work has ended. Loading a few hundred
 * modules alone leaves some 200 MB of garbage (Node parses a package's whole package.json for each file of it), and a
 * process that then idles allocates too little for V8 ever to collect it. A busy process is left alone.
 */
export function releaseMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  const idleCpuUs = checkMs * 1000 * idleShare
  // A process has just loaded its modules when this is called.
  let busiestUs = checkMs * 1000
  let before = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const usedUs = user + system
    if (usedUs > Math.max(idleCpuUs, busiestUs * restShare)) {
      busiestUs = Math.max(busiestUs, usedUs)
    } else if (busiestUs > 0) {
      busiestUs = 0
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }
  }
  setInterval(check, checkMs).unref()
}
