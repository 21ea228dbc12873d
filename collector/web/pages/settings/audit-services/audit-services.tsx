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
      about="Audit Services scan and audit their segments."
      parts={auditServices}
      nameOf={({ name }) => name}
      named="Name"
      columns={columnsOf(useSegmentCounts())}
      kind="audit-service"
      add="Add Audit Service"
      empty={{
        title: 'No Audit Service on this site',
        why: 'Scans need an Audit Service. Install one on a machine in the network to scan.',
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
]
