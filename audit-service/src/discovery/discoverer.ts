import type { AddressRange } from '@rollcall/shared/targets/ranges.ts'
import type { Pacer } from '../probes/packets/pacer.ts'
import type { Sighting } from './live-host.ts'
import type { LocalNetwork } from './local-network.ts'

/** Part of the addresses, small enough to hold in memory. */
export type Batch = {
  addresses: readonly string[]
  local: LocalNetwork
  isFound: (address: string) => boolean
  /** Takes an address that something answered for, perhaps not its host: it is then tried in other ways. */
  doubt: (address: string) => void
  /** Takes an address that was answered for on our own link, and the hardware address that did. */
  onNeighbor: (address: string, macAddress: string) => void
  /** Lets packets go; shared by all that send. */
  pacer: Pacer
  /** How long one answer may take. */
  timeoutMs: number
  /** How long the answers of this batch seem to take at most, by those that have come; `timeoutMs` where none has. */
  answerMs: () => number
  /** Further tries for those that did not answer. */
  retries: number
  /** When the batch began, by `performance.now()`. */
  startedAtMs: number
  /** To be called when each address has been asked once. */
  onSent: () => void
  /**
   * May be told on the way how much of it is gone through, in addresses: one that has been asked on one port of eight
   * is an eighth. An address that needs no more asking counts as well.
   */
  onPassed: (addresses: number) => void
  signal: AbortSignal
}

/** Looks at every address of the batch and reports each host as it answers. Rejects when it cannot do its work. */
export type Sweep = (batch: Batch, report: (sighting: Sighting) => void) => Promise<void>

/** Asks whole links at once, before the first batch, and reports those of the ranges that answer. */
type Call = (
  scan: Pick<Batch, 'local' | 'pacer' | 'signal'> & { ranges: readonly AddressRange[] },
  report: (sighting: Sighting) => void,
) => Promise<void>

export type Available = { available: true; detail: string; sweep: Sweep; call?: Call }
type Availability = Available | { available: false; detail: string }

/**
 * One way to find hosts. Of those with the same `finds` the first available one is used, so a faster one goes ahead
 * of the one it may have to fall back to. `link` asks neighbours itself; `arp` looks at whom the kernel asked.
 */
export type Discoverer = {
  name: string
  finds: 'icmp' | 'tcp' | 'link' | 'arp' | 'snmp'
  availability: () => Promise<Availability>
}

/** The preferred of those that can be used. `onUnavailable` is told why another one could not. */
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
