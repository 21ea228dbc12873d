import { Button } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { agents } from '../../../api/parts.ts'
import { useMay } from '../../../api/use-may.ts'
import { ListPage } from '../../../table/list-page.tsx'
import { OpenButton } from '../../../table/open-button.tsx'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { PartStatus } from '../../../ui/part-status.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import { MakeJoinLine } from '../../joining/make-join-line.tsx'
import { AgentPanel } from './panel.tsx'

const lookMs = 10_000

export function Agents() {
  const address = useListAddress()
  const query = useQuery({ ...agents.listOptions(pagingOf(address.state)), refetchInterval: lookMs })
  const isAdministrator = useMay('Administrator')
  const [adds, setAdds] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const opened = query.data?.items.find(({ id }) => id === openId)
  const add = isAdministrator && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdds(true)}>
      Add agents
    </Button>
  )
  return (
    <>
      <ListPage
        name="Agents"
        about="Each looks at its own machine from the inside, every hour."
        address={address}
        columns={columnsOf(setOpenId)}
        query={query}
        nameOf={({ hostname }) => hostname}
        sort=""
        actions={add}
        empty={
          <Empty title="No agent on this site" action={add}>
            An agent reads what no scan sees: all software, disks, memory. One line lets many machines join.
          </Empty>
        }
      />
      {adds && (
        <SidePanel title="Add agents" onClose={() => setAdds(false)}>
          <MakeJoinLine kind="agent" />
        </SidePanel>
      )}
      {opened && <AgentPanel agent={opened} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

const columnsOf = (open: (id: string) => void): Column<Agent>[] => [
  {
    id: 'hostname',
    header: 'Machine',
    render: ({ id, hostname }) => <OpenButton id={id} name={hostname} onOpen={open} />,
  },
  { id: 'status', header: 'Status', width: 110, render: ({ status }) => <PartStatus status={status} /> },
  { id: 'version', header: 'Version', width: 90, from: 'sm', render: ({ version }) => version },
  {
    id: 'device',
    header: 'Device',
    width: 90,
    from: 'sm',
    render: ({ deviceId, hostname }) =>
      deviceId && (
        <Link to="/devices/$deviceId" params={{ deviceId }} aria-label={`Device of ${hostname}`}>
          Device
        </Link>
      ),
  },
  { id: 'joinedAt', header: 'Joined', width: 100, from: 'xl', render: ({ joinedAt }) => <Time value={joinedAt} /> },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: 100,
    align: 'right',
    render: ({ lastSeen }) => <Time value={lastSeen} />,
  },
]
