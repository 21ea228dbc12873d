import { type Host, readUpTo, readValue, runText, valueBytesMax } from '../../platform/host.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, timeOfSeconds } from '../text.ts'

type OperatingSystem = NonNullable<HardwarePart['os']>

/** Reads os-release(5), the kernel's release, and the older or more exact files of some distributions. */
export const osRelease: Source<HardwarePart> = {
  name: 'os-release',
  reads: ['os'],
  isAvailable: async (host) => (await readValue(host, '/proc/sys/kernel/ostype')) === 'Linux',
  collect: async (host) => {
    const release =
      (await host.readFile('/etc/os-release', valueBytesMax)) ??
      (await host.readFile('/usr/lib/os-release', valueBytesMax))
    const distribution =
      release === undefined
        ? parseRedHatRelease((await readValue(host, '/etc/redhat-release')) ?? '')
        : parseOsRelease(release, await pointRelease(host))
    const [kernel, architecture, bootedAt, installedAt] = await Promise.all([
      readValue(host, '/proc/sys/kernel/osrelease'),
      architectureOf(host),
      readBootTime(host),
      readInstallTime(host),
    ])
    return { os: { ...distribution, kernel, architecture, bootedAt, installedAt } }
  },
}

const statBytesMax = 4 * 1024 * 1024

/** Reads the time at which the kernel started. The kernel computes it once; it moves only when the clock is set. */
async function readBootTime(host: Host): Promise<string | undefined> {
  const text = (await readUpTo(host, '/proc/stat', statBytesMax)) ?? ''
  return timeOfSeconds(/^btime (\d{1,12})$/m.exec(text)?.[1])
}

/** The year 2000, in seconds. A computer without a battery starts in 1970. */
const earliestInstallation = 946_684_800

/** Folders in which an installer leaves its log. An image of a cloud has none, and its files have the image's age. */
const installerLogs = ['/var/log/installer', '/var/log/anaconda']

/** Returns the time of the oldest file of an installer's log: other programs may write to the folder later. */
async function readInstallTime(host: Host): Promise<string | undefined> {
  for (const folder of installerLogs) {
    const times = [...(await host.modifiedTimes(folder, '')).values()]
    const oldest = times.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY)
    if (oldest > earliestInstallation && times.length > 0) return timeOfSeconds(`${oldest}`)
  }
  return undefined
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
    edition: fields.get('VARIANT') || undefined,
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
