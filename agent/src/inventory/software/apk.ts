import { dirname } from 'node:path/posix'
import type { Host } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { linesOf, parseInteger } from '../text.ts'
import { entriesOf, reportDamaged } from './damaged-entries.ts'

/** The two database paths: apk-tools 3 moved it. */
const paths = ['/lib/apk/db/installed', '/usr/lib/apk/db/installed']
const databaseBytesMax = 64 * 1024 * 1024

/** Reads Alpine's database of installed packages, a text file. */
export const apk: Source<SoftwarePart> = {
  name: 'apk',
  reads: ['[apk]'],
  isAvailable: async (host) =>
    (await Promise.all(paths.map((path) => host.listFolder(dirname(path))))).some((names) =>
      names.includes('installed'),
    ),
  collect: async (host, onCut) => parseApk(await readApkDatabase(host), onCut),
}

export async function readApkDatabase(host: Host): Promise<string> {
  for (const path of paths) {
    const text = await host.readFile(path, databaseBytesMax)
    if (text !== undefined) return text
  }
  throw new Error(`cannot read ${paths.join(' or ')}`)
}

/**
 * Parses apk's index format: a letter, a colon, a value; an empty line ends a package. Its folders (F) and files
 * follow its own fields.
 */
export function parseApk(text: string, onCut?: OnCut): Package[] {
  const entries = entriesOf(text)
  const packages = entries.flatMap((block) => {
    const fields = new Map<string, string>()
    for (const line of linesOf(block.split('\nF:', 1)[0] ?? '')) {
      const letter = line.slice(0, 1)
      if (line[1] === ':') fields.set(letter, line.slice(2).trim())
    }
    const name = fields.get('P')
    if (!name) return []
    return {
      name,
      version: fields.get('V') ?? '',
      architecture: fields.get('A'),
      publisher: fields.get('m') || undefined,
      source: 'apk',
      sizeBytes: parseInteger(fields.get('I')),
    }
  })
  reportDamaged(entries.length - packages.length, onCut)
  return packages
}
