import { stat, statfs } from 'node:fs/promises'
import { counted } from '@rollcall/shared/counted.ts'
import { messageOf } from '@rollcall/shared/errors.ts'

const mebibyte = 1024 * 1024
/** Time for which answers of the file system are cached. */
const freshMs = 1_000

type Sizes = Space & {
  /** 0 where the file system has no limit. */
  files: number
  filesFree: number
}

/**
 * Space reserved on the data's disk, so that housekeeping, deletions and the write-ahead log have room if it is nearly
 * full: a fiftieth of it, within bounds.
 */
const reserveBytesOf = (bytes: number) => Math.min(128 * mebibyte, Math.max(8 * mebibyte, bytes / 50))
const reserveFilesOf = (files: number) => Math.min(1_000, Math.max(8, files / 50))

/** Reason why the disk accepts no more large writes; undefined while it does. */
function lackOfSpace({ bytes, bytesFree, files, filesFree }: Sizes): string | undefined {
  const reserveBytes = reserveBytesOf(bytes)
  if (bytesFree < reserveBytes) {
    return `${Math.floor(bytesFree / mebibyte)} MiB are free, and ${Math.ceil(reserveBytes / mebibyte)} MiB are kept in reserve`
  }
  const reserveFiles = Math.ceil(reserveFilesOf(files))
  if (files > 0 && filesFree < reserveFiles) {
    return `${counted(filesFree, 'inode is', 'inodes are')} free, and ${counted(reserveFiles, 'is', 'are')} kept in reserve`
  }
  return undefined
}

/** Size of a disk, and the part of it that this user may still use. */
export type Space = { bytes: number; bytesFree: number }

export type DiskSpace = {
  space(): Promise<Space>
  /** Reason why the disk accepts no more large writes; undefined while it does. */
  lack(): Promise<string | undefined>
  /** The last reason, up to a second old, for callers that cannot wait. */
  lastLack(): string | undefined
}

/** Watches the disk of a folder. */
export function createDiskSpace(folder: string): DiskSpace {
  let readAt = Number.NEGATIVE_INFINITY
  let answer: Promise<string | undefined> = Promise.resolve(undefined)
  let last: string | undefined
  const read = async () => {
    last = await readLack(folder)
    return last
  }
  const lack = () => {
    if (performance.now() - readAt < freshMs) return answer
    readAt = performance.now()
    answer = read()
    return answer
  }
  return {
    space: () => readSizes(folder),
    lack,
    lastLack() {
      void lack()
      return last
    },
  }
}

/** Returns the size of a file; 0 if there is none. */
export async function fileBytes(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

async function readSizes(folder: string): Promise<Sizes> {
  const { blocks, bsize, bavail, files, ffree } = await statfs(folder)
  return { bytes: blocks * bsize, bytesFree: bavail * bsize, files, filesFree: ffree }
}

async function readLack(folder: string): Promise<string | undefined> {
  try {
    return lackOfSpace(await readSizes(folder))
  } catch (error) {
    return `its free space cannot be read (${messageOf(error)})`
  }
}
