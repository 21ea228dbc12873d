import { type Host, runText } from '../../../../platform/host.ts'
import { linesOf } from '../../../text.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

const heading = '--- security ---'
const programs = ['dnf', 'yum']
const cacheFolders = ['/var/cache/dnf', '/var/cache/libdnf5', '/var/cache/yum']

/** Red Hat and its derivatives: dnf, or yum before version 8. `-C` forbids downloads. */
export const dnf: UpdateManager = {
  name: 'dnf',
  isAvailable: async (host) =>
    (await Promise.all(cacheFolders.map((folder) => host.listFolder(folder)))).some((names) => names.length > 0) &&
    (await programOf(host)) !== undefined,
  inputs: [
    ...cacheFolders.map((folder) => ({ folder, suffix: '' })),
    { folder: '/var/lib/rpm', suffix: '' },
    { folder: '/usr/lib/sysimage/rpm', suffix: '' },
  ],
  listsFile: { folder: '/var/cache/dnf', suffix: 'expired_repos.json' },
  query: async (host) => {
    const program = (await programOf(host)) ?? 'dnf'
    const updates = await host.run(program, ['-C', '-q', 'check-update'], queryLimits)
    // 100: there are updates.
    if (updates.code !== 0 && updates.code !== 100) {
      throw new Error(`${program} ended with ${updates.code}: ${updates.stderr.trim().split('\n')[0]}`)
    }
    const advisories = await runText(host, program, ['-C', '-q', 'updateinfo', 'list', 'security'], queryLimits)
    return `${updates.stdout}\n${heading}\n${advisories}`
  },
  parse: (text) => {
    const [updates = '', advisories = ''] = text.split(`\n${heading}\n`)
    // `RHSA-2026:1234 Important/Sec. bash-5.1.8-9.el9.x86_64`, with a date behind it in newer releases.
    const secured = new Set(advisories.split(/\s+/))
    const [current = ''] = updates.split(/^Obsoleting Packages/m)
    return linesOf(current).flatMap((line) => {
      // `bash.x86_64    5.1.8-9.el9    baseos`
      const [first = '', version = '', repository, ...others] = line.trimEnd().split(/\s+/)
      const dot = first.lastIndexOf('.')
      if (dot < 1 || !/\d/.test(version) || repository === undefined || others.length > 0) return []
      const [name, architecture] = [first.slice(0, dot), first.slice(dot + 1)]
      const withoutEpoch = version.replace(/^\d+:/, '')
      const forms = [`${name}-${version}.${architecture}`, `${name}-${withoutEpoch}.${architecture}`]
      return { name, version, isSecurity: forms.some((form) => secured.has(form)) }
    })
  },
}

async function programOf(host: Host): Promise<string | undefined> {
  const present = await Promise.all(programs.map((program) => host.hasProgram(program)))
  return programs.find((_, index) => present[index])
}
