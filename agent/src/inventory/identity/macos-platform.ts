import { platformValue, readPlatform } from '../hardware/macos-system.ts'
import type { Source } from '../source.ts'
import type { IdentityPart } from './part.ts'

/** The platform UUID, which stays when macOS is installed anew. */
export const macosPlatform: Source<IdentityPart> = {
  name: 'macos-platform',
  isAvailable: (host) => host.hasProgram('ioreg'),
  collect: async (host) => ({ machineId: platformValue(await readPlatform(host), 'IOPlatformUUID')?.toLowerCase() }),
}
