import { setTimeout as delay } from 'node:timers/promises'
import type { AddressRange } from '@rollcall/shared/targets/ranges.ts'
import { vendorOf } from '../probes/mac-vendor/mac-vendor.ts'
import { Pacer } from '../probes/packets/pacer.ts'
import { aheadOf, inOrder } from './address-order.ts'
import { batches, kernelQueriesMs } from './batches.ts'
import type { Discoverer } from './discoverer.ts'
import { discoverers } from './discoverers.ts'
import type { LiveHost, Sighting } from './live-host.ts'
import { type LocalNetwork, localNetwork } from './local-network.ts'
import { readNeighborTable } from './neighbor-table.ts'
import { Queue } from './queue.ts'
import { discoverersInUse, sweepBatch } from './sweep-batch.ts'

type DiscoverOptions = {
  /** Packets of all kinds together; default 10,000, some 6 Mbit/s. From 1,000,000 on there is no limit. */
  packetsPerSecond?: number
  /** Time limit of one answer; default 500. */
  timeoutMs?: number
  /** Further queries to silent hosts; default 2, so that no host behind 1 % packet loss is missed. */
  retries?: number
  /** Addresses to query before all others, for early results; those outside the ranges are ignored. */
  first?: Iterable<string>
  /** Default: all that this machine supports. */
  discoverers?: readonly Discoverer[]
  /**
   * Called with the number of finished addresses; one in its second of four queries is half done. All addresses up to
   * `doneTo` are finished, in the order of the ranges.
   */
  onProgress?: (addressesDone: number, doneTo: string | undefined) => void
}

const packetsPerSecondDefault = 10_000

/**
 * Finds the live hosts of the ranges, which are sorted and do not overlap. Yields each host once, as it answers. Only a
 * host's own answer counts: neither a router's error nor another host's answer. Memory does not grow with the ranges.
 * Throws if cancelled or if a discoverer fails midway; ending the iteration early stops all work.
 */
export async function* discover(
  ranges: readonly AddressRange[],
  options: DiscoverOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<LiveHost, void, undefined> {
  const stop = new AbortController()
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const local = localNetwork()
  const inUse = await discoverersInUse(options.discoverers ?? discoverers)
  const { packetsPerSecond = packetsPerSecondDefault, timeoutMs = 500, retries = 2, first = [] } = options
  const pacer = new Pacer(packetsPerSecond)
  const cut = { packetsPerSecond, local, kernelResolves: inUse.link === undefined }
  const called = new Set<string>()
  let kernelResolvesFromMs = 0
  try {
    const scan = { ranges, local, pacer, signal: ended }
    for await (const host of reported(async (report) => inUse.link?.call?.(scan, report), local)) {
      called.add(host.address)
      yield host
    }
    const ahead = aheadOf(ranges, first, called)
    let done = called.size
    let doneTo: string | undefined
    options.onProgress?.(done, doneTo)
    for (const part of batches(inOrder(ranges, ahead, called), cut)) {
      ended.throwIfAborted()
      if (part.kernelResolves) {
        await delay(Math.max(0, kernelResolvesFromMs - performance.now()), undefined, { signal: ended })
        kernelResolvesFromMs = performance.now() + kernelQueriesMs
      }
      const startedAtMs = performance.now()
      const onProgress = (batchDone: number) => options.onProgress?.(done + batchDone, doneTo)
      const { addresses } = part
      const batch = { addresses, local, pacer, timeoutMs, retries, startedAtMs, signal: ended, onProgress }
      yield* reported((report) => sweepBatch(inUse, batch, report), local)
      done += part.addresses.length
      if (done > called.size + ahead.size) doneTo = part.addresses.at(-1)
      options.onProgress?.(done, doneTo)
    }
  } finally {
    stop.abort()
  }
}

/** Yields the reports of `look` as they arrive. Throws its errors. */
async function* reported(
  run: (report: (sighting: Sighting) => void) => Promise<void>,
  local: LocalNetwork,
): AsyncGenerator<LiveHost, void, undefined> {
  const queue = new Queue<Sighting>()
  run((sighting) => queue.push(sighting)).then(
    () => queue.close(),
    (error) => queue.close(error),
  )
  for (let found = await queue.takeAll(); found; found = await queue.takeAll()) {
    yield* await withHardware(found, local)
  }
}

/** Adds the hardware address and its vendor for this machine and hosts on its links. */
async function withHardware(sightings: readonly Sighting[], local: LocalNetwork): Promise<LiveHost[]> {
  const isUnknown = ({ address, macAddress }: Sighting) =>
    macAddress === undefined && local.linkOf(address) !== undefined
  const neighbors = sightings.some(isUnknown) ? await readNeighborTable() : []
  const macs = new Map(neighbors.map(({ address, macAddress }) => [address, macAddress]))
  return sightings.map((sighting) => {
    const { address } = sighting
    const known = local.linkOf(address) ? macs.get(address) : local.ownMac(address)
    const macAddress = sighting.macAddress ?? known
    if (macAddress === undefined) return sighting
    const macVendor = vendorOf(macAddress)
    return { ...sighting, macAddress, ...(macVendor !== undefined && { macVendor }) }
  })
}
