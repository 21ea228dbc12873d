import type { WindowsApi } from './api.ts'
import { loadLibraries } from './libraries.ts'
import { nativeAccounts } from './native-accounts.ts'
import { nativeDevices } from './native-devices.ts'
import { nativeRegistry } from './native-registry.ts'
import { nativeSystem } from './native-system.ts'

/** Returns this Windows. Calls go straight to its libraries: no PowerShell, no WMI, no other process. */
export async function nativeWindows(): Promise<WindowsApi> {
  const libraries = loadLibraries(await import('koffi'))
  return {
    registry: nativeRegistry(libraries),
    ...nativeSystem(libraries),
    ...nativeDevices(libraries),
    ...nativeAccounts(libraries),
  }
}
