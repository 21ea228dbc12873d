import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@rollcall/shared/errors.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import type { Logger } from 'pino'
import { z } from 'zod'

/** Acknowledgement subjects of the deliveries whose tasks run, on disk. */
export type RunningDeliveries = {
  /** Deliveries that a killed process has left. */
  left: readonly string[]
  set(taskId: string, ackSubject: string): Promise<void>
  delete(taskId: string): Promise<void>
}

const fileSchema = z.record(z.uuid(), z.string().startsWith('$JS.ACK.').max(500))

/**
 * Keeps the deliveries of running tasks across a kill: the next process gives them back, so that they are delivered
 * again at once and not when the server's wait of 30 seconds ends.
 */
export async function openRunningDeliveries(stateDir: string, log: Logger): Promise<RunningDeliveries> {
  const path = join(stateDir, 'running-deliveries.json')
  const running = new Map<string, string>()
  let writing: Promise<unknown> = Promise.resolve()
  const write = async () => {
    writing = writing.then(() =>
      writeFileWhole(path, JSON.stringify(Object.fromEntries(running))).catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'running tasks were not recorded: after a crash they wait 30 seconds'),
      ),
    )
    await writing
  }
  return {
    left: await readLeft(path),
    async set(taskId, ackSubject) {
      running.set(taskId, ackSubject)
      await write()
    },
    async delete(taskId) {
      if (running.delete(taskId)) await write()
    },
  }
}

async function readLeft(path: string): Promise<string[]> {
  try {
    return Object.values(fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))))
  } catch {
    // None yet, or not readable: the server delivers them again by itself.
    return []
  }
}
