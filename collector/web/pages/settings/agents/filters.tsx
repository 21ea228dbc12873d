import type { AgentPlatform, AgentProblem, AgentStatus } from '@rollcall/shared/api/agent.ts'
import { agentPlatforms, agentProblems, agentStatuses } from '@rollcall/shared/api/choices.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { useQuery } from '@tanstack/react-query'
import { agentSummaryOptions } from '../../../api/parts.ts'
import type { FilterOption } from '../../../table/filter-chip.tsx'
import { FilterChips } from '../../../table/filter-chips.tsx'
import type { AgentListState } from '../../../table/list-search.ts'
import { platformNames } from '../../joining/platforms.ts'

type Props = { state: AgentListState; onChange: (change: Partial<AgentListState>) => void }

const problemNames: Record<AgentProblem, string> = {
  refused: 'Snapshot refused',
  incomplete: 'Data missing',
  clock: 'Wrong clock',
  copied: 'Used by several machines',
}

const optionsOf = <K extends string>(
  values: readonly K[],
  countOf: (value: K) => number | undefined,
  names?: Record<K, string>,
): FilterOption[] =>
  values.map((value) => ({ value, label: names?.[value] ?? value, ...optional({ count: countOf(value) }) }))

/** Filters of the list of agents, each value with its number of agents on the site. */
export function AgentFilters({ state, onChange }: Props) {
  const { data: counts } = useQuery(agentSummaryOptions)
  const others = counts && counts.total - counts.upgradeAvailable
  const inStatus = (wanted: AgentStatus) => counts?.statuses.find(({ status }) => status === wanted)?.agents
  const onPlatform = (wanted: AgentPlatform) => counts?.platforms.find(({ platform }) => platform === wanted)?.agents
  const withProblem = (wanted: AgentProblem) => counts?.problems.find(({ problem }) => problem === wanted)?.agents
  const chips = [
    { key: 'status', label: 'Status', options: optionsOf(agentStatuses, inStatus) },
    { key: 'platform', label: 'Platform', options: optionsOf(agentPlatforms, onPlatform, platformNames) },
    {
      key: 'version',
      label: 'Version',
      options: (counts?.versions ?? []).map(({ version, agents }) => ({
        value: version,
        label: version,
        count: agents,
      })),
    },
    { key: 'problem', label: 'Problem', options: optionsOf(agentProblems, withProblem, problemNames) },
    {
      key: 'upgrade',
      label: 'Upgrade available',
      options: [
        { value: 'true', label: 'Yes', ...(counts && { count: counts.upgradeAvailable }) },
        { value: 'false', label: 'No', ...(others !== undefined && { count: others }) },
      ],
    },
  ] as const
  return <FilterChips state={state} onChange={onChange} chips={chips} />
}
