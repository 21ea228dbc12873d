import { IconSettings } from '@tabler/icons-react'
import { useMay } from '../../../api/use-may.ts'
import { ColumnsMenu } from '../../../table/columns-menu.tsx'
import type { AgentListState } from '../../../table/list-search.ts'
import { ActionButton, AddButton } from '../../../ui/action-button.tsx'
import { ViewsMenu } from '../../views/views-menu.tsx'
import { agentColumns } from './columns.tsx'

type Props = {
  state: AgentListState
  onColumns: (columns: string | undefined) => void
  onSettings: () => void
  onAdd: () => void
}

const builtIn = [
  { name: 'All agents', parameters: {} },
  { name: 'Inactive', parameters: { status: 'Inactive' } },
]

/** Actions of the list of agents; an Administrator has more. */
export function AgentPageActions({ state, onColumns, onSettings, onAdd }: Props) {
  const isAdministrator = useMay('Administrator')
  return (
    <>
      <ViewsMenu list="agents" state={state} builtIn={builtIn} />
      <ColumnsMenu columns={agentColumns} named={state.columns} onChange={onColumns} />
      {isAdministrator && <ActionButton label="Settings" icon={IconSettings} onClick={onSettings} />}
      <AddAgents onClick={onAdd} />
    </>
  )
}

/** Button of an Administrator that opens the install commands. */
export const AddAgents = ({ onClick }: { onClick: () => void }) =>
  useMay('Administrator') && <AddButton label="Add agents" onClick={onClick} />
