import { type Host, runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, parseInteger, textOrNone, timeOfSeconds } from '../text.ts'

const fields = ['db:Status-Abbrev', 'Package', 'Version', 'Architecture', 'Installed-Size', 'Maintainer']
const infoFolder = '/var/lib/dpkg/info'

/** Lists the installed packages of Debian and its derivatives with `dpkg-query`. */
export const dpkg: Source<SoftwarePart> = {
  name: 'dpkg',
  isAvailable: (host) => host.hasProgram('dpkg-query'),
  collect: async (host) => {
    const format = `${fields.map((field) => `\${${field}}`).join('\\t')}\\n`
    const [packages, dates] = await Promise.all([
      runText(host, 'dpkg-query', ['-W', '-f', format]),
      readInstallDates(host),
    ])
    return parseDpkg(packages, parseInstallDates(dates))
  },
}

/**
 * Reads install dates from the file lists of packages, which dpkg writes only when it installs or upgrades a package.
 */
async function readInstallDates(host: Host): Promise<string> {
  if (!(await host.hasProgram('find'))) return ''
  const args = [infoFolder, '-maxdepth', '1', '-name', '*.list', '-printf', '%f %T@\\n']
  const { code, stdout } = await host.run('find', args, { timeoutMs: 20_000, outputBytesMax: 16 * 1024 * 1024 })
  // Without -printf (busybox), only the dates are missing.
  return code === 0 ? stdout : ''
}

/** Parses `bash.list 1700000000.5` and `libc6:amd64.list 1700000000.5` to a map of name to RFC 3339 time. */
export function parseInstallDates(text: string): Map<string, string> {
  const dates = new Map<string, string>()
  for (const line of linesOf(text)) {
    const [, name, seconds] = /^(.+)\.list (\d+)/.exec(line) ?? []
    const date = timeOfSeconds(seconds)
    if (name !== undefined && date !== undefined) dates.set(name, date)
  }
  return dates
}

export function parseDpkg(text: string, installDates = new Map<string, string>()): Package[] {
  return linesOf(text).flatMap((line) => {
    const [status = '', name = '', version = '', architecture = '', kibibytes, maintainer] = line.split('\t')
    // The second letter is the state: `i` is installed; `n`, `c`, `u`, `f`, `h`, `w`, `t` are not, or not completely.
    if (status[1] !== 'i' || name === '') return []
    const size = parseInteger(kibibytes)
    return {
      name,
      version,
      architecture,
      publisher: textOrNone(maintainer),
      source: 'dpkg',
      installDate: installDates.get(name) ?? installDates.get(`${name}:${architecture}`),
      sizeBytes: size === undefined ? undefined : size * 1024,
    }
  })
}
