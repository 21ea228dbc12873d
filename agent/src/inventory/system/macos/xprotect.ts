import type { Host } from '../../../platform/host.ts'
import { type Entry, entriesIn, isEntry, textIn, timeIn } from '../../loose-values.ts'
import type { HardwarePart } from '../../parts.ts'
import { readPlist } from '../../plist/plist.ts'
import type { Source } from '../../source.ts'

/** Paths since macOS 15, and of older ones. */
const bundles = [
  '/var/protected/xprotect/XProtect.bundle',
  '/Library/Apple/System/Library/CoreServices/XProtect.bundle',
].map((path) => `${path}/Contents/Info.plist`)
const history = '/Library/Receipts/InstallHistory.plist'

/** Reads the version of XProtect's signatures, and when they were installed. */
export const xprotect: Source<HardwarePart> = {
  name: 'xprotect',
  reads: ['security.antivirus'],
  isAvailable: async (host) => (await readBundle(host)) !== undefined,
  collect: async (host) => {
    const version = textIn(await readBundle(host), 'CFBundleShortVersionString')
    const installs = { items: await readPlist(host, history) }
    const install = entriesIn(installs, 'items').findLast(
      (item) => textIn(item, 'displayName') === 'XProtectPlistConfigData' && textIn(item, 'displayVersion') === version,
    )
    return { security: { antivirus: [{ name: 'XProtect', version, signaturesFrom: timeIn(install, 'date') }] } }
  },
}

async function readBundle(host: Host): Promise<Entry | undefined> {
  for (const path of bundles) {
    const bundle = await readPlist(host, path)
    if (isEntry(bundle)) return bundle
  }
  return undefined
}
