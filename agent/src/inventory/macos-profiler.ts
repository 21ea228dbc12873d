import { type Host, runText } from '../platform/host.ts'
import { type Entry, entriesIn, isEntry } from './loose-values.ts'
import type { OnCut } from './source.ts'
import { parseOutput } from './text.ts'

/** Time for a source of System Information, which asks each device and reads each application. */
export const profilerTimeoutMs = 45_000
/** Below it, so that the failure names the program. */
const timeoutMs = 40_000

/** Entries of System Information by data type (`SPHardwareDataType`). */
export type Profile = (dataType: string) => Entry[]

/** Types whose items have passwords beside the wanted values: in settings, and in addresses of print servers. */
const privateTypes = ['SPConfigurationProfileDataType', 'SPPrintersDataType']

/** Runs System Information of macOS 10.15 and newer. A data type that this Mac does not have is empty. */
export async function readProfile(host: Host, dataTypes: readonly string[], onCut?: OnCut): Promise<Profile> {
  const isPrivate = dataTypes.some((type) => privateTypes.includes(type))
  const args = ['-json', ...dataTypes]
  const text = await runText(host, 'system_profiler', args, { timeoutMs, isPrivate })
  const found = parseOutput(text, 'system_profiler')
  if (!isEntry(found)) throw new Error('system_profiler printed no object')
  for (const dataType of dataTypes) {
    const value = found[dataType]
    if (value !== undefined && !(Array.isArray(value) && value.every(isEntry)))
      onCut?.(`cannot read all of ${dataType}`)
  }
  return (dataType) => entriesIn(found, dataType)
}
