import { networkInterfaces } from 'node:os'

/** Number of machines that must agree with the system clock; also at least twice as many as disagree. */
const machinesMin = 3
const agreeMsMax = 5 * 60_000
/** Limits the memory. */
const machinesMax = 1_000

/**
 * Collects the clocks of other machines, by address, as evidence for a system clock that leapt. This machine's own
 * agent is excluded, since it has the same clock.
 */
export function createWitnesses(isOwn: (address: string) => boolean = isOwnAddress) {
  const byAddress = new Map<string, boolean>()
  return {
    /** Adds a machine. `offsetMs` is the difference of its clock from the system clock. */
    add(address: string, offsetMs: number): void {
      if (isOwn(address) || (byAddress.size >= machinesMax && !byAddress.has(address))) return
      byAddress.set(address, Math.abs(offsetMs) <= agreeMsMax)
    },
    /** Reports whether the other machines confirm the system clock. */
    agree(): boolean {
      const agreeing = [...byAddress.values()].filter(Boolean).length
      return agreeing >= machinesMin && agreeing >= 2 * (byAddress.size - agreeing)
    },
    clear: () => byAddress.clear(),
  }
}

function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  if (plain === '' || plain === '::1' || plain.startsWith('127.')) return true
  return Object.values(networkInterfaces()).some((found) => found?.some((each) => each.address === plain))
}
