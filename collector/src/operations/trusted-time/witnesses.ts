import { networkInterfaces } from 'node:os'

/** So many machines have to agree with the system clock, and twice as many as do not. */
const machinesMin = 3
const agreeMsMax = 5 * 60_000
/** Bounds the memory. */
const machinesMax = 1_000

/**
 * The clocks of other machines, by their addresses, as evidence for a system clock that leapt. This machine's own agent
 * is none: it has the same clock.
 */
export function createWitnesses(isOwn: (address: string) => boolean = isOwnAddress) {
  const byAddress = new Map<string, boolean>()
  return {
    /** `offsetMs` is how far the other clock is from the system clock. */
    add(address: string, offsetMs: number): void {
      if (isOwn(address) || (byAddress.size >= machinesMax && !byAddress.has(address))) return
      byAddress.set(address, Math.abs(offsetMs) <= agreeMsMax)
    },
    /** Whether the others say that the system clock is right. */
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
