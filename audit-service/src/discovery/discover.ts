import { setTimeout as delay } from 'node:timers/promises'
import { type AddressRange, addresses } from '@rollcall/shared/targets/ranges.ts'
import { vendorOf } from '../probes/mac-vendor/mac-vendor.ts'
import { batches, onLinkBatchMs } from './batches.ts'
import type { Discoverer } from './discoverer.ts'
import { discoverers } from './discoverers.ts'
import type { LiveHost, Sighting } from './live-host.ts'
import { type LocalNetwork, localNetwork } from './local-network.ts'
import { readNeighbours } from './neighbours.ts'
import { Queue } from './queue.ts'
import { openSweeps, sweepBatch } from './sweep-batch.ts'

type DiscoverOptions = {
  /** Of all kinds together; default 12,000, which is 8 Mbit/s and a quarter of a second for 256 addresses. */
  packetsPerSecond?: number
  /** How long one answer may take; default 500. */
  timeoutMs?: number
  /** Further echo requests to those that did not answer; default 1. */
  retries?: number
  /** Default: all that this machine has. */
  discoverers?: readonly Discoverer[]
  /** Told after each part how many addresses are done. */
  onProgress?: (addressesDone: number) => void
}

/**
 * What a segment of 256 addresses needs, some 150 KB: small enough for any link to carry at once, and waiting for it to
 * drip would cost more than the answers take.
 */
const burstPacketsMax = 2_500
/** Who asks for a slow scan has a thin link: no burst holds more than is sent in this time. */
const burstSeconds = 1.25
const packetsPerSecondDefault = 12_000

/**
 * Finds the live hosts of the ranges, each once, in the order in which they answer. Only what a host itself answered
 * counts: neither a router's error nor another host's answer makes one. Memory does not grow with the ranges.
 * Throws when cancelled or when a discoverer fails midway; ending the iteration early stops all work.
 */
export async function* discover(
  ranges: readonly AddressRange[],
  options: DiscoverOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<LiveHost, void, undefined> {
  const stop = new AbortController()
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const local = localNetwork()
  const sweeps = await openSweeps(options.discoverers ?? discoverers)
  const { packetsPerSecond = packetsPerSecondDefault } = options
  const burstPackets = Math.min(burstPacketsMax, packetsPerSecond * burstSeconds)
  let done = 0
  let onLinkFromMs = 0
  try {
    for (const part of batches(addresses(ranges), local)) {
      ended.throwIfAborted()
      if (part.onLink) {
        await delay(Math.max(0, onLinkFromMs - performance.now()), undefined, { signal: ended })
        onLinkFromMs = performance.now() + onLinkBatchMs
      }
      const queue = new Queue<Sighting>()
      const batch = {
        addresses: part.addresses,
        local,
        packetsPerSecond,
        burstPackets: done === 0 ? burstPackets : 0,
        timeoutMs: options.timeoutMs ?? 500,
        retries: options.retries ?? 1,
        startedAtMs: performance.now(),
        signal: ended,
      }
      sweepBatch(sweeps, batch, (sighting) => queue.push(sighting)).then(
        () => queue.close(),
        (error) => queue.close(error),
      )
      for (let found = await queue.takeAll(); found; found = await queue.takeAll()) {
        yield* await withHardware(found, local)
      }
      done += part.addresses.length
      options.onProgress?.(done)
    }
  } finally {
    stop.abort()
  }
}

/** Adds the hardware address and its vendor, for hosts on our own link and for ourselves. */
async function withHardware(sightings: readonly Sighting[], local: LocalNetwork): Promise<LiveHost[]> {
  const neighbours = sightings.some(({ address }) => local.isOnLink(address)) ? await readNeighbours() : []
  const macs = new Map(neighbours.map(({ address, macAddress }) => [address, macAddress]))
  return sightings.map((sighting) => {
    const { address } = sighting
    const macAddress = local.isOnLink(address) ? macs.get(address) : local.ownMac(address)
    if (macAddress === undefined) return sighting
    const macVendor = vendorOf(macAddress)
    return { ...sighting, macAddress, ...(macVendor !== undefined && { macVendor }) }
  })
}
