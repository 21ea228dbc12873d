import { type Host, runText } from '../../../../platform/host.ts'
import { linesOf } from '../../../text.ts'
import { withCache } from './linked-cache.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

const cacheFolder = '/var/cache/zypp'
const heading = '--- patches ---'

/** SUSE. Its advisories are patches, which name the packages that they replace. */
export const zypper: UpdateManager = {
  name: 'zypper',
  isAvailable: async (host) =>
    (await host.listFolder(`${cacheFolder}/solv`)).length > 0 && (await host.hasProgram('zypper')),
  inputs: [
    { folder: `${cacheFolder}/solv`, suffix: '' },
    { folder: `${cacheFolder}/raw`, suffix: '' },
    { folder: '/usr/lib/sysimage/rpm', suffix: '' },
    { folder: '/var/lib/rpm', suffix: '' },
  ],
  listsFile: { folder: cacheFolder, suffix: 'raw' },
  query: (host) =>
    withCache(host, cacheFolder, async (cache) => {
      const own = cache === undefined ? [] : ['--cache-dir', cache]
      const ask = (...args: string[]) => runZypper(host, [...own, ...args])
      const updates = await ask('list-updates')
      const patches = namesOf(await ask('list-patches'))
      const details = patches.length === 0 ? '' : await ask('info', '-t', 'patch', ...patches)
      return `${updates}\n${heading}\n${details}`
    }),
  parse: (text) => {
    const [updates = '', details = ''] = text.split(`\n${heading}\n`)
    const isSecurity = parsePatches(details)
    return linesOf(updates).flatMap((line) => {
      // `v | repository | name | installed | available | architecture`
      const [status, , name, , version] = line.split('|').map((cell) => cell.trim())
      return status === 'v' && name && version ? { name, version, isSecurity: isSecurity.get(name) } : []
    })
  },
}

/** The variable keeps zypper from taking the lock of an administrator's zypper. */
function runZypper(host: Host, args: readonly string[]): Promise<string> {
  const options = ['--non-interactive', '--no-refresh', '--quiet']
  return runText(host, 'env', ['ZYPP_READONLY_HACK=1', 'zypper', ...options, ...args], queryLimits)
}

/** Returns the names of the needed patches: `repository | name | category | …`. */
const namesOf = (table: string): string[] => {
  const names = linesOf(table).flatMap((line) => {
    const [, name = '', ...others] = line.split('|').map((cell) => cell.trim())
    return others.includes('needed') && /^\w[\w.:-]*$/.test(name) ? name : []
  })
  return [...new Set(names)]
}

/**
 * Returns for each package that a patch replaces whether one of these patches is about security. The packages are in
 * `Conflicts : alpha < 2.0-1`, or if there are several, on indented lines below it.
 */
function parsePatches(text: string): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const patch of text.split(/^Information for patch /m).slice(1)) {
    const isSecurity = /^Category *: security$/m.test(patch)
    const [, replaced = ''] = /^Conflicts *:([^\n]*(?:\n {4}[^\n]*)*)/m.exec(patch) ?? []
    for (const [, name = ''] of replaced.matchAll(/^ *(\S+) < \S/gm)) {
      const key = name.replace(/\.(?:noarch|x86_64|aarch64|ppc64le|s390x|i[3-6]86)$/, '')
      found.set(key, found.get(key) || isSecurity)
    }
  }
  return found
}
