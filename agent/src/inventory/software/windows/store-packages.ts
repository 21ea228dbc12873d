import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { type Host, readUpTo } from '../../../platform/host.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Package } from '../../parts.ts'
import { textOrNone } from '../../text.ts'
import { type RegistryReader, userSid } from '../../windows/registry-reader.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { listsOfUsers } from '../../windows/user-lists.ts'

const currentVersion = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion'
const allUsers = `${currentVersion}\\Appx\\AppxAllUserStore`
const repository = 'Local Settings\\Software\\Microsoft\\Windows\\CurrentVersion\\AppModel\\Repository\\Packages'
const manifestBytesMax = 1024 * 1024

/**
 * Lists applications of the Store (MSIX packages) of all users, each in its newest version. Frameworks, resource packages
 * and parts of Windows are left out.
 */
export const storePackages = registrySource('store-packages', ['[windows-store]'], async (registry, host) => {
  const newest = new Map<string, StorePackage>()
  for (const found of [...(await repositoryPackages(registry, host)), ...storedPackages(registry)]) {
    const key = `${found.name}\0${found.architecture}`.toLowerCase()
    const other = newest.get(key)
    const order = other ? compareVersions(found.version, other.version) : 1
    if (order > 0) newest.set(key, { ...found, displayName: found.displayName ?? other?.displayName })
    else if (other && order === 0) newest.set(key, { ...found, ...other, folder: found.folder ?? other.folder })
  }
  return (await mapBounded([...newest.values()], 8, (found) => packageOf(host, found))).flat()
})

type StorePackage = {
  name: string
  version: string
  architecture: string
  publisherId: string
  displayName?: string | undefined
  folder?: string | undefined
}

/**
 * Reads the repository of each user, which has names of applications. The user may write there, so its folders
 * are not opened: one on a foreign server would get the credentials of this machine.
 */
const repositoryPackages = (registry: RegistryReader, host: Host): Promise<StorePackage[]> => {
  const programFiles = registry.values(currentVersion).text('ProgramFilesDir') ?? 'C:\\Program Files'
  return listsOfUsers(registry, host, 'store-packages', (sid) => {
    const path = `HKU\\${sid}_Classes\\${repository}`
    return registry.keys(path).flatMap((fullName) =>
      parseFullName(fullName).map((found) => {
        const displayName = literal(registry.values(`${path}\\${fullName}`).text('DisplayName'))
        return { ...found, displayName, folder: `${programFiles}\\WindowsApps\\${fullName}` }
      }),
    )
  })
}

/** Reads the list of all users, signed in or not. */
const storedPackages = (registry: RegistryReader): StorePackage[] =>
  registry
    .keys(allUsers)
    .filter((name) => name === 'Applications' || userSid.test(name))
    .flatMap((name) => {
      const path = `${allUsers}\\${name}`
      return registry.keys(path).flatMap((fullName) =>
        parseFullName(fullName).map((found) => {
          const manifest = registry.values(`${path}\\${fullName}`).text('Path')
          return { ...found, folder: manifest?.replace(/\\[^\\]*\.xml$/i, '') }
        }),
      )
    })

/** The publisher that signs the parts of Windows. */
const windowsPublisherId = 'cw5n1h2txyewy'
const microsoftPublisherId = '8wekyb3d8bbwe'
/** Frameworks of Microsoft, for packages whose manifest cannot be read. */
const framework =
  /^Microsoft(?:CorporationII)?\.(?:VCLibs|NET\.Native|UI\.Xaml|Win(?:dows)?AppRuntime|WinJS|Services\.Store\.Engagement|DirectXRuntime|Advertising)\b/i

/**
 * Parses the full name of a package: name, version, architecture, resource and publisher's id. Returns an empty array
 * for a package that is no application of its own: bundles (`~`), resources (`split.language-de`), frameworks.
 */
function parseFullName(fullName: string): StorePackage[] {
  const [, name, version, architecture, resource, publisherId] =
    /^([\w.-]{1,64})_(\d+(?:\.\d+){3})_([a-z0-9]+)_([^_]*)_([a-z0-9]{13})$/i.exec(fullName) ?? []
  if (name === undefined || version === undefined || architecture === undefined || publisherId === undefined) return []
  if (!/^(neutral)?$/i.test(resource ?? '') || publisherId === windowsPublisherId || framework.test(name)) return []
  return [{ name, version, architecture: architecture.toLowerCase(), publisherId }]
}

/** Returns an empty array for a framework or a resource package by its manifest. */
async function packageOf(host: Host, found: StorePackage): Promise<Package[]> {
  const { name, version, architecture, folder, publisherId } = found
  const manifest = folder && (await readUpTo(host, `${folder}\\AppxManifest.xml`, manifestBytesMax))
  const property = propertiesOf(manifest || '')
  if (property('Framework') === 'true' || property('ResourcePackage') === 'true') return []
  const publisher = literal(property('PublisherDisplayName'))
  return [
    {
      name: literal(property('DisplayName')) ?? found.displayName ?? name,
      version,
      publisher: publisher ?? (publisherId === microsoftPublisherId ? 'Microsoft' : undefined),
      architecture,
      source: 'windows-store',
    },
  ]
}

/** Returns a getter of the texts in the element `Properties`. It is as fast for a manifest that never closes it. */
function propertiesOf(manifest: string): (name: string) => string | undefined {
  const start = manifest.indexOf('<Properties>')
  const properties = start < 0 ? '' : manifest.slice(start, manifest.indexOf('</Properties>', start))
  return (name) => textOrNone(new RegExp(`<${name}>([^<]*)</${name}>`).exec(properties)?.[1])
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

/** Returns undefined for a reference to a text in the package's resources: `ms-resource:…`, `@{…?ms-resource://…}`. */
const literal = (text: string | undefined): string | undefined =>
  !text || /^(?:ms-resource:|@\{)/i.test(text)
    ? undefined
    : text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
