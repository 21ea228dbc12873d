import type { TopologyLink } from '@rollcall/shared/api/topology.ts'
import { bitsPerSecond, counted } from '../../ui/amounts.ts'

/** Describes the confidence of a link. */
export function confidenceText({ confidence, sources }: Pick<TopologyLink, 'confidence' | 'sources'>): string {
  const protocols = sources.filter((source) => source !== 'forwarding').map((source) => source.toUpperCase())
  if (protocols.length === 0) return confidence >= 0.7 ? 'derived from both MAC tables' : 'derived from one MAC table'
  if (confidence >= 1) return `reported by both (${protocols.join(' and ')})`
  return confidence >= 0.9
    ? `reported by one (${protocols.join(' and ')})`
    : `${protocols.join(' and ')}, through another switch`
}

/** Describes the capacity of a link and its number of cables. */
export function capacity({ speedBps, cables }: Pick<TopologyLink, 'speedBps' | 'cables'>): string | undefined {
  const speed = bitsPerSecond(speedBps ?? undefined)
  return cables > 1 ? [speed, counted(cables, 'cable')].filter(Boolean).join(', ') : speed
}
