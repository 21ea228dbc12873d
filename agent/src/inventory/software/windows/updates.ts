import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import type { Host } from '../../../platform/host.ts'
import type { RegistryValues } from '../../../platform/windows/registry-values.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Package } from '../../parts.ts'
import { upTo } from '../../up-to.ts'
import type { RegistryReader } from '../../windows/registry-reader.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { splitFiletimeOf } from '../../windows/registry-times.ts'

const packages = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Component Based Servicing\\Packages'
/** CbsPackageState: 0x60 waits for a restart, 0x50 is superseded. */
const installedState = 0x70
const manifestsMax = 512
/** The number is in one of the first elements. */
const headBytes = 16 * 1024

/** Lists installed updates of Windows, each KB number once, with the newest of its packages. */
export const windowsUpdates = registrySource('windows-updates', ['[windows-update]'], async (registry, host, onCut) => {
  const installed = installedPackages(registry)
  const unnumbered = upTo(
    installed.filter(({ kb }) => kb === undefined),
    manifestsMax,
    'updates without a number in their name',
    onCut,
  )
  const folder = `${systemRoot(registry)}\\servicing\\Packages`
  await mapBounded(unnumbered, 4, async (update) => {
    update.kb = await numberIn(host, `${folder}\\${update.key}.mum`)
  })
  const newest = new Map<string, Update>()
  for (const update of installed) {
    const name = update.kb ?? update.name
    const other = newest.get(name)
    if (!other || compareVersions(update.version, other.version) > 0) newest.set(name, update)
  }
  return [...newest].map(
    ([name, { version, architecture, installDate }]): Package => ({
      name,
      version,
      architecture,
      publisher: 'Microsoft',
      source: 'windows-update',
      installDate,
    }),
  )
})

type Update = {
  key: string
  /** `KB5034441` */
  kb: string | undefined
  name: string
  version: string
  architecture: string | undefined
  installDate: string | undefined
}

/** Reads the packages of updates. Those of features, languages and the parts of an update have other names. */
const installedPackages = (registry: RegistryReader): Update[] =>
  registry.keys(packages).flatMap((key) => {
    // Name, key of the publisher, architecture, language and version.
    const [name = '', , architecture, , version = ''] = key.split('~')
    if (!/^Package_for_/i.test(name)) return []
    const values = registry.values(`${packages}\\${key}`)
    if (values.number('CurrentState') !== installedState) return []
    const [, digits] = /^Package_for_KB(\d{6,7})(?:_|$)/i.exec(name) ?? []
    const kb = digits === undefined ? numberInLocation(values) : `KB${digits}`
    return [{ key, kb, name, version, architecture, installDate: splitFiletimeOf(values, 'InstallTime') }]
  })

/** A roll-up may still have the name of its download: `…\windows10.0-kb5034122-x64_….cab\`. */
function numberInLocation(values: RegistryValues): string | undefined {
  const [, digits] = /\bkb(\d{6,7})\b/i.exec(values.text('InstallLocation') ?? '') ?? []
  return digits && `KB${digits}`
}

/** Reads the number of a roll-up from the manifest of its package, where the name does not have it. */
async function numberIn(host: Host, path: string): Promise<string | undefined> {
  const head = (await host.readRange(path, 0, headBytes))?.toString('utf8') ?? ''
  const [, digits] =
    /<package\s[^>]*\bidentifier="KB(\d{6,7})"/i.exec(head) ??
    /\bsupportInformation="[^"]*?(?:kbid=|\/)(\d{6,7})"/i.exec(head) ??
    []
  return digits && `KB${digits}`
}

const systemRoot = (registry: RegistryReader): string =>
  registry.values('HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion').text('SystemRoot') ?? 'C:\\Windows'
