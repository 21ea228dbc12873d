import { isSilence, SnmpError } from './errors.ts'
import type { SnmpReader } from './reader.ts'

/** Unanswered VLANs in a row after which no further one is read: each costs all retries. */
const silentVlansMax = 2
const dot1dBridge = [1, 3, 6, 1, 2, 1, 17]

/** Creates a check for the contexts of VLANs; one per session. */
export function createVlanCheck(): (reader: SnmpReader) => Promise<boolean> {
  let silent = 0
  return async (reader) => {
    if (silent >= silentVlansMax) return false
    try {
      await reader.next(dot1dBridge)
      silent = 0
      return true
    } catch (error) {
      // Agents drop or report requests for an unknown context.
      if (isSilence(error)) silent += 1
      else if (!(error instanceof SnmpError && error.kind === 'unknown-context')) throw error
      return false
    }
  }
}

/** Returns a reader that reads nothing if the context does not exist, which is checked once, before the first read. */
export function vlanReader(reader: SnmpReader, check: (reader: SnmpReader) => Promise<boolean>): SnmpReader {
  let checking: Promise<boolean> | undefined
  const isThere = () => {
    checking ??= check(reader)
    return checking
  }
  return {
    get: async (oids) => ((await isThere()) ? reader.get(oids) : oids.map(() => undefined)),
    next: async (oid) => ((await isThere()) ? reader.next(oid) : undefined),
    following: async (oid, count) => ((await isThere()) ? reader.following(oid, count) : []),
    table: async (columns, limits) => ((await isThere()) ? reader.table(columns, limits) : { rows: [] }),
    inVlan: (vlan) => reader.inVlan(vlan),
  }
}
