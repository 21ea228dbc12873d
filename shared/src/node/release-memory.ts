import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import koffi from 'koffi'

const checkMs = 5_000
/**
 * Share of a core below which a process is idle. Heartbeats and timers of a collector at rest take some 2 %, and several
 * times that on a starved machine.
 */
const idleShare = 0.15
/** Idle checks in a row after which a process is at rest. */
const restChecks = 3
/** Growth that is worth the pause of a collection. */
const worthBytes = 32 * 1024 * 1024

/**
 * Gives the memory that work has used back to the system.
 *
 * - Loading a few hundred modules alone leaves some 200 MB of garbage (Node parses a package's whole package.json for
 *   each file of it), and a process that then idles allocates too little for V8 ever to collect it. So garbage is
 *   collected when the process is idle.
 * - The C library keeps freed memory that lies below memory in use. A flood of bodies leaves more than 100 MiB of it. So
 *   it is returned page by page, whether the process is idle or not.
 */
export function releaseMemory(): void {
  const collect = collector()
  const trim = trimmer()
  let cpuBefore = process.cpuUsage()
  let idleChecks = 0
  let nextRestCheck = restChecks
  let lowestSinceRelease = 0
  const check = () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    cpuBefore = process.cpuUsage()
    idleChecks = user + system < checkMs * 1000 * idleShare ? idleChecks + 1 : 0
    if (idleChecks === 0) nextRestCheck = restChecks
    const isRestCheck = idleChecks === nextRestCheck
    // A thread that ends later frees its memory later: a process at rest is checked after 15, 30, 60 … seconds.
    if (isRestCheck) nextRestCheck *= 2
    if (isRestCheck || memoryUsage.rss() > lowestSinceRelease + worthBytes) {
      if (idleChecks > 0) collect()
      trim()
      lowestSinceRelease = memoryUsage.rss()
    }
    lowestSinceRelease = Math.min(lowestSinceRelease, memoryUsage.rss())
  }
  setInterval(check, checkMs).unref()
}

/** Returns a function that collects all garbage of this thread. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('V8 has no gc()')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Returns malloc_trim(3), which glibc alone has and needs. */
function trimmer(): () => void {
  try {
    const trim = koffi.load(null).func('int malloc_trim(size_t)')
    return () => trim(0)
  } catch {
    return () => undefined
  }
}
