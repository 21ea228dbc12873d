import type { Host } from '../../../platform/host.ts'
import { type Entry, textIn, timeIn } from '../../loose-values.ts'
import type { Package, SoftwarePart } from '../../parts.ts'
import { readPlists } from '../../plist/plist.ts'
import type { Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'

/** The folders of receipts that pkgutil(1) reads, for installed packages and for updates of macOS. */
const folders = ['/var/db/receipts', '/Library/Apple/System/Library/Receipts']
const receiptsMax = 10_000

/** Lists packages that the macOS installer installed, from their receipts. */
export const macosReceipts: Source<SoftwarePart> = {
  name: 'pkgutil',
  reads: ['[pkgutil]'],
  isAvailable: async (host) => (await receiptFiles(host)).length > 0,
  collect: async (host, onCut) => {
    const files = await receiptFiles(host)
    return (await readPlists(host, upTo(files, receiptsMax, 'receipts', onCut), onCut)).flatMap(packageOf)
  },
}

async function receiptFiles(host: Host): Promise<string[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => (await host.listFolder(folder)).map((name) => `${folder}/${name}`)),
  )
  return listed.flat().filter((path) => path.endsWith('.plist'))
}

function packageOf(receipt: Entry): Package[] {
  const name = textIn(receipt, 'PackageIdentifier')
  if (name === undefined) return []
  const version = textIn(receipt, 'PackageVersion') ?? ''
  return [{ name, version, source: 'pkgutil', installDate: timeIn(receipt, 'InstallDate') }]
}
