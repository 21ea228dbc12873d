import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

/** Failing operations, each with its error: `sync` is fsync(2) and fdatasync(2), `write` all that write. */
export type Faults = Partial<Record<'sync' | 'write', 'EIO' | 'ENOSPC'>>

type FaultyDisk = {
  /** The environment of the process whose disk it is, and of its children. Programs without libc do not notice. */
  env: NodeJS.ProcessEnv
  /** From now on; `{}` makes the disk well again. */
  set(faults: Faults): Promise<void>
}

/** A disk that fails when it is told to, for files below `folder`. `workFolder` is outside of it. */
export async function faultyDisk(folder: string, workFolder: string): Promise<FaultyDisk> {
  await mkdir(workFolder, { recursive: true })
  const library = join(workFolder, 'faulty-disk.so')
  const faultsFile = join(workFolder, 'faults')
  const source = join(import.meta.dirname, 'faulty-disk.c')
  const args = ['-shared', '-fPIC', '-O1', '-Wall', '-o', library, source, '-ldl']
  const { code, stderr } = await runProcess('gcc', args, { timeoutMs: 30_000 })
  if (code !== 0) throw new Error(`gcc cannot compile ${source}: ${stderr}`)
  const set = (faults: Faults) =>
    writeFile(
      faultsFile,
      Object.entries(faults)
        .map(([operation, error]) => `${operation} ${error}\n`)
        .join(''),
    )
  await set({})
  return { env: { LD_PRELOAD: library, FAULTY_DISK_FOLDER: folder, FAULTY_DISK_FAULTS: faultsFile }, set }
}
