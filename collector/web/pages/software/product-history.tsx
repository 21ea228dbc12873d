import type { Change } from '@rollcall/shared/api/change.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { softwareChangesOptions } from '../../api/software.ts'
import { Pager } from '../../table/pager.tsx'
import { pagingOf } from '../../table/paging.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Time } from '../../ui/time.tsx'

/** Where it was installed, upgraded and removed, and who classified it how. */
export function ProductHistory({ softwareId }: { softwareId: string }) {
  const { changesPage } = useSearch({ from: '/frame/software/$softwareId' })
  const navigate = useNavigate({ from: '/software/$softwareId' })
  const paging = pagingOf({ page: changesPage })
  const changes = useQuery(softwareChangesOptions(softwareId, paging))
  return (
    <Section title="What changed">
      <Loaded query={changes} what="The changes">
        {({ items, total }) => (
          <>
            <PlainTable
              name="Changes"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                { header: 'What', render: wordsOf },
                {
                  header: 'Device',
                  render: ({ deviceId }) =>
                    deviceId && (
                      <Link to="/devices/$deviceId/history" params={{ deviceId }}>
                        Its history
                      </Link>
                    ),
                },
                { header: 'From', render: ({ from }) => <span className="mono">{from}</span> },
                { header: 'To', render: ({ to }) => <span className="mono">{to}</span> },
                { header: 'By', render: ({ actor }) => actor },
                { header: 'When', align: 'right', render: ({ timestamp }) => <Time value={timestamp} /> },
              ]}
            />
            <Pager
              name="changes"
              total={total}
              {...paging}
              onGo={({ page }) =>
                void navigate({ search: (before) => ({ ...before, changesPage: page }), resetScroll: false })
              }
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const deeds: Record<Change['verb'], string> = { Added: 'Installed', Modified: 'Upgraded', Deleted: 'Removed' }

const wordsOf = ({ verb, field, deviceId }: Change): string =>
  deviceId === null ? (field === 'inScopeTagId' ? 'In scope changed' : 'Group changed') : deeds[verb]
