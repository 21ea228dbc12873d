import type { Host } from '../../platform/host.ts'
import type { OnCut } from '../source.ts'
import { upTo } from '../up-to.ts'

/** Most folders that are searched for one segment of a pattern. */
const matchesMax = 256

/** Returns the folders that match any of the patterns, and have at least one entry. A star matches within one segment. */
export async function existingFolders(
  host: Host,
  patterns: readonly string[],
  onCut: OnCut | undefined,
): Promise<string[]> {
  const found = (
    await Promise.all(patterns.map((pattern) => expand(host, '', pattern.split('/').slice(1), onCut)))
  ).flat()
  const listed = await Promise.all(found.map((folder) => host.listFolder(folder)))
  return found.filter((_, index) => listed[index]?.length)
}

async function expand(host: Host, parent: string, segments: readonly string[], onCut?: OnCut): Promise<string[]> {
  const star = segments.findIndex((segment) => segment.includes('*'))
  if (star < 0) return [[parent, ...segments].join('/')]
  const folder = [parent, ...segments.slice(0, star)].join('/')
  const [before = '', after = ''] = (segments[star] ?? '').split('*')
  const names = (await host.listFolder(folder)).filter(
    (name) => name.startsWith(before) && name.endsWith(after) && !name.startsWith('.'),
  )
  const below = upTo(names, matchesMax, `folders in ${folder}`, onCut).map((name) =>
    expand(host, `${folder}/${name}`, segments.slice(star + 1), onCut),
  )
  return (await Promise.all(below)).flat()
}
