import { realpathSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { Logger } from 'pino'

const endMsMax = 10_000
const pollMs = 50

/**
 * Ends every nats-server that a killed collector left on this configuration file. The caller holds the lock of the data
 * directory, so no living collector owns them. They are found by their command lines: a stored process id would be
 * missing if the collector was killed right after the start.
 */
export async function endOrphans(configFile: string, log: Logger): Promise<void> {
  for (const pid of await serversOn(configFile)) {
    log.warn({ pid }, 'nats-server: ending the process that a killed collector left running')
    await end(pid, configFile)
  }
}

async function end(pid: number, configFile: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    kill(pid, signal)
    for (let waitedMs = 0; waitedMs < endMsMax; waitedMs += pollMs) {
      if (!(await runsOn(pid, configFile))) return
      await delay(pollMs)
    }
  }
  throw new OperatorError(
    `nats-server (process ${pid}) still runs on ${configFile} and cannot be stopped: end it first`,
  )
}

/** Lists such processes; none on systems without /proc, where the occupied port is reported instead. */
async function serversOn(configFile: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const found: number[] = []
  for (const pid of names.filter((name) => /^\d+$/.test(name)).map(Number)) {
    if (pid !== process.pid && (await runsOn(pid, configFile))) found.push(pid)
  }
  return found
}

/**
 * Reports whether a process of this user is a nats-server with this file as its `--config`, also with another spelling
 * of the path. Arguments are separated by NUL in /proc/<pid>/cmdline (proc(5)); a zombie has none.
 */
async function runsOn(pid: number, configFile: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [, flag, file] = line.split('\0')
  if (flag !== '--config' || file === undefined || pathOf(file) !== pathOf(configFile)) return false
  return (await stat(`/proc/${pid}`).catch(() => undefined))?.uid === process.geteuid?.()
}

function pathOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
