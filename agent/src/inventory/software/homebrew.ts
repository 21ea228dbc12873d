import { type Host, runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Paths on Apple silicon, on Intel and on Linux. */
const cellars = ['/opt/homebrew/Cellar', '/usr/local/Cellar', '/home/linuxbrew/.linuxbrew/Cellar']

/** Lists Homebrew's formulae: a folder for each, with one folder for each installed version. */
export const homebrew: Source<SoftwarePart> = {
  name: 'homebrew',
  reads: ['[homebrew]'],
  // The program reads a folder for each package.
  timeoutMs: 25_000,
  isAvailable: async (host) => (await presentCellars(host)).length > 0,
  collect: async (host) => {
    const args = [...(await presentCellars(host)), '-mindepth', '2', '-maxdepth', '2', '-type', 'd']
    return parseCellars(await runText(host, 'find', args))
  },
}

async function presentCellars(host: Host): Promise<string[]> {
  const listed = await Promise.all(cellars.map((path) => host.listFolder(path)))
  return cellars.filter((_, index) => listed[index]?.length)
}

/** Parses paths such as `/opt/homebrew/Cellar/jq/1.7.1`. */
function parseCellars(text: string): Package[] {
  return linesOf(text).flatMap((line) => {
    const [, name, version] = /\/Cellar\/([^/]+)\/([^/]+)$/.exec(line) ?? []
    return name === undefined || version === undefined ? [] : { name, version, source: 'homebrew' }
  })
}
