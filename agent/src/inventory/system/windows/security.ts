import type { WindowsApi } from '../../../platform/windows/api.ts'
import { decodeTpm } from '../../../platform/windows/system-information.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'

/** Reads the version of the TPM. */
export const windowsTpm = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-tpm',
  reads: ['security.tpm'],
  isAvailable: async () => true,
  collect: async () => {
    const device = api.tpmDevice()
    return { security: { tpm: { isPresent: device !== undefined, version: device && decodeTpm(device) } } }
  },
})

const control = 'HKLM\\SYSTEM\\CurrentControlSet\\Control'
const firmwareIsBios = 1

/** Reads whether the firmware starts signed systems only. */
export const windowsSecureBoot = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-secure-boot',
  reads: ['security.secureBoot'],
  isAvailable: async () => true,
  collect: async () => {
    const enabled = api.registry.values(`${control}\\SecureBoot\\State`).number('UEFISecureBootEnabled')
    if (enabled !== undefined) return { security: { secureBoot: enabled === 1 ? 'on' : 'off' } }
    const isBios = api.registry.values(control).number('PEFirmwareType') === firmwareIsBios
    return { security: { secureBoot: isBios ? 'unsupported' : undefined } }
  },
})
