import { ipBatch } from '../harness/network/ip.ts'
import type { HostSpec, Network } from '../harness/network.ts'

/** Answers for all that is live in the wide ranges. */
export const wideHost: HostSpec = { name: 'wide', kind: 'ping-only', address: '10.71.0.10' }

export const liveInWideRange = 16_384

/** A /16 behind the router of which every fourth /24 answers; what is sent to the others is dropped in silence. */
export async function addWideRange(network: Network, secondOctet: number): Promise<string> {
  const prefix = `10.${secondOctet}`
  const live = Array.from({ length: 64 }, (_, index) => `route add local ${prefix}.${index * 4 + 1}.0/24 dev lo`)
  await ipBatch(live, network.host('wide').namespace)
  await ipBatch([`route add ${prefix}.0.0/16 via ${wideHost.address}`], network.host('router').namespace)
  return `${prefix}.0.0/16`
}
