import type { WindowsApi } from '../platform/windows/api.ts'
import { windowsAccounts } from './hardware/windows/accounts.ts'
import { windowsDisks } from './hardware/windows/disks.ts'
import { windowsProcessors } from './hardware/windows/processors.ts'
import { windowsSecureBoot, windowsTpm } from './hardware/windows/security.ts'
import { windowsServices } from './hardware/windows/services.ts'
import { windowsKernel, windowsMemory, windowsSmbios, windowsVirtualization } from './hardware/windows/system.ts'
import { windowsBitLocker, windowsVolumes } from './hardware/windows/volumes.ts'
import { windowsInterfaces, windowsNames } from './network/windows/interfaces.ts'
import { windowsListeners } from './network/windows/listeners.ts'
import { windowsUninstall } from './software/windows-uninstall.ts'
import type { SourceSet } from './sources.ts'

/** Sources of this machine if it runs Windows. They read it through `api` and not through the host. */
export const windowsSources = (api: WindowsApi): SourceSet => ({
  hardware: [
    windowsKernel(api),
    windowsVirtualization(api),
    windowsProcessors(api),
    windowsMemory(api),
    windowsSmbios(api),
    windowsDisks(api),
    windowsVolumes(api),
    windowsBitLocker(api),
    windowsTpm(api),
    windowsSecureBoot(api),
    windowsAccounts(api),
    windowsServices(api),
  ],
  software: [windowsUninstall],
  network: [windowsNames(api), windowsInterfaces(api), windowsListeners(api)],
  identity: [],
})
