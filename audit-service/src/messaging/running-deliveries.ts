import { readFile, stat } from 'node:fs/promises'
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

const fileSchema = z.object({
  writtenAt: z.string(),
  deliveries: z.record(z.uuid(), z.string().startsWith('$JS.ACK.').max(500)),
})

const bootIdFile = '/proc/sys/kernel/random/boot_id'

/**
 * Keeps the deliveries of running tasks across a kill: the next process gives them back, so that they are delivered
 * again at once and not when the server's wait of 30 seconds ends. Only in the folder and the boot of the machine that
 * wrote them: in a copy of the folder, they are tasks that another process still runs.
 */
export async function openRunningDeliveries(
  stateDir: string,
  log: Logger,
  readBootId = () => readFile(bootIdFile, 'utf8'),
): Promise<RunningDeliveries> {
  const path = join(stateDir, 'running-deliveries.json')
  const running = new Map<string, string>()
  let writing: Promise<unknown> = Promise.resolve()
  // Without an id of the boot nothing is given back.
  const bootId = await readBootId().catch(() => undefined)
  const { dev, ino } = await stat(stateDir)
  const place = bootId && `${bootId.trim()} ${dev} ${ino}`
  const write = async () => {
    if (!place) return
    const text = JSON.stringify({ writtenAt: place, deliveries: Object.fromEntries(running) })
    writing = writing.then(() =>
      writeFileWhole(path, text).catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'running tasks were not recorded: after a crash they wait 30 seconds'),
      ),
    )
    await writing
  }
  return {
    left: await readLeft(path, place),
    async set(taskId, ackSubject) {
      running.set(taskId, ackSubject)
      await write()
    },
    async delete(taskId) {
      if (running.delete(taskId)) await write()
    },
  }
}

async function readLeft(path: string, place: string | undefined): Promise<string[]> {
  try {
    const { writtenAt, deliveries } = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
    return writtenAt === place ? Object.values(deliveries) : []
  } catch {
    // None yet, or not readable: the server delivers them again by itself.
    return []
  }
}
