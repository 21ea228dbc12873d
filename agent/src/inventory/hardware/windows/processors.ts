import type { WindowsApi } from '../../../platform/windows/api.ts'
import { decodeProcessors } from '../../../platform/windows/processor-records.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { processorManufacturer } from '../processors.ts'

/** Windows describes each logical processor below this key; all of a machine are the same model. */
const firstProcessor = 'HKLM\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0'

/** Reads sockets, cores and threads. */
export const windowsProcessors = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-processors',
  reads: ['processors'],
  isAvailable: async () => true,
  collect: async () => {
    const values = api.registry.values(firstProcessor)
    const vendor = values.text('VendorIdentifier')
    return {
      processors: decodeProcessors(api.processors()).map(({ cores, threads }) => ({
        manufacturer: vendor && processorManufacturer(vendor),
        model: values.text('ProcessorNameString')?.replace(/\s+/g, ' '),
        cores: cores || undefined,
        threads: threads || undefined,
        speedMhz: values.number('~MHz'),
      })),
    }
  },
})
