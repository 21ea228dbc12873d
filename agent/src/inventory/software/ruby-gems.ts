import type { Host } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { apk, readApkDatabase } from './apk.ts'
import { existingFolders } from './folders.ts'

/** Folders of `gem install`. Other gems below /usr/share and /usr/lib belong to the distribution. */
const patterns = [
  '/var/lib/gems/*/specifications',
  '/usr/local/lib/ruby/gems/*/specifications',
  '/usr/local/share/gems/specifications',
  '/usr/local/bundle/specifications',
  '/opt/*/lib/ruby/gems/*/specifications',
  '/opt/*/embedded/lib/ruby/gems/*/specifications',
]

/** Lists Ruby gems by the names of their specifications, which are programs and never run. */
export const rubyGems: Source<SoftwarePart> = {
  name: 'gem',
  reads: ['[gem]'],
  // It reads a file for each package of each user.
  timeoutMs: 30_000,
  isAvailable: async (host) => (await existingFolders(host, [...patterns, ...sharedPatterns], undefined)).length > 0,
  collect: async (host, onCut) => {
    const folders = await existingFolders(host, patterns, onCut)
    const [own, ofAlpine] = await Promise.all([
      Promise.all(folders.map((folder) => listGems(host, folder))),
      listSharedGems(host, onCut),
    ])
    return [...own.flat(), ...ofAlpine]
  },
}

/** Folder of `gem install` on Alpine, which it shares with the packages of apk. */
const sharedPatterns = ['/usr/lib/ruby/gems/*/specifications']

async function listSharedGems(host: Host, onCut?: OnCut): Promise<Package[]> {
  if (!(await apk.isAvailable(host))) return []
  const ofApk = new Set([...(await readApkDatabase(host)).matchAll(/^R:(.+\.gemspec)$/gm)].map(([, file]) => file))
  const folders = await existingFolders(host, sharedPatterns, onCut)
  return (await Promise.all(folders.map((folder) => listGems(host, folder, ofApk)))).flat()
}

async function listGems(
  host: Host,
  folder: string,
  left: ReadonlySet<string | undefined> = new Set(),
): Promise<Package[]> {
  const times = await host.modifiedTimes(folder, '.gemspec')
  return [...times].flatMap(([file, seconds]) => {
    // `nokogiri-1.15.4-x86_64-linux.gemspec`: name, version, and the platform of a compiled gem.
    const [, name, version = '', platform] = /^(.+?)-(\d[\w.]*)(?:-([a-z].*))?\.gemspec$/.exec(file) ?? []
    if (name === undefined || left.has(file)) return []
    return { name, version, architecture: platform, source: 'gem', installDate: timeOfSeconds(`${seconds}`) }
  })
}
