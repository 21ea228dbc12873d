import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { useQuery } from '@tanstack/react-query'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { auditServices } from '../../../api/parts.ts'
import type { Column } from '../../../table/types.ts'
import { PartsPage } from '../parts-page.tsx'
import { AuditServicePanel } from './panel.tsx'

export function AuditServices() {
  return (
    <PartsPage
      name="Audit Services"
      about="They scan and audit the segments they are given."
      parts={auditServices}
      nameOf={({ name }) => name}
      named="Name"
      columns={columnsOf(useSegmentCounts())}
      kind="audit-service"
      add="Add Audit Service"
      empty={{
        title: 'No Audit Service on this site',
        why: 'Without one nothing is scanned. It runs on a machine in the network that it is to scan, and joins by one line.',
      }}
      panel={(service, onClose) => <AuditServicePanel service={service} onClose={onClose} />}
    />
  )
}

function useSegmentCounts(): Map<string | null, number> {
  const { data } = useQuery(segmentsOptions)
  const byService = Map.groupBy(data?.items ?? [], ({ auditServiceId }) => auditServiceId)
  return new Map([...byService].map(([id, segments]) => [id, segments.length]))
}

const columnsOf = (segments: Map<string | null, number>): Column<AuditService>[] => [
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
]
