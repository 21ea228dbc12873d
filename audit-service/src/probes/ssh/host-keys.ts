import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { z } from 'zod'

const pinSchema = z.object({
  address: z.string(),
  port: z.int(),
  /** Of the key blob (RFC 4253 section 6.6): `ssh-ed25519`, `ssh-rsa`, … */
  type: z.string(),
  /** As ssh-keygen shows it. */
  fingerprint: z.string(),
  pinnedAt: z.string(),
})
/** The only port that hosts are asked on. */
export const sshPort = 22

/** Start of the detail of a probe that met a host without a pinned key where one is required. */
export const unknownKeyText = 'unknown host key'

/** How the detail of a probe begins that met another key than the pinned one. */
export const keyChangeText = 'host key changed'

/** The host key that an SSH server is known by. */
export type Pin = z.infer<typeof pinSchema>

/** Which host key each SSH server showed first. */
export type HostKeys = {
  stateDir: string
  /** Whether hosts without a pinned key get no login at all. */
  requirePinned?: boolean | undefined
  /** Undefined for a server that was never met. */
  get(address: string, port: number): Promise<Pin | undefined>
  /** Resolves when it is on disk; gives the one that is pinned, which is another's where that was there first. */
  pin(pin: Pin): Promise<Pin>
  /** Whether there was one. */
  forget(address: string, port: number): Promise<boolean>
}

/**
 * A file for each server, so that the service and the command that makes it forget one never write the same file, and
 * need no lock between them.
 */
export function openHostKeys(stateDir: string): HostKeys {
  const folder = join(stateDir, 'ssh-host-keys')
  /** Once: it reads the whole folder. */
  let made: Promise<void> | undefined
  const pathOf = (address: string, port: number) => join(folder, `${encodeURIComponent(address)}_${port}.json`)
  const get: HostKeys['get'] = async (address, port) => {
    const path = pathOf(address, port)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined
      throw new OperatorError(`cannot read ${path}: ${messageOf(error)}`)
    }
    try {
      return pinSchema.parse(JSON.parse(text))
    } catch {
      throw new OperatorError(`the pinned host key in ${path} is damaged: remove that file to pin the host's key anew`)
    }
  }
  return {
    stateDir,
    get,
    async pin(pin) {
      const path = pathOf(pin.address, pin.port)
      try {
        made ??= makeFolder(folder)
        await made
        // Another audit of the host may have pinned its key meanwhile.
        if (await writeFileWhole(path, `${JSON.stringify(pin, undefined, 2)}\n`, { exclusive: true })) return pin
      } catch (error) {
        made = undefined
        throw new OperatorError(`cannot write ${path}: ${messageOf(error)}`)
      }
      return (await get(pin.address, pin.port)) ?? pin
    },
    async forget(address, port) {
      try {
        return await removeFile(pathOf(address, port))
      } catch (error) {
        throw new OperatorError(`cannot remove ${pathOf(address, port)}: ${messageOf(error)}`)
      }
    },
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
