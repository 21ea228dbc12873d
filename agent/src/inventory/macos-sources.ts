import { macosProfile } from './hardware/macos-profile.ts'
import { macosSystem } from './hardware/macos-system.ts'
import { macosPlatform } from './identity/macos-platform.ts'
import { sshHostKeys } from './identity/ssh-host-keys.ts'
import { ifconfig } from './network/ifconfig.ts'
import { netstatRoutes } from './network/netstat-routes.ts'
import { resolver } from './network/resolver.ts'
import { systemHostName } from './network/system-host-name.ts'
import { homebrew } from './software/homebrew.ts'
import { macosApplications } from './software/macos-applications.ts'
import type { SourceSet } from './sources.ts'

/** Sources of a Mac, local or remote. */
export const macosSources: SourceSet = {
  hardware: [macosSystem, macosProfile],
  software: [macosApplications, homebrew],
  network: [systemHostName, ifconfig, netstatRoutes, resolver],
  identity: [macosPlatform, sshHostKeys],
}
