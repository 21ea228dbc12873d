import { platformValue, readPlatform } from '../hardware/macos/system.ts'
import type { IdentityPart } from '../parts.ts'
import type { Source } from '../source.ts'

/** Reads the platform UUID, which survives a reinstallation of macOS. */
export const macosPlatform: Source<IdentityPart> = {
  name: 'macos-platform',
  reads: [],
  isAvailable: (host) => host.hasProgram('ioreg'),
  collect: async (host) => ({ machineId: platformValue(await readPlatform(host), 'IOPlatformUUID')?.toLowerCase() }),
}
