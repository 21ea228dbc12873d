import { isEmptyText } from './empty-text.ts'
import type { Sourced } from './labelled-identity.ts'
import { isKey } from './value-shapes.ts'

/** A candidate value of a field, the most trusted first; absent ones are skipped. */
type Candidate = { value: string | undefined; source: string } | undefined

/** Returns the first candidate with a value. */
export function firstOf(candidates: readonly Candidate[], isJunk?: (value: string) => boolean): Sourced | undefined {
  for (const candidate of candidates) {
    const value = candidate?.value?.trim()
    if (candidate === undefined || value === undefined || value === '' || isEmptyText(value)) continue
    if (!isJunk?.(value)) return { value, source: candidate.source }
  }
  return undefined
}

/** Keys of licences, names, and versions of the agent's own software stand in the columns of versions too. */
export const isNoVersion = (value: string): boolean =>
  !/\d/.test(value) || isKey(value) || hardwareAddress.test(value) || /^(?:net-?snmp|snmp|agent)\b/i.test(value)

/** A MAC address or a WWN. */
export const hardwareAddress = /^(?:[0-9a-f]{2}[:-]){5,7}[0-9a-f]{2}$/i
