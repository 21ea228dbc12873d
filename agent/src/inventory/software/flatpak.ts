import type { Host } from '../../platform/host.ts'
import { boundText } from '../bound-texts.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import { localHomes } from '../passwd.ts'
import type { OnCut, Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { upTo } from '../up-to.ts'

/** An installation: of the system, or of one user. Only files of its owner are read. */
type Installation = { folder: string; owner: number }
const system: Installation = { folder: '/var/lib/flatpak', owner: 0 }
const kinds = ['app', 'runtime']
const deployBytesMax = 1024 * 1024
const branchesMax = 4_096

/** Lists Flatpak applications and runtimes of the system and of all users, from the files that flatpak deployed. */
export const flatpak: Source<SoftwarePart> = {
  name: 'flatpak',
  reads: ['[flatpak]'],
  // It reads a file for each application of each user.
  timeoutMs: 20_000,
  isAvailable: async (host) => (await installationsOf(host)).length > 0,
  collect: async (host, onCut) => {
    const installations = await installationsOf(host, onCut)
    return (await Promise.all(installations.map((each) => listInstallation(host, each, onCut)))).flat()
  },
}

async function installationsOf(host: Host, onCut?: OnCut): Promise<Installation[]> {
  const users = (await localHomes(host, onCut)).map(({ home, uid }) => ({
    folder: `${home}/.local/share/flatpak`,
    owner: uid,
  }))
  const all = [system, ...users]
  const listed = await Promise.all(all.map(({ folder, owner }) => host.listFolder(folder, owner)))
  return all.filter((_, index) => listed[index]?.some((name) => kinds.includes(name)))
}

/** Lists `<kind>/<name>/<architecture>/<branch>/active`. */
async function listInstallation(host: Host, { folder, owner }: Installation, onCut?: OnCut): Promise<Package[]> {
  const below = async (paths: readonly string[]): Promise<string[]> =>
    (
      await mapBounded(paths, 16, async (path) => (await host.listFolder(path, owner)).map((name) => `${path}/${name}`))
    ).flat()
  const names = (await below(kinds.map((kind) => `${folder}/${kind}`))).filter(isShown)
  const listed = (await below(await below(upTo(names, branchesMax, `names in ${folder}`, onCut)))).filter(
    (path) => !path.includes('/current/'),
  )
  const branches = upTo(listed, branchesMax, `installations in ${folder}`, onCut)
  const packages = await mapBounded(branches, 16, async (path): Promise<Package | undefined> => {
    const deploy = await host.readBytes(`${path}/active/deploy`, deployBytesMax, owner)
    if (deploy === undefined) return undefined
    const [name = '', architecture = '', branch = ''] = path.split('/').slice(-3)
    const time = (await host.modifiedTimes(path, 'active', owner)).get('active')
    return {
      name,
      version: versionIn(deploy) ?? branch,
      architecture,
      source: 'flatpak',
      installDate: time === undefined ? undefined : timeOfSeconds(`${time}`),
    }
  })
  return packages.filter((found) => found !== undefined)
}

/** Translations and debug information belong to another runtime; `flatpak list` hides them too. */
const isShown = (path: string): boolean => path.includes('.') && !/\.(Locale|Debug)$/.test(path)

const versionKey = Buffer.from('appdata-version\0')

/**
 * Returns the version from the metadata of a deployment, a GVariant of type a{sv}: the key, padding to 8 bytes, and the
 * value, each ended by a NUL.
 */
export function versionIn(deploy: Buffer): string | undefined {
  const at = deploy.indexOf(versionKey)
  if (at < 0) return undefined
  let start = at + versionKey.length
  while (deploy[start] === 0 && start - at < versionKey.length + 8) start += 1
  const end = deploy.indexOf(0, start)
  return (end < 0 ? undefined : boundText(deploy.toString('utf8', start, end))) || undefined
}
