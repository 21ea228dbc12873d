import { macosAccounts } from './hardware/macos/accounts.ts'
import { fileVault } from './hardware/macos/file-vault.ts'
import { macosFirewall } from './hardware/macos/firewall.ts'
import { macosPrinters } from './hardware/macos/printers.ts'
import { macosProfile } from './hardware/macos/profile.ts'
import { macosServices } from './hardware/macos/services.ts'
import { macosSystem } from './hardware/macos/system.ts'
import { macosTimeSync } from './hardware/macos/time-sync.ts'
import { macosUpdates } from './hardware/macos/updates.ts'
import { xprotect } from './hardware/macos/xprotect.ts'
import { macosPlatform } from './identity/macos-platform.ts'
import { sshHostKeys } from './identity/ssh-host-keys.ts'
import { ifconfig } from './network/ifconfig.ts'
import { netstatRoutes } from './network/netstat-routes.ts'
import { resolver } from './network/resolver.ts'
import { systemHostName } from './network/system-host-name.ts'
import { homebrew } from './software/homebrew.ts'
import { macosApplications } from './software/macos/applications.ts'
import { macosConfigurationProfiles } from './software/macos/configuration-profiles.ts'
import { macosReceipts } from './software/macos/receipts.ts'
import type { SourceSet } from './sources.ts'

/** Sources of a Mac, local or remote. */
export const macosSources: SourceSet = {
  hardware: [
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
  ],
  software: [macosApplications, macosReceipts, macosConfigurationProfiles, homebrew],
  network: [systemHostName, ifconfig, netstatRoutes, resolver],
  identity: [macosPlatform, sshHostKeys],
}
