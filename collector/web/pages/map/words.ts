import type { TopologyLink } from '@rollcall/shared/api/topology.ts'
import { bitsPerSecond } from '../../ui/amounts.ts'

/** How sure a link is, in words. */
export function sureness({ confidence, sources }: Pick<TopologyLink, 'confidence' | 'sources'>): string {
  const told = sources.filter((source) => source !== 'forwarding').map((source) => source.toUpperCase())
  if (told.length === 0) return confidence >= 0.7 ? 'worked out from both MAC tables' : 'worked out from one MAC table'
  if (confidence >= 1) return `both say so by ${told.join(' and ')}`
  return confidence >= 0.9
    ? `one of them says so by ${told.join(' and ')}`
    : `by ${told.join(' and ')}, through another switch`
}

/** The capacity of a link, with the cables it is made of. */
export function capacity({ speedBps, cables }: Pick<TopologyLink, 'speedBps' | 'cables'>): string | undefined {
  const speed = bitsPerSecond(speedBps ?? undefined)
  return cables > 1 ? [speed, `${cables} cables`].filter(Boolean).join(', ') : speed
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
