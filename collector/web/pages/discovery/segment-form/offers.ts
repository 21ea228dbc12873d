import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'

type Suggestion = Pick<SegmentSuggestion, 'network' | 'auditService' | 'seenBy'>
type Offer = { block: string; reason: string; auditServiceId: string | null }

const offeredMax = 8

/**
 * Returns networks to scan, each once with a reason: networks of the chosen Audit Service, or of all if none is chosen,
 * then networks of neighbors.
 */
export function offersOf(suggestions: readonly Suggestion[], chosenServiceId: string | null): Offer[] {
  const offers = new Map<string, Offer>()
  const add = (block: string, reason: string, auditServiceId: string | null) => {
    if (!offers.has(block)) offers.set(block, { block, reason, auditServiceId })
  }
  for (const { network, auditService } of suggestions) {
    if (network === null || auditService === null) continue
    const { id, name, interfaceName } = auditService
    if (chosenServiceId === null || chosenServiceId === id) add(network, `Network of ${name} (${interfaceName})`, id)
  }
  for (const { network, auditService, seenBy } of suggestions) {
    if (network === null || auditService !== null) continue
    add(network, `${seenBy[0]?.device.name ?? 'A device'} has a neighbour there`, null)
  }
  return [...offers.values()].slice(0, offeredMax)
}
