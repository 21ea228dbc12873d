import type { WindowsApi } from '../platform/windows/api.ts'
import { windowsAccounts } from './hardware/windows/accounts.ts'
import { windowsAntivirus } from './hardware/windows/antivirus.ts'
import { windowsDevices } from './hardware/windows/devices.ts'
import { windowsDisks } from './hardware/windows/disks.ts'
import { windowsDisplays } from './hardware/windows/displays.ts'
import { windowsFirewall } from './hardware/windows/firewall.ts'
import { windowsGraphics } from './hardware/windows/graphics.ts'
import { hyperVGuest } from './hardware/windows/hyper-v-guest.ts'
import { windowsPrinters } from './hardware/windows/printers.ts'
import { windowsProcessors } from './hardware/windows/processors.ts'
import { windowsSecureBoot, windowsTpm } from './hardware/windows/security.ts'
import { windowsServices } from './hardware/windows/services.ts'
import { windowsKernel, windowsMemory, windowsSmbios, windowsVirtualization } from './hardware/windows/system.ts'
import { windowsTime } from './hardware/windows/time-service.ts'
import { windowsVersion } from './hardware/windows/version.ts'
import { windowsBitLocker, windowsVolumes } from './hardware/windows/volumes.ts'
import { machineGuid } from './identity/windows-machine-guid.ts'
import { windowsInterfaces, windowsNames } from './network/windows/interfaces.ts'
import { windowsListeners } from './network/windows/listeners.ts'
import { storePackages } from './software/windows/store-packages.ts'
import { uninstallKeys } from './software/windows/uninstall-keys.ts'
import { windowsUpdates } from './software/windows/updates.ts'
import type { SourceSet } from './sources.ts'

/** Sources of this machine if it runs Windows. They read it through `api` and not through the host. */
export const windowsSources = (api: WindowsApi): SourceSet => ({
  hardware: [
    windowsVersion(api),
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
    hyperVGuest(api),
    windowsGraphics(api),
    windowsDisplays(api),
    windowsDevices(api),
    windowsPrinters(api),
    windowsAntivirus(api),
    windowsFirewall(api),
    windowsTime(api),
  ],
  software: [uninstallKeys(api), windowsUpdates(api), storePackages(api)],
  network: [windowsNames(api), windowsInterfaces(api), windowsListeners(api)],
  identity: [machineGuid(api)],
})
