import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { auditServices } from '../../../api/parts.ts'
import { useMay } from '../../../api/use-may.ts'
import { ListPage } from '../../../table/list-page.tsx'
import { OpenButton } from '../../../table/open-button.tsx'
import { timeColumn } from '../../../table/time-column.tsx'
import type { Column } from '../../../table/types.ts'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { PartStatus } from '../../../ui/part-status.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { JoinCommandForm } from '../../joining/join-command-form.tsx'
import { AuditServicePanel } from './panel.tsx'

const pollMs = 10_000

/** Audit Services with a panel for each, and the command that installs another. */
export function AuditServices() {
  const list = useListOf(auditServices, { refetchInterval: pollMs })
  const isAdministrator = useMay('Administrator')
  const segments = useSegmentCounts()
  const [isAdding, setIsAdding] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const opened = list.query.data?.items.find(({ id }) => id === openId)
  const add = isAdministrator && <AddButton label="Add Audit Service" onClick={() => setIsAdding(true)} />
  return (
    <>
      <ListPage
        name="Audit Services"
        {...list}
        about="Audit Services scan and audit their segments."
        columns={columnsOf({ segments, onOpen: setOpenId })}
        actions={add}
        empty={
          <Empty title="No Audit Service on this site" action={add}>
            Scans need an Audit Service. Install one on a machine in the network to scan.
          </Empty>
        }
      />
      {isAdding && (
        <SidePanel title="Add Audit Service" onClose={() => setIsAdding(false)}>
          <JoinCommandForm kind="audit-service" />
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

type Given = { segments: Map<string | null, number>; onOpen: (id: string) => void }

const columnsOf = ({ segments, onOpen }: Given): Column<AuditService>[] => [
  { id: 'name', header: 'Name', render: ({ id, name }) => <OpenButton id={id} name={name} onOpen={onOpen} /> },
  { id: 'status', header: 'Status', width: 110, render: ({ status }) => <PartStatus status={status} /> },
  { id: 'version', header: 'Version', width: 90, from: 'sm', render: ({ version }) => version },
  {
    id: 'missing',
    header: 'Unavailable',
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
  timeColumn('lastSeen', 'Last seen', { width: 100, align: 'right' }),
]
