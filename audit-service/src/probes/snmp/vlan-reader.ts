import { isSilence, SnmpError } from './errors.ts'
import type { SnmpReader } from './reader.ts'

/** After so many VLANs in a row without an answer no further one is asked: each costs all retries. */
const silentVlansMax = 2
const dot1dBridge = [1, 3, 6, 1, 2, 1, 17]

/** Which VLANs an agent has a context for; one per session. */
export function createVlanCheck(): (reader: SnmpReader) => Promise<boolean> {
  let silent = 0
  return async (reader) => {
    if (silent >= silentVlansMax) return false
    try {
      await reader.next(dot1dBridge)
      silent = 0
      return true
    } catch (error) {
      // Agents drop what is for a context they do not have, or report it.
      if (isSilence(error)) silent += 1
      else if (!(error instanceof SnmpError && error.kind === 'unknown-context')) throw error
      return false
    }
  }
}

/** Reads nothing where the context is not there, which is found out once, before the first read. */
export function vlanReader(reader: SnmpReader, check: (reader: SnmpReader) => Promise<boolean>): SnmpReader {
  let checking: Promise<boolean> | undefined
  const isThere = () => {
    checking ??= check(reader)
    return checking
  }
  return {
    get: async (oids) => ((await isThere()) ? reader.get(oids) : oids.map(() => undefined)),
    next: async (oid) => ((await isThere()) ? reader.next(oid) : undefined),
    table: async (columns, limits) => ((await isThere()) ? reader.table(columns, limits) : { rows: [] }),
    inVlan: (vlan) => reader.inVlan(vlan),
  }
}
