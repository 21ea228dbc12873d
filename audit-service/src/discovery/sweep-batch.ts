import { setTimeout as delay } from 'node:timers/promises'
import { onlyThose } from '../probes/packets/socket-name.ts'
import { batchProgress } from './batch-progress.ts'
import { type Available, type Batch, type Discoverer, firstAvailable } from './discoverer.ts'
import type { Sighting } from './live-host.ts'

/** The discoverer in use for each kind. */
type DiscovererSet = Partial<Record<Discoverer['finds'], Available>>

/** Returns the first available discoverer of each kind; later ones are not checked. */
export async function discoverersInUse(discoverers: readonly Discoverer[]): Promise<DiscovererSet> {
  const available: DiscovererSet = {}
  await Promise.all(
    [...Map.groupBy(discoverers, ({ finds }) => finds)].map(async ([finds, ofKind]) => {
      const used = await firstAvailable(ofKind)
      if (used) available[finds] = used
    }),
  )
  return available
}

/**
 * Head start of echo requests. Nearby hosts have answered by then and receive no more packets: a closed port would cost
 * one of the few ICMP errors that a host sends per second (Linux: icmp_ratelimit), which the audit needs. It is short
 * so that hosts found otherwise join the same port scan.
 */
const headStartMs = 30

/** Factor for hidden hosts, which may be farther away and slower than those that answered. */
const slownessMargin = 3
const answerMsMin = 200

/**
 * Minimum wait if one hardware address stands for several: the kernel must resolve it too, and a proxy may delay its
 * answer by 0.8 s (Linux: proxy_delay).
 */
const doubtfulMsMin = 1_000

const ignored = () => undefined

type SweptBatch = Omit<Batch, 'isFound' | 'doubt' | 'onNeighbor' | 'answerMs' | 'onSent' | 'onPassed'> & {
  /** Called with the number of finished addresses of the batch. */
  onProgress: (addresses: number) => void
}

/**
 * Runs all discoverers on one batch. Echo requests go first, because most hosts answer them; the search for hosts that
 * drop them follows while answers arrive. On local links no port is tried, because every host must answer ARP or
 * neighbor discovery. Only if one hardware address stands for several (proxy ARP) are those addresses treated like
 * distant ones.
 */
export async function sweepBatch(
  discoverers: DiscovererSet,
  { onProgress, ...batch }: SweptBatch,
  report: (sighting: Sighting) => void,
): Promise<void> {
  const found = new Set<string>()
  const doubtful: string[] = []
  const neighbors = new Map<string, string>()
  let slowestMs: number | undefined
  const answerMs = () =>
    slowestMs === undefined
      ? batch.timeoutMs
      : Math.min(batch.timeoutMs, Math.max(answerMsMin, slownessMargin * slowestMs))
  const isOnLink = (address: string) => batch.local.linkOf(address) !== undefined
  const onLink = batch.addresses.filter(isOnLink)
  const beyond = onlyThose(batch.addresses, (address) => !isOnLink(address))
  const kernelResolves = discoverers.icmp !== undefined && discoverers.arp !== undefined
  const echoed = discoverers.link ? beyond : batch.addresses
  const hidden = discoverers.link || kernelResolves ? beyond : batch.addresses
  const plan: [way: Available | undefined, addresses: readonly string[]][] = [
    [discoverers.link ?? discoverers.arp, onLink],
    [discoverers.icmp, echoed],
    [discoverers.snmp, hidden],
    [discoverers.tcp, hidden],
  ]
  const planned = plan.reduce((count, [discoverer, addresses]) => count + (discoverer ? addresses.length : 0), 0)
  const shared = {
    ...batch,
    isFound: (address: string) => found.has(address),
    doubt: (address: string) => void doubtful.push(address),
    answerMs,
    onNeighbor: (address: string, macAddress: string) => void neighbors.set(address, macAddress),
    onSent: ignored,
    onPassed: batchProgress(batch.addresses.length, planned, onProgress),
  }
  const reportOnce = (sighting: Sighting) => {
    const { address, rttMs } = sighting
    if (found.has(address)) return
    found.add(address)
    if (rttMs !== undefined) slowestMs = Math.max(slowestMs ?? 0, rttMs)
    const macAddress = neighbors.get(address)
    report(macAddress === undefined ? sighting : { ...sighting, macAddress })
  }
  const run = async (discoverer: Available | undefined, addresses: readonly string[], more: Partial<Batch> = {}) => {
    const batchOptions = { ...shared, ...more, addresses }
    let left = discoverer ? addresses.length : 0
    const onPassed = (some: number) => {
      left -= some
      batchOptions.onPassed(some)
    }
    if (left > 0) await discoverer?.sweep({ ...batchOptions, onPassed }, reportOnce)
    // Some discoverers report no progress, and none continues once all have answered.
    onPassed(left)
    batchOptions.onSent()
  }
  /** Runs `ahead`, and starts `next` shortly after `ahead` has sent all queries. */
  const inTurn = async (ahead: (onSent: () => void) => Promise<void>, next: () => Promise<unknown>) => {
    const queried = Promise.withResolvers<void>()
    const later = queried.promise.then(() => delay(headStartMs, undefined, { signal: batch.signal })).then(next)
    await Promise.all([ahead(queried.resolve), later])
  }
  const querySome = (echoed: readonly string[], hidden: readonly string[], more: Partial<Batch> = {}) =>
    inTurn(
      (onSent) => run(discoverers.icmp, echoed, { ...more, onSent }),
      () => Promise.all([run(discoverers.snmp, hidden, more), run(discoverers.tcp, hidden, more)]),
    )

  if (discoverers.link) {
    const queryNeighbors = inTurn(
      (onSent) => run(discoverers.link, onLink, { onSent }),
      () => run(discoverers.icmp, [...neighbors.keys()], { onPassed: ignored }),
    )
    await Promise.all([queryNeighbors, querySome(echoed, hidden)])
  } else {
    await querySome(echoed, hidden)
    await run(discoverers.arp, onLink)
  }
  if (doubtful.length > 0) {
    const timeoutMs = Math.max(batch.timeoutMs, doubtfulMsMin)
    await querySome(doubtful, doubtful, { timeoutMs, answerMs: () => timeoutMs, onPassed: ignored })
  }
}
