import { textIn } from '../../loose-values.ts'
import { type Profile, profilerTimeoutMs, readProfile } from '../../macos-profiler.ts'
import type { HardwarePart, SecurityPart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'
import { batteriesOf } from './profile-batteries.ts'
import { graphicsOf, monitorsOf } from './profile-displays.ts'
import { memoryModulesOf } from './profile-memory.ts'
import { disksOf, volumesOf } from './profile-storage.ts'
import { usbDevicesOf } from './profile-usb.ts'

const dataTypes = [
  'SPHardwareDataType',
  'SPiBridgeDataType',
  'SPMemoryDataType',
  'SPNVMeDataType',
  'SPSerialATADataType',
  'SPStorageDataType',
  'SPDisplaysDataType',
  'SPPowerDataType',
  'SPUSBDataType',
  // Replaces SPUSBDataType in macOS 26.
  'SPUSBHostDataType',
]

/** Reads the hardware that System Information shows and the kernel does not. */
export const macosProfile: Source<HardwarePart> = {
  name: 'macos-profile',
  reads: [
    'system.chassis',
    'firmware',
    'memory.modules',
    'disks',
    'volumes',
    'graphics',
    'monitors',
    'batteries',
    'components',
    'security.secureBoot',
  ],
  timeoutMs: profilerTimeoutMs,
  isAvailable: (host) => host.hasProgram('system_profiler'),
  collect: async (host, onCut) => parseProfile(await readProfile(host, dataTypes, onCut), onCut),
}

function parseProfile(profile: Profile, onCut?: OnCut): HardwarePart {
  const [machine] = profile('SPHardwareDataType')
  const secureBoot = secureBootOf(textIn(profile('SPiBridgeDataType')[0], 'ibridge_secure_boot'))
  return {
    system: { chassis: chassisOf(textIn(machine, 'machine_name')) },
    firmware: { vendor: 'Apple', version: textIn(machine, 'boot_rom_version') },
    memory: { modules: memoryModulesOf(profile('SPMemoryDataType')) },
    disks: [...disksOf(profile('SPNVMeDataType'), 'nvme'), ...disksOf(profile('SPSerialATADataType'), 'sata')],
    volumes: volumesOf(profile('SPStorageDataType')),
    graphics: graphicsOf(profile('SPDisplaysDataType')),
    monitors: monitorsOf(profile('SPDisplaysDataType'), onCut),
    batteries: batteriesOf(profile('SPPowerDataType')),
    components: usbDevicesOf([...profile('SPUSBDataType'), ...profile('SPUSBHostDataType')], onCut),
    security: secureBoot && { secureBoot },
  }
}

/** Translates Apple's product names to the chassis words of SMBIOS. */
function chassisOf(name = ''): string | undefined {
  if (name.startsWith('MacBook')) return 'Laptop'
  if (name.startsWith('iMac')) return 'All In One'
  if (name.startsWith('Mac Pro')) return 'Tower'
  return /^Mac (mini|Studio)/.test(name) ? 'Mini PC' : undefined
}

/** Translates Apple's levels. `Permissive` (Apple silicon) and `No` (T2 chip) start any system. */
function secureBootOf(level: string | undefined): SecurityPart['secureBoot'] {
  if (/^(Full|Reduced|Medium) Security$/.test(level ?? '')) return 'on'
  return /^(Permissive|No) Security$/.test(level ?? '') ? 'off' : undefined
}
