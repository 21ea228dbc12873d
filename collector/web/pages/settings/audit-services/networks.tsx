import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'

/** Networks of the interfaces of an Audit Service's machine. */
export function Networks({ networks }: Pick<AuditService, 'networks'>) {
  return (
    <Section title="Networks">
      {networks === null && 'Not reported yet.'}
      {networks?.length === 0 && 'Its machine is in no network with other hosts.'}
      {networks !== null && networks.length > 0 && (
        <PlainTable
          name="Networks"
          items={networks}
          keyOf={({ network }) => network}
          columns={[
            { header: 'Network', render: ({ network }) => <span className="mono">{network}</span> },
            { header: 'Own address', render: ({ address }) => <span className="mono">{address}</span> },
            { header: 'Interface', render: ({ interfaceName }) => interfaceName },
          ]}
        />
      )}
    </Section>
  )
}
