import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

export type SmallDisk = {
  path: string
  /** Leaves no byte of space, or no inode. */
  fill(what?: 'space' | 'inodes'): Promise<void>
  /** Takes away what fills it. */
  clear(): Promise<void>
  unmount(): Promise<void>
}

/** A file system of its own in memory (tmpfs), mounted at `path`; the sizes are as mount(8) takes them. */
export async function smallDisk(path: string, { size, inodes }: { size: string; inodes?: number }): Promise<SmallDisk> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const options = [`size=${size}`, 'mode=700', ...(inodes === undefined ? [] : [`nr_inodes=${inodes}`])].join()
  await run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path)
  const filler = join(path, 'filler')
  const emptyFiles = join(path, 'empty-files')
  const fillSpace = async () => {
    const { bavail, bsize } = await statfs(path)
    // What others take meanwhile is theirs; what they give back is filled by the pages that are written one by one.
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 4096))).catch(ignoreFull)
    for (let page = 0; page < 64; page += 1) {
      await writeFile(filler, Buffer.alloc(4096), { flag: 'a' }).catch(ignoreFull)
    }
  }
  const fillInodes = async () => {
    await mkdir(emptyFiles)
    const { ffree } = await statfs(path)
    for (let number = 0; number <= ffree; number += 1) {
      await writeFile(join(emptyFiles, `${number}`), '').catch(ignoreFull)
    }
  }
  return {
    path,
    fill: (what = 'space') => (what === 'space' ? fillSpace() : fillInodes()),
    async clear() {
      for (const each of [filler, emptyFiles]) await rm(each, { recursive: true, force: true })
    },
    unmount: () => run('umount', '--lazy', path),
  }
}

function ignoreFull(error: unknown): void {
  if (codeOf(error) !== 'ENOSPC') throw error
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await runProcess(program, args, { timeoutMs: 10_000 })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
}
