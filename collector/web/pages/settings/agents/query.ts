import type { Query } from '../../../api/request.ts'
import type { AgentListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'

/** Converts an address to the API's filters, without paging. */
export const filterOf = ({ q, status, platform, version, problem, upgrade, sort }: AgentListState): Query => ({
  q,
  status,
  platform,
  version,
  problem,
  upgradeAvailable: upgrade,
  sort,
})

export const queryOf = (state: AgentListState): Query => ({ ...filterOf(state), ...pagingOf(state) })

export const isNarrowed = ({ q, status, platform, version, problem, upgrade }: AgentListState): boolean =>
  [q, status, platform, version, problem, upgrade].some((each) => each !== undefined)
