import type { WindowsApi } from '../../../platform/windows/api.ts'
import type { RegistryValues } from '../../../platform/windows/registry-values.ts'
import { decodeMemory, decodeVersion } from '../../../platform/windows/system-information.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { parseRawSmbiosData } from '../smbios/entry-point.ts'
import { parseTables, smbiosReads } from '../smbios/parse-tables.ts'
import { guestKind } from '../virtualization.ts'

/** Reads the amount of memory. */
export const windowsMemory = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-memory',
  reads: ['memory.totalBytes'],
  isAvailable: async () => true,
  collect: async () => ({ memory: decodeMemory(api.memoryStatus()) }),
})

/** The clock and the counter are not read at the same moment, so the start is exact to some seconds. */
const startStepMs = 10_000

/** Reads the version of the kernel and the time of the start. */
export const windowsKernel = (api: WindowsApi, now: () => number = Date.now): Source<HardwarePart> => ({
  name: 'windows-kernel',
  reads: ['os.kernel', 'os.bootedAt'],
  isAvailable: async () => true,
  collect: async () => ({
    os: {
      kernel: decodeVersion(api.osVersion()),
      bootedAt: new Date(Math.round((now() - api.uptimeMs()) / startStepMs) * startStepMs).toISOString(),
    },
  }),
})

/** Key with the names that the firmware gives. */
export const biosKey = 'HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS'

/** Returns the hypervisor of a guest by the values of `biosKey`. */
export const hypervisorOf = (values: RegistryValues): string | undefined =>
  guestKind({ vendor: values.text('SystemManufacturer'), product: values.text('SystemProductName') })

/** Detects the hypervisor of a guest. */
export const windowsVirtualization = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-virtualization',
  reads: ['system.virtualization'],
  isAvailable: async () => true,
  collect: async () => ({ system: { virtualization: hypervisorOf(api.registry.values(biosKey)) } }),
})

/** Reads the SMBIOS tables: manufacturer, model, serial number, memory modules, batteries. */
export const windowsSmbios = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-smbios',
  reads: smbiosReads,
  isAvailable: async () => true,
  collect: async (_host, onCut) => {
    const table = api.smbiosTables()
    if (table === undefined) throw new Error('the firmware has no SMBIOS table')
    return parseTables(parseRawSmbiosData(table), onCut)
  },
})
