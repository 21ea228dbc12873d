import type { AgentProblem, AgentStatus } from '@rollcall/shared/api/agent.ts'
import { useQuery } from '@tanstack/react-query'
import { agentSummaryOptions } from '../../../api/parts.ts'
import type { AgentListState } from '../../../table/list-search.ts'
import { Figure, Figures } from '../../../ui/figures.tsx'

const pollMs = 10_000

/** Numbers of agents that need attention, each with its list. */
export function AgentFigures() {
  const { data } = useQuery({ ...agentSummaryOptions, refetchInterval: pollMs })
  if (!data) return null
  const { total, upgradeAvailable } = data
  const inStatus = (wanted: AgentStatus) => data.statuses.find(({ status }) => status === wanted)?.agents ?? 0
  const withProblem = (wanted: AgentProblem) => data.problems.find(({ problem }) => problem === wanted)?.agents ?? 0
  if (total + inStatus('Replaced') === 0) return null
  const figures: [count: number, label: string, search: AgentListState][] = [
    [inStatus('Inactive'), 'not seen lately', { status: 'Inactive', sort: 'lastSeen' }],
    [withProblem('refused'), 'with a refused snapshot', { problem: 'refused' }],
    [withProblem('copied'), 'used by several machines', { problem: 'copied' }],
    [withProblem('clock'), 'with a wrong clock', { problem: 'clock' }],
    [withProblem('incomplete'), 'with missing data', { problem: 'incomplete' }],
    [upgradeAvailable, 'to upgrade', { upgrade: 'true' }],
  ]
  return (
    <Figures name="Agents">
      <Figure count={total} label={total === 1 ? 'agent' : 'agents'} to={{ to: '/settings/agents', search: {} }} />
      {figures
        .filter(([count]) => count > 0)
        .map(([count, label, search]) => (
          <Figure key={label} count={count} label={label} to={{ to: '/settings/agents', search }} />
        ))}
    </Figures>
  )
}
