import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import type { OwnNetwork } from '../../first-steps/own-networks.ts'

type Suggestion = Pick<SegmentSuggestion, 'network' | 'seenBy'>
type Offer = { block: string; reason: string }

const offeredMax = 8

/**
 * Returns networks to scan, each once with a reason: networks of the collector's machine, then networks of neighbors.
 */
export function offersOf(own: readonly OwnNetwork[], suggestions: readonly Suggestion[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const { block, interfaceName } of own)
    offers.set(block, { block, reason: `Network of this machine (${interfaceName})` })
  for (const { network, seenBy } of suggestions) {
    if (network === null || offers.has(network)) continue
    offers.set(network, { block: network, reason: `${seenBy[0]?.device.name ?? 'A device'} has a neighbour there` })
  }
  return [...offers.values()].slice(0, offeredMax)
}
