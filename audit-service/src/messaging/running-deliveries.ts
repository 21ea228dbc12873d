import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@rollcall/shared/errors.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import type { Logger } from 'pino'
import { z } from 'zod'

/** Acknowledgement subjects of deliveries whose tasks are running, on disk. */
export type RunningDeliveries = {
  /** Deliveries left by a process that was killed or stopped. */
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
 * Opens the deliveries of running tasks, which survive a kill or a stop. The next process returns them to the queue, so
 * that they are delivered again at once instead of after the server's wait of 30 seconds. They count only in the folder
 * and boot of the machine that wrote them: in a copy of the folder, another process still runs these tasks.
 */
export async function openRunningDeliveries(
  stateDir: string,
  log: Logger,
  readBootId = () => readFile(bootIdFile, 'utf8'),
): Promise<RunningDeliveries> {
  const path = join(stateDir, 'running-deliveries.json')
  const running = new Map<string, string>()
  let writing: Promise<unknown> = Promise.resolve()
  // Without a boot id nothing is returned.
  const bootId = await readBootId().catch(() => undefined)
  const { dev, ino } = await stat(stateDir)
  const origin = bootId && `${bootId.trim()} ${dev} ${ino}`
  const write = async () => {
    if (!origin) return
    const text = JSON.stringify({ writtenAt: origin, deliveries: Object.fromEntries(running) })
    writing = writing.then(() =>
      writeFileWhole(path, text).catch((error: unknown) =>
        log.warn(
          { reason: messageOf(error) },
          'running tasks: not recorded on disk; after a crash they restart after 30 seconds',
        ),
      ),
    )
    await writing
  }
  return {
    left: await readLeft(path, origin),
    async set(taskId, ackSubject) {
      running.set(taskId, ackSubject)
      await write()
    },
    async delete(taskId) {
      if (running.delete(taskId)) await write()
    },
  }
}

async function readLeft(path: string, origin: string | undefined): Promise<string[]> {
  const { data } = fileSchema.safeParse(parseJson(await readFile(path).catch(() => undefined)))
  // Missing or unreadable: the server redelivers by itself.
  return data && data.writtenAt === origin ? Object.values(data.deliveries) : []
}
