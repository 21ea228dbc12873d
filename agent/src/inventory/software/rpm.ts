import { counted } from '@rollcall/shared/counted.ts'
import { type Host, runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { parseInteger, timeOfSeconds } from '../text.ts'

/** Separators of ASCII: a text in a package may contain tabs and line ends. */
const unit = '\x1f'
const record = '\x1e'
const format = `${[
  '%{NAME}',
  '%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}',
  '%{ARCH}',
  '%{INSTALLTIME}',
  '%{SIZE}',
  '%{VENDOR}',
].join(unit)}${record}`

/** Signatures are not checked: rpm would leave out packages whose keys it does not accept, as if they were removed. */
const query = ['-qa', '--nodigest', '--nosignature', '--qf', format]

/** The database: since Fedora 36 and in openSUSE, and before. Other systems have the program, but no database. */
const folders = ['/usr/lib/sysimage/rpm', '/var/lib/rpm']
const database = /^(rpmdb\.sqlite|Packages(\.db)?)$/
/** Below the limit of the source, so that the failure names the program. */
const timeoutMs = 40_000

/**
 * Lists packages of Red Hat, SUSE and their derivatives. The program reads each of its databases: sqlite, ndb and
 * Berkeley DB.
 */
export const rpm: Source<SoftwarePart> = {
  name: 'rpm',
  reads: ['[rpm]'],
  // The program reads a database of thousands of packages, and may wait for its lock.
  timeoutMs: 45_000,
  isAvailable: async (host) => (await hasDatabase(host)) && (await host.hasProgram('rpm')),
  collect: async (host, onCut) =>
    parseRpm(await runText(host, 'rpm', query, { timeoutMs, onFault: (line) => onCut?.(line) }), onCut),
}

async function hasDatabase(host: Host): Promise<boolean> {
  const listed = await Promise.all(folders.map((folder) => host.listFolder(folder)))
  return listed.flat().some((name) => database.test(name))
}

export function parseRpm(text: string, onCut?: OnCut): Package[] {
  const records = text.split(record).slice(0, -1)
  const rows = records.map((each) => each.split(unit)).filter((row) => row.length === format.split(unit).length)
  if (rows.length < records.length)
    onCut?.(`left out ${counted(records.length - rows.length, 'package')} with an odd name`)
  return rows.flatMap((row) => {
    const [name = '', version = '', architecture, seconds, bytes, vendor] = row.map(present)
    if (name === '') return []
    return {
      name,
      version,
      architecture,
      publisher: vendor,
      source: 'rpm',
      installDate: timeOfSeconds(seconds),
      sizeBytes: parseInteger(bytes),
    }
  })
}

const present = (text: string): string | undefined => (text === '(none)' || text === '' ? undefined : text)
