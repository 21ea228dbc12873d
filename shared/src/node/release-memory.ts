import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkMs = 5_000
/**
 * Share of a core below which a process counts as idle: heartbeats and timers of a collector at rest take some 2 %. Its own
 * CPU tells, however busy the machine is.
 */
const idleShare = 0.05

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
  let before = process.cpuUsage()
  const check = () => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    if (user + system > checkMs * 1000 * idleShare) {
      hasWorked = true
    } else if (hasWorked) {
      hasWorked = false
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }
  }
  setInterval(check, checkMs).unref()
}
