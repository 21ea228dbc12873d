import { messageOf } from '@rollcall/shared/errors.ts'
import { type Host, LimitError } from '../platform/host.ts'

/** Files of users that a source names in its report; the others are counted. */
const namedMax = 3

/**
 * Returns the host for one source. It reports the programs that the source goes on without, as they must not be run. A
 * file or folder of a user that exceeds its limit counts as absent, so that no user can cost the others their part.
 */
export function hostOfSource(host: Host, onCut: (what: string) => void): Host & { reportOthers(): void } {
  const programs = new Set<string>()
  const left = new Set<string>()
  const ofUser = async <T>(read: Promise<T>, absent: T, owner: number | undefined): Promise<T> => {
    try {
      return await read
    } catch (error) {
      if (owner === undefined || !(error instanceof LimitError)) throw error
      const reason = messageOf(error)
      if (!left.has(reason) && left.size < namedMax) onCut(`left out files of a user: ${reason}`)
      left.add(reason)
      return absent
    }
  }
  return {
    ...host,
    readFile: (path, bytesMax, owner, secrecy) =>
      ofUser(host.readFile(path, bytesMax, owner, secrecy), undefined, owner),
    readBytes: (path, bytesMax, owner, secrecy) =>
      ofUser(host.readBytes(path, bytesMax, owner, secrecy), undefined, owner),
    listFolder: (path, owner) => ofUser(host.listFolder(path, owner), [], owner),
    modifiedTimes: (folder, suffix, owner) =>
      ofUser(host.modifiedTimes(folder, suffix, owner), new Map<string, number>(), owner),
    async hasProgram(name) {
      const isPresent = await host.hasProgram(name)
      const reason = isPresent ? undefined : host.refusedPrograms?.().get(name)
      if (reason !== undefined && !programs.has(name)) onCut(`goes on without ${name}: ${reason}`)
      programs.add(name)
      return isPresent
    },
    reportOthers() {
      if (left.size > namedMax) onCut(`left out ${left.size - namedMax} more files and folders of users`)
    },
  }
}
