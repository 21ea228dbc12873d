import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseInteger, timeOfSeconds } from '../text.ts'
import { reportDamaged } from './damaged-entries.ts'

const folder = '/var/lib/pacman/local'
/** The only file beside the folders of the packages. */
const versionFile = 'ALPM_DB_VERSION'

/**
 * Reads the local database of Arch and its derivatives. Its dates have no locale, and one run replaces a read for each
 * package.
 */
export const pacman: Source<SoftwarePart> = {
  name: 'pacman',
  reads: ['[pacman]'],
  // The program reads a file for each package.
  timeoutMs: 25_000,
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0 && (await host.hasProgram('find')),
  collect: async (host, onCut) => {
    const packages = parsePacman(await runText(host, 'find', [folder, '-name', 'desc', '-exec', 'cat', '{}', '+']))
    // A crash can leave the files of a package empty.
    const folders = (await host.listFolder(folder)).filter((name) => name !== versionFile)
    reportDamaged(folders.length - packages.length, onCut)
    return packages
  },
}

/** Parses concatenated `desc` files: `%FIELD%`, its lines, an empty line. Each file begins with %NAME%. */
export function parsePacman(text: string): Package[] {
  return text
    .split(/^%NAME%\n/m)
    .slice(1)
    .flatMap((block) => {
      const [name = ''] = block.split('\n', 1)
      const field = (title: string) => new RegExp(`^%${title}%\\n(.+)$`, 'm').exec(block)?.[1]
      if (name === '') return []
      return {
        name,
        version: field('VERSION') ?? '',
        architecture: field('ARCH'),
        publisher: field('PACKAGER'),
        source: 'pacman',
        installDate: timeOfSeconds(field('INSTALLDATE')),
        sizeBytes: parseInteger(field('SIZE')),
      }
    })
}
