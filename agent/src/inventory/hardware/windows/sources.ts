import type { WindowsApi } from '../../../platform/windows/api.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { windowsAccounts } from './accounts.ts'
import { windowsAntivirus } from './antivirus.ts'
import { windowsDevices } from './devices.ts'
import { windowsDisks } from './disks.ts'
import { windowsDisplays } from './displays.ts'
import { windowsFirewall } from './firewall.ts'
import { windowsGraphics } from './graphics.ts'
import { hyperVGuest } from './hyper-v-guest.ts'
import { windowsPrinters } from './printers.ts'
import { windowsProcessors } from './processors.ts'
import { windowsSecureBoot, windowsTpm } from './security.ts'
import { windowsServices } from './services.ts'
import { windowsKernel, windowsMemory, windowsSmbios, windowsVirtualization } from './system.ts'
import { windowsTime } from './time-service.ts'
import { windowsVersion } from './version.ts'
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
