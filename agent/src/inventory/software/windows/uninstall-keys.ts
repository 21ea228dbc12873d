import type { RegistryView } from '../../../platform/windows/api.ts'
import type { RegistryValues } from '../../../platform/windows/registry-values.ts'
import type { Package } from '../../parts.ts'
import { type RegistryReader, userSid } from '../../windows/registry-reader.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { listsOfUsers } from '../../windows/user-lists.ts'
import { installDateOf } from './install-date.ts'

const uninstall = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall'
const installer = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Installer\\UserData'

/** Lists programs that Windows offers to uninstall, for all users and for each one. */
export const uninstallKeys = registrySource('uninstall-keys', ['[uninstall-keys]'], async (registry, host) => [
  ...programsBelow(registry, `HKLM\\${uninstall}`, '64-bit', nativeArchitecture(registry)),
  ...programsBelow(registry, `HKLM\\${uninstall}`, '32-bit', 'x86'),
  ...(await listsOfUsers(registry, host, 'uninstall-keys', (sid) => [
    ...programsBelow(registry, `HKU\\${sid}\\${uninstall}`),
    ...programsBelow(registry, `HKU\\${sid}\\${uninstall.replace('SOFTWARE', 'SOFTWARE\\WOW6432Node')}`),
  ])),
  ...userProducts(registry),
])

const programsBelow = (registry: RegistryReader, path: string, view?: RegistryView, architecture?: string): Package[] =>
  registry.keys(path, view).flatMap((key) => programOf(registry.values(`${path}\\${key}`, view), architecture))

/** Returns products that Windows Installer installed for a single user, also if that user is not signed in. */
const userProducts = (registry: RegistryReader): Package[] =>
  registry
    .keys(installer)
    .filter((sid) => userSid.test(sid))
    .flatMap((sid) => {
      const products = `${installer}\\${sid}\\Products`
      return registry
        .keys(products)
        .flatMap((code) => programOf(registry.values(`${products}\\${code}\\InstallProperties`)))
    })

/** On ARM, the 64-bit view has programs for both architectures. */
function nativeArchitecture(registry: RegistryReader): string | undefined {
  const environment = registry.values('HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment')
  return environment.text('PROCESSOR_ARCHITECTURE')?.toUpperCase() === 'ARM64' ? undefined : 'x64'
}

/** Returns an empty array for an entry that Programs and Features does not show. */
function programOf(values: RegistryValues, architecture?: string): Package[] {
  const name = values.text('DisplayName')
  if (name === undefined || isHidden(values) || isUpdate(values)) return []
  const kibibytes = values.number('EstimatedSize')
  return [
    {
      name,
      version: versionOf(values),
      publisher: values.text('Publisher'),
      architecture,
      source: 'uninstall-keys',
      installDate: installDateOf(values.text('InstallDate')),
      sizeBytes: kibibytes ? kibibytes * 1024 : undefined,
    },
  ]
}

const isHidden = (values: RegistryValues): boolean => values.number('SystemComponent') === 1

/** Returns true for a patch of another program, which the entry names. */
const isUpdate = (values: RegistryValues): boolean =>
  values.text('ParentKeyName') !== undefined ||
  values.text('ParentDisplayName') !== undefined ||
  /^(hotfix|security update|service pack|update|update rollup)$/i.test(values.text('ReleaseType') ?? '')

function versionOf(values: RegistryValues): string {
  const [major, minor = 0] = [values.number('VersionMajor'), values.number('VersionMinor')]
  return values.text('DisplayVersion') ?? (major === undefined ? '' : `${major}.${minor}`)
}
