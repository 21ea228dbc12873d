import type { Change } from '@rollcall/shared/api/change.ts'
import { useQuery } from '@tanstack/react-query'
import { softwareChangesOptions } from '../../api/software.ts'
import { LoadedTable } from '../../table/loaded-table.tsx'
import { usePaging } from '../../table/use-paging.ts'
import { ChangeSubject } from '../../ui/change-subject.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'

/** Installations, upgrades, removals and classifications of a product. */
export function ProductHistory({ softwareId }: { softwareId: string }) {
  const { page, paging } = usePaging('changesPage')
  const changes = useQuery(softwareChangesOptions(softwareId, page))
  return (
    <Section title="Changes">
      <LoadedTable
        name="Changes"
        label="The changes"
        query={changes}
        empty={<Empty title="No changes">No installation has changed since it was first seen.</Empty>}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Change', render: wordsOf },
          { header: 'Of', render: (change) => <ChangeSubject change={change} /> },
          { header: 'From', render: ({ from }) => <span className="mono">{from}</span> },
          { header: 'To', render: ({ to }) => <span className="mono">{to}</span> },
          { header: 'By', render: ({ actor }) => actor },
          {
            header: 'When',
            align: 'right',
            render: ({ timestamp, observedAt }) => <Time value={observedAt ?? timestamp} />,
          },
        ]}
        paging={paging}
      />
    </Section>
  )
}

const verbs: Record<Change['verb'], string> = { Added: 'Installed', Modified: 'Upgraded', Deleted: 'Removed' }

const wordsOf = ({ verb, field, deviceId }: Change): string =>
  deviceId === null ? (field === 'inScopeTagId' ? 'Scope changed' : 'Group changed') : verbs[verb]
