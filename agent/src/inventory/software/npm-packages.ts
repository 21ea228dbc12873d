import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type Host, LimitError } from '../../platform/host.ts'
import { isEntry, textIn } from '../loose-values.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { upTo } from '../up-to.ts'
import { existingFolders } from './folders.ts'

/** Global folders of npm: of the distribution's Node, of a separately installed Node, and of programs in /opt. */
const patterns = ['/usr/lib/node_modules', '/usr/local/lib/node_modules', '/opt/*/lib/node_modules']
/** Parts of the Node package of a distribution, which its package manager lists. */
const bundled = /^\/usr\/lib\/node_modules\/(npm|corepack)$/
const manifestBytesMax = 1024 * 1024
const packagesMax = 2_000

/** Lists global npm packages by their package.json. */
export const npmPackages: Source<SoftwarePart> = {
  name: 'npm',
  reads: ['[npm]'],
  // It reads a file for each package of each user.
  timeoutMs: 30_000,
  isAvailable: async (host) => (await existingFolders(host, patterns, undefined)).length > 0,
  collect: async (host, onCut) => {
    const folders = await packageFolders(host, await existingFolders(host, patterns, onCut))
    const packages = await mapBounded(upTo(folders, packagesMax, 'packages', onCut), 16, (folder) =>
      readPackage(host, folder, onCut),
    )
    return packages.filter((found) => found !== undefined)
  },
}

/** Returns the folders of packages; a folder that begins with `@` is a scope. */
async function packageFolders(host: Host, parents: readonly string[]): Promise<string[]> {
  const listed = await mapBounded(parents, 16, async (parent) => {
    const paths = (await host.listFolder(parent)).map((name) => `${parent}/${name}`)
    const scopes = paths.filter((path) => /\/@[^/]+$/.test(path))
    const packages = paths.filter((path) => !/\/[.@][^/]*$/.test(path) && !bundled.test(path))
    return [...packages, ...(await packageFolders(host, scopes))]
  })
  return listed.flat()
}

async function readPackage(host: Host, folder: string, onCut: OnCut | undefined): Promise<Package | undefined> {
  let text: string | undefined
  try {
    text = await host.readFile(`${folder}/package.json`, manifestBytesMax)
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    onCut?.(`left out ${folder} (its package.json is too large)`)
  }
  const manifest = parseJson(text)
  if (text !== undefined && !isEntry(manifest)) onCut?.(`left out ${folder} (its package.json is damaged)`)
  if (!isEntry(manifest)) return undefined
  const name = textIn(manifest, 'name')
  if (name === undefined) return undefined
  // npm writes the files of a package at its installation.
  const seconds = (await host.modifiedTimes(folder, 'package.json')).get('package.json')
  const installDate = timeOfSeconds(`${seconds}`)
  return { name, version: textIn(manifest, 'version') ?? '', source: 'npm', installDate }
}
