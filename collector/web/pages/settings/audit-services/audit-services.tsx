import { Button } from '@mantine/core'
import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { auditServices } from '../../../api/parts.ts'
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
import { AuditServicePanel } from './panel.tsx'

const lookMs = 10_000

export function AuditServices() {
  const address = useListAddress()
  const query = useQuery({ ...auditServices.listOptions(pagingOf(address.state)), refetchInterval: lookMs })
  const isAdministrator = useMay('Administrator')
  const [adds, setAdds] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const opened = query.data?.items.find(({ id }) => id === openId)
  const add = isAdministrator && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdds(true)}>
      Add Audit Service
    </Button>
  )
  return (
    <>
      <ListPage
        name="Audit Services"
        about="They scan and audit the segments they are given."
        address={address}
        columns={columnsOf(useSegmentCounts(), setOpenId)}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        actions={add}
        empty={
          <Empty title="No Audit Service on this site" action={add}>
            Without one nothing is scanned. It runs on a machine in the network that it is to scan, and joins by one
            line.
          </Empty>
        }
      />
      {adds && (
        <SidePanel title="Add Audit Service" onClose={() => setAdds(false)}>
          <MakeJoinLine kind="audit-service" />
        </SidePanel>
      )}
      {opened && <AuditServicePanel service={opened} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

function useSegmentCounts(): Map<string | null, number> {
  const { data } = useQuery(segmentsOptions)
  const byService = Map.groupBy(data?.items ?? [], ({ auditServiceId }) => auditServiceId)
  return new Map([...byService].map(([id, segments]) => [id, segments.length]))
}

function columnsOf(segments: Map<string | null, number>, open: (id: string) => void): Column<AuditService>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      render: ({ id, name }) => <OpenButton id={id} name={name} onOpen={open} />,
    },
    { id: 'status', header: 'Status', width: 110, render: ({ status }) => <PartStatus status={status} /> },
    { id: 'version', header: 'Version', width: 90, from: 'sm', render: ({ version }) => version },
    {
      id: 'missing',
      header: 'Cannot',
      width: 160,
      from: 'xl',
      render: ({ capabilities }) =>
        capabilities
          .filter(({ available }) => !available)
          .map(({ name }) => name)
          .join(', '),
    },
    {
      id: 'segments',
      header: 'Segments',
      width: 90,
      from: 'sm',
      align: 'right',
      render: ({ id }) => segments.get(id) ?? 0,
    },
    {
      id: 'lastSeen',
      header: 'Last seen',
      width: 100,
      align: 'right',
      render: ({ lastSeen }) => <Time value={lastSeen} />,
    },
  ]
}
