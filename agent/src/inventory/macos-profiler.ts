import { type Host, runText } from '../platform/host.ts'
import { type Entry, entriesIn, isEntry } from './loose-values.ts'
import type { OnCut } from './source.ts'

/** Below the time limit of a source, so that the failure names the program. */
const timeoutMs = 28_000

/** Entries of System Information by data type (`SPHardwareDataType`). */
export type Profile = (dataType: string) => Entry[]

/** Runs System Information of macOS 10.15 and newer. A data type that this Mac does not have is empty. */
export async function readProfile(host: Host, dataTypes: readonly string[], onCut?: OnCut): Promise<Profile> {
  const found: unknown = JSON.parse(await runText(host, 'system_profiler', ['-json', ...dataTypes], { timeoutMs }))
  if (!isEntry(found)) throw new Error('system_profiler printed no object')
  for (const dataType of dataTypes) {
    const value = found[dataType]
    if (value !== undefined && !(Array.isArray(value) && value.every(isEntry)))
      onCut?.(`cannot read all of ${dataType}`)
  }
  return (dataType) => entriesIn(found, dataType)
}
