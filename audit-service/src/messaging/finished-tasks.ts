import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@rollcall/shared/durations.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { z } from 'zod'

const entrySchema = z.object({ taskId: z.uuid(), attempt: z.int().positive(), expiresAt: z.string() })
type Entry = z.infer<typeof entrySchema>

export type FinishedTasks = {
  /** Returns true if this attempt, or a later one, has already finished here. */
  has(taskId: string, attempt: number): boolean
  /** Resolves once the entry is on disk. */
  add(entry: Entry): Promise<void>
}

const entriesMax = 5000
/** A task started in time can be delivered again after its expiry, for example if its acknowledgement was lost. */
const retainedAfterExpiryMs = 7 * dayMs

/** Opens the list of finished tasks, which survives restarts: a redelivered task is acknowledged and not run again. */
export async function openFinishedTasks(stateDir: string): Promise<FinishedTasks> {
  const path = join(stateDir, 'finished-tasks.json')
  const entries = new Map((await readEntries(path)).map((entry) => [entry.taskId, entry]))
  let writing: Promise<unknown> = Promise.resolve()

  return {
    has: (taskId, attempt) => (entries.get(taskId)?.attempt ?? 0) >= attempt,
    async add(entry) {
      entries.delete(entry.taskId)
      entries.set(entry.taskId, entry)
      for (const [taskId, { expiresAt }] of entries) {
        if (entries.size > entriesMax || Date.parse(expiresAt) + retainedAfterExpiryMs < Date.now())
          entries.delete(taskId)
      }
      const text = JSON.stringify([...entries.values()])
      writing = writing.catch(() => undefined).then(() => writeFileWhole(path, text))
      await writing
    },
  }
}

async function readEntries(path: string): Promise<Entry[]> {
  const { data } = z.array(entrySchema).safeParse(parseJson(await readFile(path).catch(() => undefined)))
  // Missing or unreadable: at worst a task runs once more, which changes nothing.
  return data ?? []
}
