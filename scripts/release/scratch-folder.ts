import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withProgress } from '../set-up/progress.mjs'

/** Runs a writer of packages in a folder that is removed, and shows that it is going on. */
export async function inScratchFolder<T>(title: string, pack: (work: string) => Promise<T>): Promise<T> {
  return await withProgress(title, async () => {
    const work = await mkdtemp(join(tmpdir(), 'rollcall-release-'))
    try {
      return await pack(work)
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  })
}
