import type { Change } from '@rollcall/shared/api/change.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { softwareChangesOptions } from '../../api/software.ts'
import { PagedTable } from '../../table/paged-table.tsx'
import { pagingOf } from '../../table/paging.ts'
import { ChangeSubject } from '../../ui/change-subject.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'

/** Installations, upgrades, removals and classifications of a product. */
export function ProductHistory({ softwareId }: { softwareId: string }) {
  const { changesPage } = useSearch({ from: '/frame/software/$softwareId' })
  const navigate = useNavigate({ from: '/software/$softwareId' })
  const paging = pagingOf({ page: changesPage })
  const changes = useQuery(softwareChangesOptions(softwareId, paging))
  return (
    <Section title="Changes">
      <PagedTable
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
        onPage={(page) => void navigate({ search: (before) => ({ ...before, changesPage: page }), resetScroll: false })}
      />
    </Section>
  )
}

const verbs: Record<Change['verb'], string> = { Added: 'Installed', Modified: 'Upgraded', Deleted: 'Removed' }

const wordsOf = ({ verb, field, deviceId }: Change): string =>
  deviceId === null ? (field === 'inScopeTagId' ? 'Scope changed' : 'Group changed') : verbs[verb]
