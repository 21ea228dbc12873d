import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkMs = 5_000
/**
 * Share of a core below which a process is idle. Heartbeats and timers of a collector at rest take some 2 %, and several
 * times that on a starved machine.
 */
const idleShare = 0.15
/** What must have come since the last release: less is not worth the pause. */
const worthBytes = 32 * 1024 * 1024

/**
 * Gives the memory that work has used back to the system when the work has ended. Loading a few hundred modules alone
 * leaves some 200 MB of garbage (Node parses a package's whole package.json for each file of it), and a process that
 * then idles allocates too little for V8 ever to collect it. A busy process is left alone.
 */
export function releaseMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  let cpuBefore = process.cpuUsage()
  let leastBytes = 0
  const check = () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    cpuBefore = process.cpuUsage()
    const isIdle = user + system < checkMs * 1000 * idleShare
    if (isIdle && memoryUsage.rss() > leastBytes + worthBytes) {
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      leastBytes = memoryUsage.rss()
    } else {
      leastBytes = Math.min(leastBytes, memoryUsage.rss())
    }
  }
  setInterval(check, checkMs).unref()
}
