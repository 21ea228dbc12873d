import { type Host, runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, timeOfSeconds } from '../text.ts'

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
    // stat(1) of macOS has other options than that of GNU.
    const isMac = (await host.listFolder('/System')).includes('Library')
    const format = isMac ? ['-f', '%m %N'] : ['-c', '%Y %n']
    const folders = [...(await presentCellars(host)), '-mindepth', '2', '-maxdepth', '2', '-type', 'd']
    return parseCellars(await runText(host, 'find', [...folders, '-exec', 'stat', ...format, '{}', '+']))
  },
}

async function presentCellars(host: Host): Promise<string[]> {
  const listed = await Promise.all(cellars.map((path) => host.listFolder(path)))
  return cellars.filter((_, index) => listed[index]?.length)
}

/** Parses `1700000000 /opt/homebrew/Cellar/jq/1.7.1`: Homebrew writes a receipt into the folder when it installs it. */
function parseCellars(text: string): Package[] {
  return linesOf(text).flatMap((line) => {
    const [, seconds, name, version] = /^(\d+) .*\/Cellar\/([^/]+)\/([^/]+)$/.exec(line) ?? []
    if (name === undefined || version === undefined) return []
    return { name, version, source: 'homebrew', installDate: timeOfSeconds(seconds) }
  })
}
