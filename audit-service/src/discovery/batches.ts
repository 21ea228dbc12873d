import type { LocalNetwork } from './local-network.ts'

/** Addresses that are looked at together: few enough for one fping and for memory. */
const batchAddressesMax = 4096

/**
 * Addresses on our own link in one batch, and how long after the start of one such batch the next may start. Each dead
 * address holds an entry of the kernel's neighbour table for 3 s, and the table has room for 1024 (gc_thresh3): past
 * that requests fail, and hosts would be missed.
 */
const onLinkAddressesMax = 256
export const onLinkBatchMs = 1_500

/** Cuts the addresses, as they are listed, into batches; `onLink` where some are on our own link. */
export function* batches(addresses: Iterable<string>, local: LocalNetwork) {
  let batch: string[] = []
  let onLink = 0
  for (const address of addresses) {
    batch.push(address)
    if (local.isOnLink(address)) onLink++
    if (batch.length < batchAddressesMax && onLink < onLinkAddressesMax) continue
    yield { addresses: batch, onLink: onLink > 0 }
    batch = []
    onLink = 0
  }
  if (batch.length > 0) yield { addresses: batch, onLink: onLink > 0 }
}
