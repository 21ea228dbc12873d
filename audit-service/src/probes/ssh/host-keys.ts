import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { readIfPresent } from '@rollcall/shared/node/read-if-present.ts'
import { z } from 'zod'

const pinSchema = z.object({
  address: z.string(),
  port: z.int(),
  /** Type in the key blob (RFC 4253, section 6.6): `ssh-ed25519`, `ssh-rsa`, … */
  type: z.string(),
  /** Fingerprint as printed by ssh-keygen. */
  fingerprint: z.string(),
  pinnedAt: z.string(),
})
/** The only port used for SSH audits. */
export const sshPort = 22

/** Start of a probe's detail for a host without a pinned key, if one is required. */
export const unknownKeyText = 'unknown host key'

/** Start of a probe's detail for a host with another key than the pinned one. */
export const keyChangeText = 'host key changed'

/** The pinned host key of an SSH server. */
export type Pin = z.infer<typeof pinSchema>

/** The host keys that SSH servers presented first. */
export type HostKeys = {
  stateDir: string
  /** If true, hosts without a pinned key get no login at all. */
  requirePinned?: boolean | undefined
  /** Returns undefined for an unknown server. */
  get(address: string, port: number): Promise<Pin | undefined>
  /** Resolves once the key is on disk, with the pinned key, which differs if another one was pinned before. */
  pin(pin: Pin): Promise<Pin>
  /** Deletes a pinned key. Returns true if it existed. */
  forget(address: string, port: number): Promise<boolean>
}

/**
 * Opens the pinned keys, one file for each server, so that the service and the command that deletes a key never write
 * the same file and need no lock.
 */
export function openHostKeys(stateDir: string): HostKeys {
  const folder = join(stateDir, 'ssh-host-keys')
  /** Done once, because it reads the whole folder. */
  let made: Promise<void> | undefined
  const pathOf = (address: string, port: number) => join(folder, `${encodeURIComponent(address)}_${port}.json`)
  const get: HostKeys['get'] = async (address, port) => {
    const path = pathOf(address, port)
    const bytes = await readIfPresent(path)
    if (bytes === undefined) return undefined
    const { data } = pinSchema.safeParse(parseJson(bytes))
    if (data) return data
    throw new OperatorError(`the pinned host key in ${path} is damaged: remove that file to pin the host's key anew`)
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
