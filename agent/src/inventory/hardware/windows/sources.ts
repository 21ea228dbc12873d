import type { WindowsApi } from '../../../platform/windows/api.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { windowsAccounts } from '../../system/windows/accounts.ts'
import { windowsAntivirus } from '../../system/windows/antivirus.ts'
import { windowsFirewall } from '../../system/windows/firewall.ts'
import { hyperVGuest } from '../../system/windows/hyper-v-guest.ts'
import { windowsSecureBoot, windowsTpm } from '../../system/windows/security.ts'
import { windowsServices } from '../../system/windows/services.ts'
import { windowsTime } from '../../system/windows/time-service.ts'
import { windowsVersion } from '../../system/windows/version.ts'
import { windowsDevices } from './devices.ts'
import { windowsDisks } from './disks.ts'
import { windowsDisplays } from './displays.ts'
import { windowsGraphics } from './graphics.ts'
import { windowsPrinters } from './printers.ts'
import { windowsProcessors } from './processors.ts'
import { windowsKernel, windowsMemory, windowsSmbios, windowsVirtualization } from './system.ts'
import { windowsBitLocker, windowsVolumes } from './volumes.ts'

/** Sources of the hardware and the system of Windows. Each value comes from the first that has it. */
export const windowsHardware = (api: WindowsApi): readonly Source<HardwarePart>[] => [
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
]
