import type { AgentListState } from '../../../table/list-search.ts'

export const isNarrowed = ({ q, status, platform, version, problem, upgrade }: AgentListState): boolean =>
  [q, status, platform, version, problem, upgrade].some((each) => each !== undefined)
