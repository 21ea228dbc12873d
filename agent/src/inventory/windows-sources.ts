import type { WindowsApi } from '../platform/windows/api.ts'
import { windowsHardware } from './hardware/windows/sources.ts'
import { machineGuid } from './identity/windows-machine-guid.ts'
import { windowsInterfaces, windowsNames } from './network/windows/interfaces.ts'
import { windowsListeners } from './network/windows/listeners.ts'
import { storePackages } from './software/windows/store-packages.ts'
import { uninstallKeys } from './software/windows/uninstall-keys.ts'
import { windowsUpdates } from './software/windows/updates.ts'
import type { SourceSet } from './sources.ts'

/** Sources of this machine if it runs Windows. They read it through `api` and not through the host. */
export const windowsSources = (api: WindowsApi): SourceSet => ({
  hardware: windowsHardware(api),
  software: [uninstallKeys(api), windowsUpdates(api), storePackages(api)],
  network: [windowsNames(api), windowsInterfaces(api), windowsListeners(api)],
  identity: [machineGuid(api)],
})
