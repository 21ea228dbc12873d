import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'

/** What it can and cannot do on its machine, and why not. */
export function Capabilities({ capabilities }: Pick<AuditService, 'capabilities'>) {
  return (
    <Section title="What it can do">
      {capabilities.length === 0 ? (
        'It has not said yet.'
      ) : (
        <PlainTable
          name="What it can do"
          items={capabilities}
          keyOf={({ name }) => name}
          columns={[
            {
              header: 'Way',
              render: ({ name, available }) => (
                <>
                  {available ? <IconCheck size={14} aria-label="can" /> : <IconMinus size={14} aria-label="cannot" />}{' '}
                  {name}
                </>
              ),
            },
            { header: 'Detail', render: ({ detail }) => <span className="told">{detail}</span> },
          ]}
        />
      )}
    </Section>
  )
}
