import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { agents } from '../../../api/parts.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSelection } from '../../../table/bulk/selection.ts'
import { ListPage } from '../../../table/list-page.tsx'
import type { AgentListState } from '../../../table/list-search.ts'
import { savedListOf } from '../../../table/saved-list.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { JoinCommandForm } from '../../joining/join-command-form.tsx'
import { AgentBulkBar } from './bulk-actions.tsx'
import { agentColumns } from './columns.tsx'
import { AgentFigures } from './figures.tsx'
import { AgentFilters } from './filters.tsx'
import { AddAgents, AgentPageActions } from './page-actions.tsx'
import { AgentPanel } from './panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'

const pollMs = 10_000

export function Agents() {
  const address = useListAddress<AgentListState>()
  const { state, change } = address
  const { exported, page } = savedListOf('agents', state)
  const query = useQuery({ ...agents.listOptions(page), refetchInterval: pollMs })
  const isAdministrator = useMay('Administrator')
  const selection = useSelection(query.data?.items.map(({ id }) => id) ?? [])
  const [open, setOpen] = useState<'adding' | 'settings'>()
  const close = () => setOpen(undefined)
  const samePage = state.page ? { page: state.page } : {}
  const add = () => setOpen('adding')
  return (
    <>
      <ListPage
        name="Agents"
        exported={exported}
        about="Each agent audits its own machine and sends what has changed."
        nav={<AgentFigures />}
        address={address}
        columns={agentColumns}
        query={query}
        sort="name"
        searched="Name, host name, operating system"
        filters={<AgentFilters state={state} onChange={change} />}
        {...(isAdministrator && { selection: { ...selection, nameOf: ({ name }: { name: string }) => name } })}
        empty={<NoAgents isNarrowed={isNarrowed(state)} action={<AddAgents onClick={add} />} />}
        actions={
          <AgentPageActions
            state={state}
            onColumns={(columns) => change({ columns, ...samePage })}
            onSettings={() => setOpen('settings')}
            onAdd={add}
          />
        }
      />
      {isAdministrator && <AgentBulkBar shown={query.data?.items ?? []} selection={selection} />}
      {open === 'settings' && <SettingsPanel onClose={close} />}
      {open === 'adding' && (
        <SidePanel title="Add agents" onClose={close}>
          <JoinCommandForm kind="agent" />
        </SidePanel>
      )}
      {state.agent !== undefined && (
        <AgentPanel key={state.agent} id={state.agent} onClose={() => change({ agent: undefined, ...samePage })} />
      )}
    </>
  )
}

const isNarrowed = ({ q, status, platform, version, problem, upgrade }: AgentListState): boolean =>
  [q, status, platform, version, problem, upgrade].some((each) => each !== undefined)

function NoAgents({ isNarrowed, action }: { isNarrowed: boolean; action: ReactNode }) {
  if (isNarrowed) {
    return (
      <Empty title="No agents match" action={<Link to="/settings/agents">Show all agents</Link>}>
        Change the search or the filters.
      </Empty>
    )
  }
  return (
    <Empty title="No agent on this site" action={action}>
      Agents read software, disks and memory in full. <strong>Add agents</strong> generates the command that installs
      one: a line for the shell on Linux, a line for the command prompt on Windows, and the commands for an installed
      package on macOS. One command works on many machines. An Administrator generates it.
    </Empty>
  )
}
