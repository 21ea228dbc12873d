import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { macosAccounts } from './accounts.ts'
import { fileVault } from './file-vault.ts'
import { macosFirewall } from './firewall.ts'
import { macosPrinters } from './printers.ts'
import { macosProfile } from './profile.ts'
import { macosServices } from './services.ts'
import { macosSystem } from './system.ts'
import { macosTimeSync } from './time-sync.ts'
import { macosUpdates } from './updates.ts'
import { xprotect } from './xprotect.ts'

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
