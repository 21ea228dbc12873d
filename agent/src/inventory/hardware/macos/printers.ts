import { withoutCredentials } from '@rollcall/shared/inventory/without-credentials.ts'
import { textIn } from '../../loose-values.ts'
import { profilerTimeoutMs, readProfile } from '../../macos-profiler.ts'
import type { HardwarePart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'

/** Lists print queues. Apart from the other hardware, because System Information asks the print server. */
export const macosPrinters: Source<HardwarePart> = {
  name: 'macos-printers',
  reads: ['printQueues'],
  timeoutMs: profilerTimeoutMs,
  isAvailable: (host) => host.hasProgram('system_profiler'),
  collect: async (host, onCut?: OnCut) => {
    const printers = (await readProfile(host, ['SPPrintersDataType'], onCut))('SPPrintersDataType')
    return {
      printQueues: printers.flatMap((printer) => {
        const name = textIn(printer, '_name')
        const port = textIn(printer, 'uri')
        // Without printers there is one entry, with a remark.
        if (name === undefined || port === undefined) return []
        return {
          name,
          driver: textIn(printer, 'ppd'),
          port: withoutCredentials(port),
          isDefault: textIn(printer, 'default') === 'yes',
          isShared: textIn(printer, 'shared') === 'yes',
        }
      }),
    }
  },
}
