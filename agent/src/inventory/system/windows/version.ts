import type { HardwarePart, OperatingSystem } from '../../parts.ts'
import { timeOfSeconds } from '../../text.ts'
import type { RegistryReader } from '../../windows/registry-reader.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { filetimeOf } from '../../windows/registry-times.ts'

const firstBuildOf11 = 22_000
const currentVersion = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion'
const microsoft = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion'
/** Keys that exist while an installed update waits for a restart. */
const restartKeys = [
  `${microsoft}\\Component Based Servicing\\RebootPending`,
  `${microsoft}\\WindowsUpdate\\Auto Update\\RebootRequired`,
]
const architectures: Record<string, string> = { AMD64: 'x86_64', ARM64: 'arm64', X86: 'x86' }

/** Reads the edition, release and build of Windows, when it was installed, and whether updates wait for a restart. */
export const windowsVersion = registrySource('windows-version', ['os'], (registry): HardwarePart => {
  const values = registry.values(currentVersion)
  const build = values.number('CurrentBuildNumber') ?? values.number('CurrentBuild')
  const revision = values.number('UBR')
  return {
    os: {
      name: nameOf(values.text('ProductName'), build),
      // Servers and Windows 10 before 20H2 have only the older name.
      version: values.text('DisplayVersion') ?? values.text('ReleaseId') ?? values.text('CSDVersion'),
      edition: values.text('EditionID'),
      build: build === undefined ? undefined : revision === undefined ? `${build}` : `${build}.${revision}`,
      architecture: architectureOf(registry),
      installedAt: filetimeOf(values, 'InstallTime') ?? timeOfSeconds(values.text('InstallDate')),
      pendingUpdates: { needsRestart: needsRestart(registry) },
    },
  }
})

/** Returns undefined if it could not be read. */
function needsRestart(registry: RegistryReader): boolean | undefined {
  const found = restartKeys.map((key) => registry.exists(key))
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false
}

/** Windows 11 still calls itself Windows 10 in the registry. Servers have builds of their own, and the right name. */
const nameOf = (name: string | undefined, build = 0): OperatingSystem['name'] =>
  build >= firstBuildOf11 ? name?.replace(/^Windows 10\b/, 'Windows 11') : name

function architectureOf(registry: RegistryReader): string | undefined {
  const environment = registry.values('HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment')
  const name = environment.text('PROCESSOR_ARCHITECTURE')
  return name && (architectures[name.toUpperCase()] ?? name)
}
