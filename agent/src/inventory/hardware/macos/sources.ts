import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { macosAccounts } from '../../system/macos/accounts.ts'
import { fileVault } from '../../system/macos/file-vault.ts'
import { macosFirewall } from '../../system/macos/firewall.ts'
import { macosServices } from '../../system/macos/services.ts'
import { macosTimeSync } from '../../system/macos/time-sync.ts'
import { macosUpdates } from '../../system/macos/updates.ts'
import { xprotect } from '../../system/macos/xprotect.ts'
import { macosPrinters } from './printers.ts'
import { macosProfile } from './profile.ts'
import { macosSystem } from './system.ts'

/** Sources of the hardware section of a Mac. If two have a value, the first one wins. */
export const macosHardware: readonly Source<HardwarePart>[] = [
  macosSystem,
  macosProfile,
  fileVault,
  macosFirewall,
  xprotect,
  macosTimeSync,
  macosUpdates,
  macosAccounts,
  macosServices,
  macosPrinters,
]
