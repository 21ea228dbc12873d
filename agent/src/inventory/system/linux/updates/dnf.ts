import { type Host, runText } from '../../../../platform/host.ts'
import { linesOf } from '../../../text.ts'
import { withCache } from './linked-cache.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

const heading = '--- advisories ---'
const programs = ['dnf', 'yum']
const cacheFolders = ['/var/cache/libdnf5', '/var/cache/dnf', '/var/cache/yum']

/** Red Hat and its derivatives: dnf 4 and 5, or yum before version 8. `-C` forbids downloads. */
export const dnf: UpdateManager = {
  name: 'dnf',
  isAvailable: async (host) => (await presentCaches(host)).length > 0 && (await programOf(host)) !== undefined,
  inputs: [
    ...cacheFolders.map((folder) => ({ folder, suffix: '' })),
    { folder: '/var/lib/rpm', suffix: '' },
    { folder: '/usr/lib/sysimage/rpm', suffix: '' },
  ],
  listsFile: { folder: '/var/cache/dnf', suffix: 'expired_repos.json' },
  query: async (host) => {
    const [program = 'dnf', [folder = '/var/cache/dnf']] = [await programOf(host), await presentCaches(host)]
    return withCache(host, folder, async (cache) => {
      const own =
        cache === undefined ? [] : ['cachedir', 'system_cachedir', 'logdir'].map((name) => `--setopt=${name}=${cache}`)
      const ask = ['-C', '-q', ...own]
      const updates = await host.run(program, [...ask, 'check-update'], queryLimits)
      // 100: there are updates.
      if (updates.code !== 0 && updates.code !== 100)
        throw new Error(`${program} ended with ${updates.code}: ${reasonOf(updates.stderr)}`)
      const advisories = await runText(host, program, [...ask, 'updateinfo', 'list'], queryLimits)
      return `${updates.stdout}\n${heading}\n${advisories}`
    })
  },
  parse: (text) => {
    const [updates = '', advisories = ''] = text.split(`\n${heading}\n`)
    const isSecurity = parseAdvisories(advisories)
    const [current = ''] = updates.split(/^Obsoleting Packages/im)
    return linesOf(current).flatMap((line) => {
      // `bash.x86_64    5.1.8-9.el9    baseos`
      const [package_ = '', version = '', repository, ...others] = line.trimEnd().split(/\s+/)
      const dot = package_.lastIndexOf('.')
      if (dot < 1 || !/\d/.test(version) || repository === undefined || others.length > 0) return []
      return { name: package_.slice(0, dot), version, isSecurity: isSecurity.get(package_) }
    })
  },
}

/**
 * Returns for each `name.architecture` with an advisory whether one is about security, also one for an earlier version
 * than the newest: an update brings that too. Repositories of other vendors often have no advisories.
 */
function parseAdvisories(text: string): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const line of linesOf(text)) {
    // dnf 4: `RHSA-2026:1 Important/Sec. bash-5.1.8-9.el9.x86_64`; dnf 5: `RHSA-2026:1 security Important bash-… 2026-01-05`.
    const words = line.trim().split(/\s+/)
    const [, name, architecture] = words.flatMap((word, at) => (at > 1 ? [nevra.exec(word)] : [])).find(Boolean) ?? []
    if (name === undefined) continue
    const key = `${name}.${architecture}`
    found.set(key, found.get(key) || words.slice(1, 3).some((word) => /^security$|\/Sec\.$/i.test(word)))
  }
  return found
}

/** `delta-1:1.5-3.noarch` */
const nevra = /^(.+)-[^-]+-[^-]+\.(\w+)$/

const reasonOf = (stderr: string): string => {
  const lines = stderr.trim().split('\n')
  return lines.find((line) => /error|errno/i.test(line)) ?? lines[0] ?? ''
}

async function presentCaches(host: Host): Promise<string[]> {
  const listed = await Promise.all(cacheFolders.map((folder) => host.listFolder(folder)))
  return cacheFolders.filter((_, index) => listed[index]?.length)
}

async function programOf(host: Host): Promise<string | undefined> {
  const present = await Promise.all(programs.map((program) => host.hasProgram(program)))
  return programs.find((_, index) => present[index])
}
