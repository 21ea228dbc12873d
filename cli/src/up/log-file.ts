import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const bytesMaxDefault = 10 * 1024 * 1024

type LogFile = { write(chunk: Buffer): void; close(): void }

/** A log that never grows beyond twice `bytesMax`: when it is full it becomes `<file>.old`, and a new one begins. */
export function openLogFile(file: string, bytesMax = bytesMaxDefault): LogFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const open = () => openSync(file, 'a', 0o600)
  let descriptor = open()
  let size = fstatSync(descriptor).size
  return {
    write(chunk) {
      try {
        if (size > 0 && size + chunk.length > bytesMax) {
          closeSync(descriptor)
          renameSync(file, `${file}.old`)
          descriptor = open()
          size = 0
        }
        size += writeSync(descriptor, chunk)
      } catch {
        // A full disk costs the log, not the parts that write it.
      }
    },
    close: () => closeSync(descriptor),
  }
}
