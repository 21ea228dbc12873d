import type { Host } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { existingFolders } from './folders.ts'

/**
 * Folders of an administrator's pip. Packages below /usr/lib belong to the distribution, whose package manager lists
 * them.
 */
const patterns = [
  '/usr/local/lib/python*/dist-packages',
  '/usr/local/lib/python*/site-packages',
  '/usr/local/lib64/python*/site-packages',
  '/opt/*/lib/python*/site-packages',
  '/opt/*/venv/lib/python*/site-packages',
]

/** Lists Python packages by the names of their metadata folders, without starting Python. */
export const pythonPackages: Source<SoftwarePart> = {
  name: 'pip',
  reads: ['[pip]'],
  // It reads a file for each package of each user.
  timeoutMs: 30_000,
  isAvailable: async (host) => (await existingFolders(host, patterns, undefined)).length > 0,
  collect: async (host, onCut) => {
    const folders = await existingFolders(host, patterns, onCut)
    return (await Promise.all(folders.map((folder) => listFolder(host, folder)))).flat()
  },
}

async function listFolder(host: Host, folder: string): Promise<Package[]> {
  const [names, times] = await Promise.all([host.listFolder(folder), host.modifiedTimes(folder, '-info')])
  return names.flatMap((entry) => parseEntry(entry, times.get(entry)) ?? [])
}

/**
 * Parses `Foo_Bar-1.2.dist-info` (PyPA, Recording installed projects) or `foo-1.2-py3.11.egg-info`. The name is written
 * as its normalized form of PEP 503, because folder names replace the hyphens.
 */
function parseEntry(entry: string, seconds: number | undefined): Package | undefined {
  const [, name, version = ''] = /^([^-]+)-([^-]+)(?:-py[\d.]+)?\.(?:dist|egg)-info$/.exec(entry) ?? []
  if (name === undefined) return undefined
  return {
    name: name.toLowerCase().replace(/[-_.]+/g, '-'),
    version,
    source: 'pip',
    installDate: seconds === undefined ? undefined : timeOfSeconds(`${seconds}`),
  }
}
