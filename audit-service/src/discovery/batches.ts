import type { LocalNetwork } from './local-network.ts'

/**
 * Addresses that are looked at together: what their first questions take some tenths of a second to send, since all
 * wait for the last answers of a batch; at least what costs little memory, at most what costs some ten megabytes.
 */
const batchSeconds = 0.4
const batchAddressesMin = 4096
const batchAddressesMax = 65_536

/**
 * Where the kernel asks the neighbours: addresses on our own link in one batch, and how long after the start of one such
 * batch the next may start. Each dead address holds an entry of the kernel's neighbour table for 3 s, and the table has
 * room for 1024 (gc_thresh3): past that requests fail, and hosts would be missed.
 */
export const kernelQueriesMax = 256
export const kernelQueriesMs = 1_500

type BatchOptions = { packetsPerSecond: number; local: LocalNetwork; kernelAsks: boolean }

/** Cuts the addresses, as they are listed, into batches; `kernelAsks` where the kernel asks some neighbours. */
export function* batches(addresses: Iterable<string>, { packetsPerSecond, local, kernelAsks }: BatchOptions) {
  const size = Math.floor(Math.min(batchAddressesMax, Math.max(batchAddressesMin, packetsPerSecond * batchSeconds)))
  // As long as it will be: one that grows leaves twice its size to be collected.
  let batch = new Array<string>(size)
  let count = 0
  let queried = 0
  const whole = () => ({ addresses: count === size ? batch : batch.slice(0, count), kernelAsks: queried > 0 })
  for (const address of addresses) {
    batch[count++] = address
    if (kernelAsks && local.linkOf(address)) queried++
    if (count < size && queried < kernelQueriesMax) continue
    yield whole()
    batch = new Array<string>(size)
    count = 0
    queried = 0
  }
  if (count > 0) yield whole()
}
