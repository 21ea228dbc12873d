import type { SystemContext } from '../context.ts'

const dayMs = 86_400_000

/** undefined where 0 days mean for ever. */
export function daysAgo({ clock }: SystemContext, days: number): string | undefined {
  return days > 0 ? new Date(clock.now().getTime() - days * dayMs).toISOString() : undefined
}
