import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const checkMs = 5_000
/**
 * Share of a core below which a process is idle. Heartbeats and timers of a collector at rest take some 2 %, and several
 * times that on a starved machine.
 */
const idleShare = 0.15
/** Growth that is worth the pause of a collection. */
const worthBytes = 32 * 1024 * 1024
/** Ten minutes. */
const retryChecksMax = 120

/**
 * Gives the memory that work has used back to the system when the work has ended. Loading a few hundred modules alone
 * leaves some 200 MB of garbage (Node parses a package's whole package.json for each file of it), and a process that
 * then idles allocates too little for V8 ever to collect it. A busy process is left alone. Memory that is still in use,
 * such as that of an upload, is tried again after twice the time, up to ten minutes.
 */
export function releaseMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  let cpuBefore = process.cpuUsage()
  let lowestBytes = 0
  let leftBytes = 0
  let idleChecks = 0
  let retryAfterChecks = 1
  const check = () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    cpuBefore = process.cpuUsage()
    if (user + system >= checkMs * 1000 * idleShare) return
    idleChecks += 1
    const hasGrown = memoryUsage.rss() > leftBytes + worthBytes
    const isRetryDue = memoryUsage.rss() > lowestBytes + worthBytes && idleChecks >= retryAfterChecks
    if (!hasGrown && !isRetryDue) return
    retryAfterChecks = hasGrown ? 1 : Math.min(retryAfterChecks * 2, retryChecksMax)
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    idleChecks = 0
    leftBytes = memoryUsage.rss()
    lowestBytes = lowestBytes === 0 ? leftBytes : Math.min(lowestBytes, leftBytes)
  }
  setInterval(check, checkMs).unref()
}
