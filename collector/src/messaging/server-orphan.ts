import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import type { Logger } from 'pino'
import { z } from 'zod'

const recordSchema = z.object({ pid: z.int().positive(), ownerPid: z.int().positive() })

const fileOf = (dir: string) => join(dir, 'nats-server.pid.json')
const endMsMax = 10_000
const pollMs = 50

/** Notes which process is ours, for a collector that comes after one that was killed. */
export async function notePid(dir: string, pid: number): Promise<void> {
  await writeFileWhole(fileOf(dir), JSON.stringify({ pid, ownerPid: process.pid }))
}

export const forgetPid = (dir: string): Promise<void> => rm(fileOf(dir), { force: true })

/**
 * Ends a nats-server that a killed collector left on this directory. Only a process that runs with our configuration
 * file is taken for ours, as a pid is used again; and one whose collector lives is no orphan.
 */
export async function endOrphan(dir: string, configFile: string, log: Logger): Promise<void> {
  const record = await readRecord(dir)
  if (!record || !(await runsWith(record.pid, configFile))) return
  if ((await parentOf(record.pid)) === record.ownerPid && record.ownerPid !== process.pid) {
    throw new OperatorError(
      `another collector (process ${record.ownerPid}) is running on ${dir}: stop it first, or use another --data-dir`,
    )
  }
  log.warn({ pid: record.pid }, 'ending the nats-server that a killed collector left running')
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    kill(record.pid, signal)
    for (let waitedMs = 0; waitedMs < endMsMax; waitedMs += pollMs) {
      if (!(await runsWith(record.pid, configFile))) return
      await delay(pollMs)
    }
  }
  throw new OperatorError(`nats-server (process ${record.pid}) still runs on ${dir} and does not end: end it first`)
}

async function readRecord(dir: string): Promise<z.infer<typeof recordSchema> | undefined> {
  const text = await readFile(fileOf(dir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    // Half-written by a power cut: whatever ran then does not run now.
    return undefined
  }
}

/** The arguments of a process are separated by NUL in /proc/<pid>/cmdline (proc(5)); a zombie has none. */
async function runsWith(pid: number, argument: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.split('\0').includes(argument)
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
