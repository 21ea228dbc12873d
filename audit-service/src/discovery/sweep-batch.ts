import type { Batch, Discoverer, Sweep } from './discoverer.ts'
import type { Sighting } from './live-host.ts'

type Sweeps = { icmp?: Sweep; tcp?: Sweep; arp?: Sweep; snmp?: Sweep }

/** The first available discoverer of each kind. */
export async function openSweeps(discoverers: readonly Discoverer[]): Promise<Sweeps> {
  const opened = await Promise.all(discoverers.map(({ availability }) => availability()))
  const sweeps: Sweeps = {}
  for (const [index, { finds }] of discoverers.entries()) {
    const found = opened[index]
    if (found?.available) sweeps[finds] ??= found.sweep
  }
  return sweeps
}

/** Echo requests are fewer than connections, and most hosts answer them: they are sent ahead. */
const echoShare = 1 / 3
/** Of the echo requests' share, where addresses are asked by SNMP as well: about as many packets. */
const snmpShare = 1 / 2

/**
 * Everything that is done about one batch. Echo requests and the search for hosts that drop them run at the same time.
 * On our own link no connection is needed: the echo request made the kernel ask for the neighbour, which no host can
 * decline. Only where one hardware address stands for several (proxy ARP) are connections tried there as well.
 */
export async function sweepBatch(
  sweeps: Sweeps,
  batch: Omit<Batch, 'isFound' | 'doubt'>,
  report: (sighting: Sighting) => void,
): Promise<void> {
  const found = new Set<string>()
  const isFound = (address: string) => found.has(address)
  const doubtful: string[] = []
  const doubt = (address: string) => void doubtful.push(address)
  const reportOnce = (sighting: Sighting) => {
    if (found.has(sighting.address)) return
    found.add(sighting.address)
    report(sighting)
  }
  const run = async (sweep: Sweep | undefined, addresses: readonly string[], share: number) => {
    if (!sweep || addresses.length === 0) return
    const [packetsPerSecond, burstPackets] = [batch.packetsPerSecond * share, batch.burstPackets * share]
    await sweep({ ...batch, addresses, isFound, doubt, packetsPerSecond, burstPackets }, reportOnce)
  }

  const onLink = batch.addresses.filter(batch.local.isOnLink)
  const neighboursAreAsked = sweeps.icmp !== undefined && sweeps.arp !== undefined
  const connected = neighboursAreAsked
    ? batch.addresses.filter((address) => !batch.local.isOnLink(address))
    : batch.addresses
  const asked = sweeps.snmp ? snmpShare : 0
  await Promise.all([
    run(sweeps.icmp, batch.addresses, echoShare * (1 - asked)),
    run(sweeps.snmp, connected, echoShare * asked),
    run(sweeps.tcp, connected, sweeps.icmp ? 1 - echoShare : 1 - echoShare * asked),
  ])
  await run(sweeps.arp, onLink, 1)
  if (neighboursAreAsked) await run(sweeps.tcp, doubtful, 1)
}
