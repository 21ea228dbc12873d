import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { localHost } from './local.ts'

/**
 * Threads in which Node reads files and finds addresses; by default there are four. A read from a dead file system or a
 * stuck driver never returns its thread.
 */
const threads = 8

/** Niceness of the agent, as in its systemd unit. Windows runs it with the priority "below normal". */
const niceness = 10
/** Class of input and output that is served when no one else wants the disk. */
const idleClass = '3'

/**
 * Makes this process a good neighbour: it and the programs that it starts use the processor and the disk when others do
 * not. Call it before the first read of a file, because threads inherit the priority and their number is then final.
 */
export async function runInBackground(): Promise<void> {
  process.env['UV_THREADPOOL_SIZE'] = `${threads}`
  // systemd and the Task Scheduler have set both.
  if (getPriority() >= niceness) return
  const isLinux = process.platform === 'linux'
  // On Linux each thread has a priority of its own.
  const ids = isLinux ? readdirSync('/proc/self/task').map(Number) : [0]
  lowerPriority(ids)
  if (!isLinux) return
  const ionice = ['--class', idleClass, '--pid', ...ids.map(String)]
  // Some systems do not have it, and a container may forbid it.
  await localHost()
    .run('ionice', ionice, { timeoutMs: 2_000, outputBytesMax: 1024 })
    .catch(() => undefined)
}

/** Lowers the priority of threads as far as possible: one may have ended meanwhile, and a sandbox may forbid it. */
export function lowerPriority(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      setPriority(id, niceness)
    } catch {
      // The inventory is worth more than a low priority.
    }
  }
}
