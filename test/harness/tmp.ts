import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TmpFolder = AsyncDisposable & { path: string; remove: () => Promise<void> }

/** A new empty folder, mode 700, in the system's temporary folder. `remove` deletes it with all it holds. */
export async function tmpFolder(prefix = 'rollcall-test-'): Promise<TmpFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.asyncDispose]: remove }
}
