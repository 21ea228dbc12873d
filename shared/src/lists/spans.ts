const hourMs = 3_600_000

/** Named time spans for addresses, so that a saved view stays relative to now. */
const spans: Record<string, { label: string; hours: number }> = {
  '1h': { label: '1 hour', hours: 1 },
  '24h': { label: '24 hours', hours: 24 },
  '7d': { label: '7 days', hours: 168 },
  '30d': { label: '30 days', hours: 720 },
  '90d': { label: '90 days', hours: 2160 },
}

export const spanOptions = Object.entries(spans).map(([value, { label }]) => ({ value, label }))

/** Returns the time a span ago, rounded to the minute so that the query key is stable. */
export function ago(span: string | undefined, now: number): string | undefined {
  // The address may contain the name of an inherited property.
  const named = span !== undefined && Object.hasOwn(spans, span) ? spans[span] : undefined
  if (!named) return undefined
  return new Date(Math.floor((now - named.hours * hourMs) / 60_000) * 60_000).toISOString()
}
