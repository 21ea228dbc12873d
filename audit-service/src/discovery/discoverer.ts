import type { AddressRange } from '@rollcall/shared/targets/ranges.ts'
import type { Pacer } from '../probes/packets/pacer.ts'
import type { Sighting } from './live-host.ts'
import type { LocalNetwork } from './local-network.ts'

/** A part of the addresses, small enough for memory. */
export type Batch = {
  addresses: readonly string[]
  local: LocalNetwork
  isFound: (address: string) => boolean
  /** Reports an address whose answer may come from another host (proxy ARP). It is then tried in other ways. */
  doubt: (address: string) => void
  /** Reports an address on a local link, and the hardware address that answered for it. */
  onNeighbor: (address: string, macAddress: string) => void
  /** Paces packets; shared by all senders. */
  pacer: Pacer
  /** Time limit of one answer. */
  timeoutMs: number
  /** Returns the expected time of the answers of this batch, from those received; `timeoutMs` if there are none. */
  answerMs: () => number
  /** Further queries to silent hosts. */
  retries: number
  /** Start of the batch, by `performance.now()`. */
  startedAtMs: number
  /** Call it when each address has been queried once. */
  onSent: () => void
  /**
   * Optional reports of progress in addresses: an address queried on one port of eight counts as an eighth. A found
   * address counts as well.
   */
  onPassed: (addresses: number) => void
  signal: AbortSignal
}

/** Queries every address of the batch and reports each host as it answers. Rejects if it cannot do its work. */
export type Sweep = (batch: Batch, report: (sighting: Sighting) => void) => Promise<void>

/** Queries whole links at once, before the first batch, and reports the answering hosts of the ranges. */
type Call = (
  scan: Pick<Batch, 'local' | 'pacer' | 'signal'> & { ranges: readonly AddressRange[] },
  report: (sighting: Sighting) => void,
) => Promise<void>

export type Available = { available: true; detail: string; sweep: Sweep; call?: Call }
type Availability = Available | { available: false; detail: string }

/**
 * One way to find hosts. The first available discoverer with the same `finds` is used, so list faster ones first.
 * `link` queries neighbors itself; `arp` reads the neighbors that the kernel resolved.
 */
export type Discoverer = {
  name: string
  finds: 'icmp' | 'tcp' | 'link' | 'arp' | 'snmp'
  availability: () => Promise<Availability>
}

/** Returns the first discoverer that can be used. `onUnavailable` receives the reasons of the others. */
export async function firstAvailable(
  discoverers: readonly Discoverer[],
  onUnavailable: (detail: string) => void = () => undefined,
): Promise<Available | undefined> {
  for (const { availability } of discoverers) {
    const state = await availability()
    if (state.available) return state
    onUnavailable(state.detail)
  }
  return undefined
}
