import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkMs = 5_000
/**
 * Share of a core below which a process is idle. The heartbeats and timers of an idle collector take some 2 %, and
 * several times that on a starved machine.
 */
const idleShare = 0.15
/** Minimum growth since the last release: less is not worth the pause. */
const worthBytes = 32 * 1024 * 1024

/**
 * Returns memory to the system once work has ended. Loading a few hundred modules alone leaves some 200 MB of garbage
 * (Node parses a package's package.json for each of its files), and an idle process allocates too little for V8 to
 * collect it. A busy process is left alone.
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
