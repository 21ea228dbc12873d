import { setTimeout as delay } from 'node:timers/promises'
import { onlyThose } from '../probes/packets/socket-name.ts'
import { batchProgress } from './batch-progress.ts'
import { type Available, type Batch, type Discoverer, firstAvailable } from './discoverer.ts'
import type { Sighting } from './live-host.ts'

/** The way in use, of each kind. */
type DiscovererSet = Partial<Record<Discoverer['finds'], Available>>

/** The first available discoverer of each kind; those after it are not asked. */
export async function discoverersInUse(discoverers: readonly Discoverer[]): Promise<DiscovererSet> {
  const ways: DiscovererSet = {}
  await Promise.all(
    [...Map.groupBy(discoverers, ({ finds }) => finds)].map(async ([finds, ofKind]) => {
      const used = await firstAvailable(ofKind)
      if (used) ways[finds] = used
    }),
  )
  return ways
}

/**
 * Hosts near by have answered by then, and those are left in peace: a closed port costs one of the few ICMP errors that a
 * host sends in a second (Linux: icmp_ratelimit), and the audit wants to hear that error. No longer, so that what is
 * found otherwise goes into the same port scan.
 */
const headStartMs = 30

/** A host that hides may be further away than those that answered, and slower to answer a stranger. */
const slownessMargin = 3
const answerMsMin = 200

/**
 * Where one hardware address stands for several, the kernel has to ask for it as well, and who answers for others may
 * take 0.8 s for that (Linux: proxy_delay).
 */
const doubtfulMsMin = 1_000

const ignored = () => undefined

type SweptBatch = Omit<Batch, 'isFound' | 'doubt' | 'onNeighbor' | 'answerMs' | 'onSent' | 'onPassed'> & {
  /** Told on the way how many addresses of the batch are done. */
  onProgress: (addresses: number) => void
}

/**
 * Everything that is done about one batch. Echo requests go ahead, as most hosts answer them; the search for hosts that
 * drop them follows while answers come in. On our own links no port is tried: no host can decline to say its hardware
 * address, whether we ask for it or the kernel does. Only where one stands for several (proxy ARP) are those addresses
 * treated like distant ones.
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
  const kernelAsks = discoverers.icmp !== undefined && discoverers.arp !== undefined
  const echoed = discoverers.link ? beyond : batch.addresses
  const hidden = discoverers.link || kernelAsks ? beyond : batch.addresses
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
    const asking = { ...shared, ...more, addresses }
    let left = discoverer ? addresses.length : 0
    const onPassed = (some: number) => {
      left -= some
      asking.onPassed(some)
    }
    if (left > 0) await discoverer?.sweep({ ...asking, onPassed }, reportOnce)
    // Not every way tells, and none goes on when all have answered.
    onPassed(left)
    asking.onSent()
  }
  /** Runs `ahead`, and `next` from shortly after all was asked on. */
  const inTurn = async (ahead: (onSent: () => void) => Promise<void>, next: () => Promise<unknown>) => {
    const queried = Promise.withResolvers<void>()
    const later = queried.promise.then(() => delay(headStartMs, undefined, { signal: batch.signal })).then(next)
    await Promise.all([ahead(queried.resolve), later])
  }
  const ask = (echoed: readonly string[], hidden: readonly string[], more: Partial<Batch> = {}) =>
    inTurn(
      (onSent) => run(discoverers.icmp, echoed, { ...more, onSent }),
      () => Promise.all([run(discoverers.snmp, hidden, more), run(discoverers.tcp, hidden, more)]),
    )

  if (discoverers.link) {
    const queryNeighbors = inTurn(
      (onSent) => run(discoverers.link, onLink, { onSent }),
      () => run(discoverers.icmp, [...neighbors.keys()], { onPassed: ignored }),
    )
    await Promise.all([queryNeighbors, ask(echoed, hidden)])
  } else {
    await ask(echoed, hidden)
    await run(discoverers.arp, onLink)
  }
  if (doubtful.length > 0) {
    const timeoutMs = Math.max(batch.timeoutMs, doubtfulMsMin)
    await ask(doubtful, doubtful, { timeoutMs, answerMs: () => timeoutMs, onPassed: ignored })
  }
}
