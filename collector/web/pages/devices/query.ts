import type { Query } from '../../api/request.ts'
import type { DeviceListState } from '../../table/list-search.ts'
import { pagingOf } from '../../table/paging.ts'
import { ago } from '../spans.ts'

/** Filter value of the address for devices of unknown manufacturer. No manufacturer has this name. */
export const noManufacturer = '-'

const manufacturerOf = (maker: string | undefined) =>
  maker === noManufacturer ? { hasManufacturer: false } : { manufacturer: maker }

/** Converts an address to the API's filters, without paging. */
export function filterOf(state: DeviceListState, now: number): Query {
  const { q, type, maker, tag, segmentId, source, software, seen, quiet, stale, unreadable, changed, archived, sort } =
    state
  const times = {
    changedSince: ago(changed, now),
    firstSeenSince: ago(state.new, now),
    lastSeenSince: ago(seen, now),
    lastSeenBefore: ago(quiet, now),
  }
  const archivedOnly = archived === 'true' ? { archived: true } : {}
  return {
    q,
    type,
    ...manufacturerOf(maker),
    tag,
    segmentId,
    source,
    softwareId: software,
    stale,
    auditProblem: unreadable,
    ...archivedOnly,
    sort,
    ...times,
  }
}

export const queryOf = (state: DeviceListState, now: number): Query => ({ ...filterOf(state, now), ...pagingOf(state) })

export const isNarrowed = ({ page: _, size: __, sort: ___, columns: ____, ...filters }: DeviceListState): boolean =>
  Object.values(filters).some((each) => each !== undefined)
