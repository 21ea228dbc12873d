import type { Network } from '../network.ts'
import { ipBatch } from './ip.ts'
import type { HostSpec } from './spec.ts'

/** Answers for all that is live in the wide ranges. */
export const wideHost: HostSpec = { name: 'wide', kind: 'ping-only', address: '10.71.0.10' }

/** Number of live hosts in a whole /16; a /20 has a sixteenth of them. */
export const liveInWideRange = 16_384

/** Makes a /16 behind the router of which every fourth /24 answers; what is sent to the others is dropped in silence. */
export async function addWideRange(network: Network, secondOctet: number): Promise<string> {
  const prefix = `10.${secondOctet}`
  const live = Array.from({ length: 64 }, (_, index) => `route add local ${prefix}.${index * 4 + 1}.0/24 dev lo`)
  await ipBatch(live, network.host(wideHost.name).namespace)
  await ipBatch([`route add ${prefix}.0.0/16 via ${wideHost.address}`], network.host('router').namespace)
  return `${prefix}.0.0/16`
}
