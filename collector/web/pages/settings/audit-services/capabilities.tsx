import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'

/** Scan methods of an Audit Service, with the reason for unavailable ones. */
export function Capabilities({ capabilities }: Pick<AuditService, 'capabilities'>) {
  return (
    <Section title="Scan methods">
      {capabilities.length === 0 ? (
        'Not reported yet.'
      ) : (
        <PlainTable
          name="Scan methods"
          items={capabilities}
          keyOf={({ name }) => name}
          columns={[
            {
              header: 'Method',
              render: ({ name, available }) => (
                <>
                  {available ? (
                    <IconCheck size={14} aria-label="available" />
                  ) : (
                    <IconMinus size={14} aria-label="unavailable" />
                  )}{' '}
                  {name}
                </>
              ),
            },
            { header: 'Detail', render: ({ detail }) => <span className="wrap">{detail}</span> },
          ]}
        />
      )}
    </Section>
  )
}
