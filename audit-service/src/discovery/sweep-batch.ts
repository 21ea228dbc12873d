import { setTimeout as delay } from 'node:timers/promises'
import { onlyThose } from '../probes/packets/socket-name.ts'
import { type Batch, type Discoverer, firstAvailable, type Sweep } from './discoverer.ts'
import type { Sighting } from './live-host.ts'

export type Sweeps = Partial<Record<Discoverer['finds'], Sweep>>

/** The first available discoverer of each kind; those after it are not asked. */
export async function openSweeps(discoverers: readonly Discoverer[]): Promise<Sweeps> {
  const sweeps: Sweeps = {}
  const ways = Map.groupBy(discoverers, ({ finds }) => finds)
  await Promise.all(
    [...ways].map(async ([finds, ofKind]) => {
      const used = await firstAvailable(ofKind)
      if (used) sweeps[finds] = used.sweep
    }),
  )
  return sweeps
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

const ignored = () => undefined

/**
 * Everything that is done about one batch. Echo requests go ahead, as most hosts answer them; the search for hosts that
 * drop them follows while answers come in. On our own links no port is tried: no host can decline to say its hardware
 * address, whether we ask for it or the kernel does. Only where one stands for several (proxy ARP) are those addresses
 * treated like distant ones.
 */
export async function sweepBatch(
  sweeps: Sweeps,
  batch: Omit<Batch, 'isFound' | 'doubt' | 'onNeighbour' | 'answerMs' | 'onAsked'>,
  report: (sighting: Sighting) => void,
): Promise<void> {
  const found = new Set<string>()
  const doubtful: string[] = []
  const neighbours = new Map<string, string>()
  let slowestMs: number | undefined
  const answerMs = () =>
    slowestMs === undefined
      ? batch.timeoutMs
      : Math.min(batch.timeoutMs, Math.max(answerMsMin, slownessMargin * slowestMs))
  const shared = {
    ...batch,
    isFound: (address: string) => found.has(address),
    doubt: (address: string) => void doubtful.push(address),
    answerMs,
    onNeighbour: (address: string, macAddress: string) => void neighbours.set(address, macAddress),
  }
  const reportOnce = (sighting: Sighting) => {
    const { address, rttMs } = sighting
    if (found.has(address)) return
    found.add(address)
    if (rttMs !== undefined) slowestMs = Math.max(slowestMs ?? 0, rttMs)
    const macAddress = neighbours.get(address)
    report(macAddress === undefined ? sighting : { ...sighting, macAddress })
  }
  const run = async (sweep: Sweep | undefined, addresses: readonly string[], onAsked: () => void = ignored) => {
    if (sweep && addresses.length > 0) await sweep({ ...shared, addresses, onAsked }, reportOnce)
    onAsked()
  }
  /** Runs `ahead`, and `next` from shortly after all was asked on. */
  const inTurn = async (ahead: (onAsked: () => void) => Promise<void>, next: () => Promise<unknown>) => {
    const asked = Promise.withResolvers<void>()
    const later = asked.promise.then(() => delay(headStartMs, undefined, { signal: batch.signal })).then(next)
    await Promise.all([ahead(asked.resolve), later])
  }
  const ask = (echoed: readonly string[], hidden: readonly string[]) =>
    inTurn(
      (onAsked) => run(sweeps.icmp, echoed, onAsked),
      () => Promise.all([run(sweeps.snmp, hidden), run(sweeps.tcp, hidden)]),
    )

  const isOnLink = (address: string) => batch.local.linkOf(address) !== undefined
  const onLink = batch.addresses.filter(isOnLink)
  const beyond = onlyThose(batch.addresses, (address) => !isOnLink(address))
  if (sweeps.link) {
    const askNeighbours = inTurn(
      (onAsked) => run(sweeps.link, onLink, onAsked),
      () => run(sweeps.icmp, [...neighbours.keys()]),
    )
    await Promise.all([askNeighbours, ask(beyond, beyond)])
  } else {
    const kernelAsks = sweeps.icmp !== undefined && sweeps.arp !== undefined
    await ask(batch.addresses, kernelAsks ? beyond : batch.addresses)
    await run(sweeps.arp, onLink)
  }
  if (doubtful.length > 0) await ask(doubtful, doubtful)
}
