import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

type TrustRules = {
  /** Users who may own the file and its folders. */
  owners: ReadonlySet<number>
  /** Folders whose sticky bit keeps other users from replacing what is in them, such as /tmp. */
  allowsSticky?: (folder: string) => boolean
}

const linksMax = 40
const writableByOthers = 0o022
const sticky = 0o1000

/**
 * Returns why another user could change what is at an absolute path: a folder, link or file on the way to it belongs to
 * somebody else or is writable by others. Returns undefined if nobody could. Symbolic links are followed to their end,
 * because a user who can replace one decides what is behind it. Throws ENOENT if there is nothing.
 */
export function distrustOf(path: string, rules: TrustRules): string | undefined {
  let at = '/'
  let links = 0
  const distrust = distrustOfEntry(at, lstatSync(at), rules)
  if (distrust !== undefined) return distrust
  const names = namesOf(path)
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    if (name === '..') {
      at = dirname(at)
      continue
    }
    const place = join(at, name)
    const status = lstatSync(place)
    const problem = distrustOfEntry(place, status, rules)
    if (problem !== undefined) return problem
    if (status.isSymbolicLink()) {
      links += 1
      if (links > linksMax) return `${path} has more than ${linksMax} symbolic links`
      const target = readlinkSync(place)
      names.unshift(...namesOf(target))
      if (isAbsolute(target)) at = '/'
    } else at = place
  }
  return undefined
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.')

/** Returns why a file, folder or link can be changed by another user, apart from its folder. */
export function distrustOfEntry(path: string, status: Stats, { owners, allowsSticky }: TrustRules): string | undefined {
  if (!owners.has(status.uid)) return `${path} belongs to the user with id ${status.uid}`
  // The mode of a link has no meaning. An access list (ACL) that lets others write shows as a writable group.
  if (status.isSymbolicLink() || (status.mode & writableByOthers) === 0) return undefined
  if (status.isDirectory() && (status.mode & sticky) !== 0 && allowsSticky?.(path)) return undefined
  return `others than the owner may write to ${path}`
}
