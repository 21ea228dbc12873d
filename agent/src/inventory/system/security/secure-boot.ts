import { type Host, LimitError } from '../../../platform/host.ts'
import type { HardwarePart, SecurityPart } from '../../parts.ts'
import type { Source } from '../../source.ts'

const firmwareFolder = '/sys/firmware'
const variables = `${firmwareFolder}/efi/efivars`
const variableBytesMax = 64
const globalGuid = '8be4df61-93ca-11d2-aa0d-00e098032b8c'
const shimGuid = '605dab50-e046-4300-abb6-3dd810dd8b23'

/** Reads whether the firmware checks what it starts, as the kernel decides it. */
export const secureBoot: Source<HardwarePart> = {
  name: 'secure-boot',
  reads: ['security.secureBoot'],
  // A container hides the folder, so an empty one does not mean that there is no EFI.
  isAvailable: async (host) => (await host.listFolder(firmwareFolder)).length > 0,
  collect: async (host) => ({ security: { secureBoot: await read(host) } }),
}

async function read(host: Host): Promise<SecurityPart['secureBoot']> {
  const [firmware, names] = await Promise.all([host.listFolder(firmwareFolder), host.listFolder(variables)])
  if (!firmware.includes('efi')) return 'unsupported'
  if (names.length === 0) return undefined
  if (!names.includes(`SecureBoot-${globalGuid}`)) return 'unsupported'
  const [isOn, isSetup, isIgnored] = await Promise.all([
    readFlag(host, `SecureBoot-${globalGuid}`),
    readFlag(host, `SetupMode-${globalGuid}`),
    // Set when the owner has switched the checks of the boot loader off.
    readFlag(host, `MokSBStateRT-${shimGuid}`),
  ])
  if (isOn === undefined) return undefined
  return isOn && !isSetup && !isIgnored ? 'on' : 'off'
}

/** Reads a variable of one byte, which follows four bytes of attributes. */
async function readFlag(host: Host, name: string): Promise<boolean | undefined> {
  try {
    const bytes = await host.readBytes(`${variables}/${name}`, variableBytesMax)
    return bytes?.length === 5 ? bytes[4] === 1 : undefined
  } catch (error) {
    if (error instanceof LimitError) return undefined
    throw error
  }
}
