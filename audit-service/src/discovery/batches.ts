import type { LocalNetwork } from './local-network.ts'

/**
 * Duration of a batch's first queries in seconds, because the last answers of each batch are awaited. Its size is
 * bounded below by a small amount of memory, and above by some ten megabytes.
 */
const batchSeconds = 0.4
const batchAddressesMin = 4096
const batchAddressesMax = 65_536

/**
 * Limits while the kernel resolves neighbors: addresses on the local link in one batch, and the time from the start of
 * one such batch to the next. Each dead address holds an entry of the kernel's neighbor table for 3 s, and the table
 * has 1024 entries (gc_thresh3): beyond that, requests fail and hosts would be missed.
 */
export const kernelQueriesMax = 256
export const kernelQueriesMs = 1_500

type BatchOptions = { packetsPerSecond: number; local: LocalNetwork; kernelResolves: boolean }

/** Splits the addresses in their order into batches; `kernelResolves` is set if the kernel resolves some neighbors. */
export function* batches(addresses: Iterable<string>, { packetsPerSecond, local, kernelResolves }: BatchOptions) {
  const size = Math.floor(Math.min(batchAddressesMax, Math.max(batchAddressesMin, packetsPerSecond * batchSeconds)))
  // Allocated at its full size: an array that grows leaves twice its size as garbage.
  let batch = new Array<string>(size)
  let count = 0
  let queried = 0
  const whole = () => ({ addresses: count === size ? batch : batch.slice(0, count), kernelResolves: queried > 0 })
  for (const address of addresses) {
    batch[count++] = address
    if (kernelResolves && local.linkOf(address)) queried++
    if (count < size && queried < kernelQueriesMax) continue
    yield whole()
    batch = new Array<string>(size)
    count = 0
    queried = 0
  }
  if (count > 0) yield whole()
}
