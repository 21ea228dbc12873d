import { type Host, readValue, runText, valueBytesMax } from '../../platform/host.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

type OperatingSystem = NonNullable<HardwarePart['os']>

/** Reads os-release(5), the kernel's release, and the older or more exact files of some distributions. */
export const osRelease: Source<HardwarePart> = {
  name: 'os-release',
  isAvailable: async (host) => (await readValue(host, '/proc/sys/kernel/ostype')) === 'Linux',
  collect: async (host) => {
    const release =
      (await host.readFile('/etc/os-release', valueBytesMax)) ??
      (await host.readFile('/usr/lib/os-release', valueBytesMax))
    const distribution =
      release === undefined
        ? parseRedHatRelease((await readValue(host, '/etc/redhat-release')) ?? '')
        : parseOsRelease(release, await pointRelease(host))
    const kernel = await readValue(host, '/proc/sys/kernel/osrelease')
    return { os: { ...distribution, kernel, architecture: await architectureOf(host) } }
  },
}

async function architectureOf(host: Host): Promise<string | undefined> {
  // Linux 6.1 and newer.
  const architecture = await readValue(host, '/proc/sys/kernel/arch')
  if (architecture !== undefined || !(await host.hasProgram('uname'))) return architecture
  return (await runText(host, 'uname', ['-m'])).trim() || undefined
}

/** Reads the point release of Debian and CentOS, which their os-release omits. */
const pointRelease = async (host: Host): Promise<string | undefined> =>
  (await readValue(host, '/etc/debian_version')) ??
  parseRedHatRelease((await readValue(host, '/etc/redhat-release')) ?? '').version

/** Parses os-release(5). `pointVersion` replaces the version if it is a finer form of it (`12.11` of `12`). */
export function parseOsRelease(text: string, pointVersion?: string): OperatingSystem {
  const fields = new Map<string, string>()
  for (const line of linesOf(text)) {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line.trim()) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, unquote(value))
  }
  const version = fields.get('VERSION_ID')
  return {
    name: fields.get('NAME') || fields.get('PRETTY_NAME') || 'Linux',
    version:
      version && pointVersion?.startsWith(`${version}.`) ? pointVersion : version || fields.get('VERSION') || undefined,
    build: fields.get('BUILD_ID') || undefined,
  }
}

/** Removes the quoting of a shell. */
function unquote(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/.exec(value) ?? []
  return (inner ?? value).replace(/\\(["'$`\\])/g, '$1')
}

/** Parses `CentOS release 6.10 (Final)`. */
export function parseRedHatRelease(text: string): OperatingSystem {
  const [, name, version] = /^(.+?) (?:Linux )?release (\d[\w.]*)/.exec(text) ?? []
  return name === undefined ? { name: 'Linux' } : { name, version }
}
