import { macosHardware } from './hardware/macos/sources.ts'
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
  hardware: macosHardware,
  software: [macosApplications, macosReceipts, macosConfigurationProfiles, homebrew],
  network: [systemHostName, ifconfig, netstatRoutes, resolver],
  identity: [macosPlatform, sshHostKeys],
}
