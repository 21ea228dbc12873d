import { messageOf } from '@rollcall/shared/errors.ts'
import type { Host } from '../../platform/host.ts'
import { type Entry, isEntry } from '../loose-values.ts'
import { mapBounded } from '../map-bounded.ts'
import type { OnCut } from '../source.ts'
import { isBinaryPlist, parseBinaryPlist } from './binary-plist.ts'
import type { PlistValue } from './plist-value.ts'
import { parseXmlPlist } from './xml-plist.ts'

const plistBytesMax = 4 * 1024 * 1024

/** Parses a property list in either of its formats. Throws `BrokenPlistError` if it is damaged or unreasonably large. */
export const parsePlist = (bytes: Buffer): PlistValue =>
  isBinaryPlist(bytes) ? parseBinaryPlist(bytes) : parseXmlPlist(bytes.toString('utf8'))

/**
 * Reads a property list; undefined if the file is absent or unreadable. It is private: a launchd job has arguments and
 * environment.
 */
export async function readPlist(host: Host, path: string): Promise<PlistValue | undefined> {
  const bytes = await host.readBytes(path, plistBytesMax, undefined, 'private')
  return bytes && parsePlist(bytes)
}

/** Reads the dictionaries in several files. Damaged files cost only themselves, and are reported. */
export async function readPlists(host: Host, paths: readonly string[], onCut?: OnCut): Promise<Entry[]> {
  const faults: string[] = []
  const found = await mapBounded(paths, 8, async (path) => {
    try {
      return await readPlist(host, path)
    } catch (error) {
      faults.push(`${path} (${messageOf(error)})`)
      return undefined
    }
  })
  if (faults.length > 0) onCut?.(`cannot read ${faults.length} files: ${faults[0]}`)
  return found.flatMap((value) => (isEntry(value) ? [value] : []))
}
