import { Button } from '@mantine/core'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useMay } from '../../../api/use-may.ts'
import { ColumnsMenu } from '../../../table/columns-menu.tsx'
import type { AgentListState } from '../../../table/list-search.ts'
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
      {isAdministrator && (
        <Button variant="default" leftSection={<IconSettings size={15} aria-hidden />} onClick={onSettings}>
          Settings
        </Button>
      )}
      <AddAgents onClick={onAdd} />
    </>
  )
}

/** Button of an Administrator that opens the install commands. */
export const AddAgents = ({ onClick }: { onClick: () => void }) =>
  useMay('Administrator') && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={onClick}>
      Add agents
    </Button>
  )
