import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, read, writevSync } from 'node:fs'
import { promisify } from 'node:util'
import { codeOf } from '@rollcall/shared/errors.ts'
import { type Request, readRequest, replyHeader, writeBytesMax } from './fuse-messages.ts'
import { errorNumbers, FileError } from './unsynced-files.ts'

const readAsync = promisify(read)

export type Mount = {
  /** From now on no request is answered: whoever asks waits. */
  freeze(): void
  /** Ends the mount; every request that waits fails. */
  abort(): Promise<void>
}

/** Mounts a file system whose requests are answered one after the other. */
export async function mountFuse(path: string, answer: (request: Request) => Buffer | undefined): Promise<Mount> {
  const device = openSync('/dev/fuse', 'r+')
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions'
  const mounting = spawn('mount', ['-i', '-t', 'fuse', '-o', options, 'power-cut-disk', path], {
    stdio: ['ignore', 'inherit', 'inherit', device],
  })
  const [code] = await once(mounting, 'exit')
  if (code !== 0) throw new Error(`mount of ${path} ended with code ${code}`)
  let isFrozen = false
  const serving = serve()
  return {
    freeze: () => {
      isFrozen = true
    },
    abort: async () => {
      isFrozen = true
      await promisify(execFile)('umount', ['-i', '-n', '--no-canonicalize', '--force', '--lazy', path])
      await serving
      closeSync(device)
    },
  }

  async function serve(): Promise<void> {
    const buffer = Buffer.alloc(writeBytesMax + 64 * 1024)
    for (;;) {
      let bytesRead: number
      try {
        ;({ bytesRead } = await readAsync(device, buffer, 0, buffer.length, null))
      } catch (error) {
        const code = codeOf(error)
        if (code === 'ENODEV' || code === 'ECONNABORTED') return
        // ENOENT: the request was interrupted before it was read.
        if (code === 'ENOENT' || code === 'EINTR') continue
        throw error
      }
      if (!isFrozen) reply(readRequest(buffer.subarray(0, bytesRead)))
    }
  }

  function reply(request: Request): void {
    let body: Buffer | undefined
    let errno = 0
    try {
      body = answer(request)
      if (body === undefined) return
    } catch (error) {
      if (!(error instanceof FileError)) console.error(error)
      errno = error instanceof FileError ? error.errno : errorNumbers.EIO
      body = Buffer.alloc(0)
    }
    try {
      writevSync(device, [replyHeader(request.unique, errno, body.length), body])
    } catch (error) {
      // ENOENT: the one who asked was killed meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}
