import type { Host } from '../../platform/host.ts'
import { cachedByFiles } from '../cached-by-times.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseInteger, timeOfSeconds } from '../text.ts'
import { reportDamaged } from './damaged-entries.ts'

const folder = '/var/lib/dpkg'
/** The status of 40,000 packages has some 40 MB. */
const statusBytesMax = 64 * 1024 * 1024

/** Files that dpkg writes when it changes a package. The dates of packages are in the folder `info`. */
const inputs = [
  { folder, suffix: 'status' },
  { folder, suffix: 'info' },
  { folder: `${folder}/updates`, suffix: '' },
]

/** Reads the database of Debian and its derivatives, a text file, as `dpkg-query` does. */
export const dpkg: Source<SoftwarePart> = {
  name: 'dpkg',
  reads: ['[dpkg]'],
  // A cold disk takes seconds for the dates of thousands of files.
  timeoutMs: 20_000,
  isAvailable: async (host) => (await host.listFolder(folder)).includes('status'),
  collect: async (host, onCut) => {
    const text = await cachedByFiles(host, 'dpkg-packages', { files: inputs }, async () => {
      const [status, updates, times] = await Promise.all([
        host.readBytes(`${folder}/status`, statusBytesMax),
        readUpdates(host),
        host.modifiedTimes(`${folder}/info`, '.list'),
      ])
      if (status === undefined) throw new Error(`cannot read ${folder}/status`)
      return JSON.stringify(parseDpkg([status, ...updates], times))
    })
    const { packages, damaged } = JSON.parse(text) as ReturnType<typeof parseDpkg>
    reportDamaged(damaged, onCut)
    return packages
  },
}

/** Reads the journal of a dpkg that is running or was ended: states that are not in the status file yet. */
async function readUpdates(host: Host): Promise<Buffer[]> {
  const names = (await host.listFolder(`${folder}/updates`)).filter((name) => /^\d+$/.test(name))
  const files = await Promise.all(names.map((name) => host.readBytes(`${folder}/updates/${name}`, statusBytesMax)))
  return files.filter((bytes) => bytes !== undefined)
}

/**
 * Parses files in the format of deb822(5). `listTimes` says when dpkg wrote the file list of each package: when it
 * installed or upgraded it. A later entry of a package replaces an earlier one.
 */
export function parseDpkg(
  files: readonly Buffer[],
  listTimes: ReadonlyMap<string, number>,
): { packages: Package[]; damaged: number } {
  const packages = new Map<string, Package | undefined>()
  let damaged = 0
  for (const block of blocksOf(files)) {
    const fields = fieldsOf(block)
    const { Package: name, Architecture: architecture = '' } = fields
    if (!name) {
      if (block.trim() !== '') damaged += 1
      continue
    }
    // `install ok installed`: desired state, error, current state. During an upgrade a package passes through others.
    const [desired = '', , state = 'not-installed'] = fields.Status?.split(' ') ?? []
    const isLeaving = state === 'half-installed' && /^(deinstall|purge)$/.test(desired)
    const isPresent = state !== 'not-installed' && state !== 'config-files' && !isLeaving
    packages.set(`${name}:${architecture}`, isPresent ? packageOf(name, architecture, fields, listTimes) : undefined)
  }
  return { packages: [...packages.values()].filter((found) => found !== undefined), damaged }
}

/** Yields the entries as text one by one: all of them as one text would take several times the size of the file. */
function* blocksOf(files: readonly Buffer[]): Generator<string> {
  for (const bytes of files) {
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf('\n\n', at)
      const next = end === -1 ? bytes.length : end + 2
      yield bytes.toString('utf8', at, next)
      at = next
    }
  }
}

const fieldNames = ['Package', 'Version', 'Architecture', 'Status', 'Installed-Size', 'Maintainer'] as const
const fieldPattern = new RegExp(`^(${fieldNames.join('|')}):[ \\t]*(.*)$`, 'gm')
type Fields = { [Name in (typeof fieldNames)[number]]?: string }

const fieldsOf = (block: string): Fields =>
  Object.fromEntries([...block.matchAll(fieldPattern)].map(([, name = '', value = '']) => [name, value.trim()]))

function packageOf(
  name: string,
  architecture: string,
  fields: Fields,
  listTimes: ReadonlyMap<string, number>,
): Package {
  const kibibytes = parseInteger(fields['Installed-Size'])
  const time = listTimes.get(`${name}.list`) ?? listTimes.get(`${name}:${architecture}.list`)
  return {
    name,
    version: fields.Version ?? '',
    architecture,
    publisher: fields.Maintainer || undefined,
    source: 'dpkg',
    installDate: time === undefined ? undefined : timeOfSeconds(`${time}`),
    sizeBytes: kibibytes === undefined ? undefined : kibibytes * 1024,
  }
}
