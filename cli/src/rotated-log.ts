import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const bytesMaxDefault = 10 * 1024 * 1024

type LogFile = { write(chunk: Buffer): void; close(): void }

/**
 * A log of at most twice `bytesMax`: a full file becomes `<file>.old`, and a new one begins. While a file cannot be
 * opened, moved or written (a full disk), its chunks are lost and the parts go on.
 */
export function openRotatedLog(file: string, bytesMax = bytesMaxDefault): LogFile {
  let descriptor: number | undefined
  let isClosed = false

  /**
   * Opens the file for a chunk if none is open. No descriptor is kept over a rename, so none is used after its file
   * moved.
   */
  const open = (): number => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    descriptor = openSync(file, 'a', 0o600)
    return descriptor
  }
  const close = () => {
    const last = descriptor
    descriptor = undefined
    // The descriptor is closed even if close(2) reports an error.
    if (last !== undefined) attempt(() => closeSync(last))
  }
  const write = (chunk: Buffer) => {
    const size = fstatSync(descriptor ?? open()).size
    if (size > 0 && size + chunk.length > bytesMax) {
      close()
      const isMoved = attempt(() => renameSync(file, `${file}.old`))
      // A file that cannot be moved is written further, within the limit.
      if (!isMoved && size + chunk.length > 2 * bytesMax) return
    }
    const target = descriptor ?? open()
    for (let written = 0; written < chunk.length; ) written += writeSync(target, chunk, written)
  }
  attempt(open)
  return {
    write(chunk) {
      if (!isClosed && !attempt(() => write(chunk))) close()
    },
    close() {
      isClosed = true
      close()
    },
  }
}

/** Returns true if the step succeeded. */
function attempt(step: () => void): boolean {
  try {
    step()
    return true
  } catch {
    return false
  }
}
