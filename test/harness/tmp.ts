import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

export type TmpFolder = AsyncDisposable & { path: string; remove: () => Promise<void> }

const options = { recursive: true, force: true, maxRetries: 3 }

/** Folders of this process that still exist. */
const left = new Set<string>()
atEnd(() => {
  for (const path of left) rmSync(path, options)
})

/** A new empty folder, mode 700, in the system's temporary folder. `remove` deletes it with all it holds. */
export async function tmpFolder(prefix = 'rollcall-test-'): Promise<TmpFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  left.add(path)
  const remove = async () => {
    await rm(path, options)
    left.delete(path)
  }
  return { path, remove, [Symbol.asyncDispose]: remove }
}
