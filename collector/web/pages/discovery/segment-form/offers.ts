import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import type { OwnNetwork } from '../../first-steps/own-networks.ts'

type Suggestion = Pick<SegmentSuggestion, 'network' | 'seenBy'>
type Offer = { block: string; why: string }

const offeredMax = 8

/**
 * Returns networks to scan, each once with a reason: networks of the collector's machine, then networks of neighbors.
 */
export function offersOf(own: readonly OwnNetwork[], suggestions: readonly Suggestion[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const { block, interfaceName } of own)
    offers.set(block, { block, why: `Network of this machine (${interfaceName})` })
  for (const { network, seenBy } of suggestions) {
    if (network === null || offers.has(network)) continue
    offers.set(network, { block: network, why: `${seenBy[0]?.device.name ?? 'A device'} has a neighbour there` })
  }
  return [...offers.values()].slice(0, offeredMax)
}
