import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { z } from 'zod'
import { lastBackupName } from '../data-dir.ts'

const lastBackupSchema = z.object({ createdAt: z.iso.datetime() })

/**
 * Records the time of a complete backup in the data directory. The collector may run as another user than the backup,
 * so the file is readable by everyone who may enter the directory.
 */
export async function recordBackup(dataDir: string, { createdAt }: { createdAt: string }): Promise<void> {
  await writeFileWhole(join(dataDir, lastBackupName), JSON.stringify({ createdAt }), { mode: 0o644 })
}

/** Returns the time of the last complete backup; undefined if there was none. */
export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, lastBackupName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : new Date(lastBackupSchema.parse(JSON.parse(text)).createdAt)
}
