import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Survives } from './power-cut/file-node.ts'

export type { Survives } from './power-cut/file-node.ts'
export const survivals: readonly Survives[] = ['nothing', 'names', 'some']

export type PowerCut = {
  /** Part of the unsynced state that reaches the disk. */
  survives: Survives
  /** Decides where that is left to chance. */
  seed: number
  /** The power goes when so many more changes have been asked for; 0 is now. */
  afterChanges: number
}

export type PowerCutDisk = AsyncDisposable & {
  /** The mount point. */
  path: string
  /**
   * Takes the disk to what it holds after a power cut; resolves when the power is gone. Until `powerOn` every process
   * that uses the disk waits; its calls fail at `powerOn`.
   */
  cut: (cut: PowerCut) => Promise<void>
  /** Does not wait any longer for the changes of a cut that was asked for. */
  cutNow: () => void
  powerOn: () => Promise<void>
  /** Lets every change and read in folders of this name fail with EIO, as a broken disk does; none when undefined. */
  failIn: (folderName: string | undefined) => Promise<void>
  /** Returns the number of changes requested since the mount. */
  countChanges: () => Promise<number>
  end: () => Promise<void>
}

/** Mounts a disk in memory that loses at a power cut what was not synced. Needs root and /dev/fuse. */
export async function mountPowerCutDisk({ ignoreSyncs = false } = {}): Promise<PowerCutDisk> {
  const path = await mkdtemp(join(tmpdir(), 'rollcall-disk-'))
  const script = join(import.meta.dirname, 'power-cut', 'disk-process.ts')
  // It unmounts and removes the folder when its standard input ends, so also when this process is killed.
  // nats-server syncs its files and never their folders.
  const args = [script, path, '--journaled-folder', 'jetstream', ...(ignoreSyncs ? ['--ignore-syncs'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    const { done, value } = await lines.next()
    if (done) throw new Error(`the process of the disk ${path} has ended`)
    return value
  }
  const send = (command: object) => void child.stdin.write(`${JSON.stringify(command)}\n`)
  await nextLine()
  const end = async () => {
    child.stdin.end()
    await ended
  }
  return {
    path,
    cut: async (cut) => {
      send({ do: 'cut', ...cut })
      await nextLine()
    },
    cutNow: () => send({ do: 'cut-now' }),
    powerOn: async () => {
      send({ do: 'power-on' })
      await nextLine()
    },
    failIn: async (folderName) => {
      send({ do: 'fail', folderName })
      await nextLine()
    },
    countChanges: async () => {
      send({ do: 'count-changes' })
      return Number(await nextLine())
    },
    end,
    [Symbol.asyncDispose]: end,
  }
}
