import { Button } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { resource } from '../../api/resource.ts'
import { useMay } from '../../api/use-may.ts'
import { ListPage } from '../../table/list-page.tsx'
import { OpenButton } from '../../table/open-button.tsx'
import { pagingOf } from '../../table/paging.ts'
import type { Column } from '../../table/types.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { PartStatus } from '../../ui/part-status.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'
import { JoinCommandForm } from '../joining/join-command-form.tsx'

const pollMs = 10_000

type Part = Agent | AuditService
type Props<T extends Part> = {
  name: string
  about: string
  parts: Pick<ReturnType<typeof resource<T>>, 'listOptions'>
  nameOf: (part: T) => string
  /** Header of the first column. */
  named: string
  /** Columns between version and last seen. */
  columns: readonly Column<T>[]
  kind: JoinTokenMade['for']
  /** Label of the add button and title of its panel. */
  add: string
  empty: { title: string; why: string }
  panel: (part: T, onClose: () => void) => ReactNode
}

/** A list of Audit Services or agents, with a panel for each and the install command. */
export function PartsPage<T extends Part>({ parts, columns, named, kind, add, empty, panel, ...list }: Props<T>) {
  const address = useListAddress()
  const query = useQuery({ ...parts.listOptions(pagingOf(address.state)), refetchInterval: pollMs })
  const isAdministrator = useMay('Administrator')
  const [adds, setAdds] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const opened = query.data?.items.find(({ id }) => id === openId)
  const button = isAdministrator && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdds(true)}>
      {add}
    </Button>
  )
  const first: Column<T>[] = [
    {
      id: 'name',
      header: named,
      render: (part) => <OpenButton id={part.id} name={list.nameOf(part)} onOpen={setOpenId} />,
    },
    { id: 'status', header: 'Status', width: 110, render: ({ status }) => <PartStatus status={status} /> },
    { id: 'version', header: 'Version', width: 90, from: 'sm', render: ({ version }) => version },
  ]
  const last: Column<T> = {
    id: 'lastSeen',
    header: 'Last seen',
    width: 100,
    align: 'right',
    render: ({ lastSeen }) => <Time value={lastSeen} />,
  }
  return (
    <>
      <ListPage
        {...list}
        address={address}
        columns={[...first, ...columns, last]}
        query={query}
        sort=""
        actions={button}
        empty={
          <Empty title={empty.title} action={button}>
            {empty.why}
          </Empty>
        }
      />
      {adds && (
        <SidePanel title={add} onClose={() => setAdds(false)}>
          <JoinCommandForm kind={kind} />
        </SidePanel>
      )}
      {opened && panel(opened, () => setOpenId(undefined))}
    </>
  )
}
