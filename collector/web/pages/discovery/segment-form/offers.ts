import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import type { OwnNetwork } from '../../first-steps/own-networks.ts'

type Suggestion = Pick<SegmentSuggestion, 'network' | 'seenBy'>
type Offer = { block: string; why: string }

const offeredMax = 8

/** Networks to scan, each once with why: those of the collector's machine, then those in which devices met neighbours. */
export function offersOf(own: readonly OwnNetwork[], suggestions: readonly Suggestion[]): Offer[] {
  const offers = new Map<string, Offer>()
  for (const { block, interfaceName } of own)
    offers.set(block, { block, why: `This machine is in it, by ${interfaceName}` })
  for (const { network, seenBy } of suggestions) {
    if (network === null || offers.has(network)) continue
    offers.set(network, { block: network, why: `${seenBy[0]?.device.name ?? 'A device'} met a neighbour there` })
  }
  return [...offers.values()].slice(0, offeredMax)
}
