import type { Query } from '../../api/request.ts'
import { pagingOf } from '../../table/paging.ts'
import type { DeviceListState } from '../search.ts'

const hourMs = 3_600_000
/** Spans that addresses name, so that a view that is kept means the same in a month. */
export const spans: Record<string, { label: string; hours: number }> = {
  '1h': { label: '1 hour', hours: 1 },
  '24h': { label: '24 hours', hours: 24 },
  '7d': { label: '7 days', hours: 168 },
  '30d': { label: '30 days', hours: 720 },
  '90d': { label: '90 days', hours: 2160 },
}

/** The moment a span ago, to the minute: a query that changed with every millisecond would never be found again. */
function ago(span: string | undefined, now: number): string | undefined {
  // An address may name what every object has.
  const known = span !== undefined && Object.hasOwn(spans, span) ? spans[span] : undefined
  if (!known) return undefined
  return new Date(Math.floor((now - known.hours * hourMs) / 60_000) * 60_000).toISOString()
}

/** What an address means to the API, without paging. */
export function filterOf(state: DeviceListState, now: number): Query {
  const { q, type, tag, segmentId, software, archived, changed, quiet, sort } = state
  const within = { changedSince: ago(changed, now), lastSeenBefore: ago(quiet, now) }
  return { q, type, tag, segmentId, softwareId: software, archived: archived === 'true' || undefined, sort, ...within }
}

export const queryOf = (state: DeviceListState, now: number): Query => ({ ...filterOf(state, now), ...pagingOf(state) })

export const isNarrowed = ({ page: _, size: __, sort: ___, columns: ____, ...filters }: DeviceListState): boolean =>
  Object.values(filters).some((each) => each !== undefined)
