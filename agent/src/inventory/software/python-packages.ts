import type { Host } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { existingFolders } from './folders.ts'

/** Folders of an administrator's pip. */
const ownPatterns = [
  '/usr/local/lib/python*/dist-packages',
  '/usr/local/lib/python*/site-packages',
  '/usr/local/lib64/python*/site-packages',
  '/opt/*/lib/python*/site-packages',
  '/opt/*/venv/lib/python*/site-packages',
]
/**
 * Folders that an administrator's pip shares with the package manager on Alpine and Arch. Only what pip installed is
 * listed; the package manager lists the rest.
 */
const sharedPatterns = ['/usr/lib/python*/site-packages', '/usr/lib64/python*/site-packages']
const patterns = [...ownPatterns, ...sharedPatterns]
const installerBytesMax = 256

/** Lists Python packages by the names of their metadata folders, without starting Python. */
export const pythonPackages: Source<SoftwarePart> = {
  name: 'pip',
  reads: ['[pip]'],
  // It reads a file for each package of each user.
  timeoutMs: 30_000,
  isAvailable: async (host) => (await existingFolders(host, patterns, undefined)).length > 0,
  collect: async (host, onCut) => {
    const [own, shared] = await Promise.all([
      existingFolders(host, ownPatterns, onCut),
      existingFolders(host, sharedPatterns, onCut),
    ])
    const listed = await Promise.all([
      ...own.map(async (folder) => listFolder(host, folder, await host.listFolder(folder))),
      ...shared.map(async (folder) => listFolder(host, folder, await namesOfPip(host, folder))),
    ])
    return listed.flat()
  },
}

/** Returns the names of metadata folders whose file INSTALLER names pip, or uv in its place. */
async function namesOfPip(host: Host, folder: string): Promise<string[]> {
  const names = (await host.listFolder(folder)).filter((name) => name.endsWith('.dist-info'))
  const ofPip = await mapBounded(names, 16, async (name) =>
    /^(pip|uv)\s*$/.test((await host.readFile(`${folder}/${name}/INSTALLER`, installerBytesMax)) ?? ''),
  )
  return names.filter((_, index) => ofPip[index])
}

async function listFolder(host: Host, folder: string, names: readonly string[]): Promise<Package[]> {
  const times = await host.modifiedTimes(folder, '-info')
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
