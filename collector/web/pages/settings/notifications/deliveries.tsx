import type { DeliveryStatus, Notification } from '@rollcall/shared/api/notification.ts'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sentOptions } from '../../../api/notifications.ts'
import { FilterChip } from '../../../table/filter-chip.tsx'
import { ListPart } from '../../../table/list-part.tsx'
import type { SettingsListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import classes from './deliveries.module.css'

/** Recent notifications with their delivery states. */
export function Deliveries() {
  const address = useListAddress<SettingsListState>()
  const { status } = address.state
  const query = useQuery(sentOptions({ status, ...pagingOf(address.state) }))
  return (
    <Section title="Sent">
      <ListPart<Notification, SettingsListState>
        name="Sent"
        address={address}
        columns={columns}
        query={query}
        filters={
          <FilterChip
            label="State"
            value={status}
            options={statuses.map((value) => ({ value, label: value }))}
            onChange={(next) => address.change({ status: next })}
          />
        }
        empty={
          <Empty title={status ? 'No notifications in this state' : 'No notifications yet'}>
            Mail is listed for a year, webhook events for 7 days.
          </Empty>
        }
      />
    </Section>
  )
}

const statuses = ['Waiting', 'Sent', 'Failed'] as const satisfies readonly DeliveryStatus[]
const icons = { Waiting: IconClock, Sent: IconCircleCheck, Failed: IconCircleX }

const columns: readonly Column<Notification>[] = [
  { id: 'when', header: 'When', width: 90, render: ({ createdAt }) => <Time value={createdAt} /> },
  {
    id: 'subject',
    header: 'Subject',
    render: ({ subject, text }) => <span title={text ?? subject}>{subject}</span>,
  },
  {
    id: 'deliveries',
    header: 'To',
    render: ({ deliveries }) => (
      <span className={classes['deliveries']}>
        {deliveries.map(({ id, target, status, attempts, lastError }) => {
          const Icon = icons[status]
          return (
            <span key={id} className={classes['delivery']} title={lastError ?? ''}>
              <Icon size={15} aria-label={status} data-status={status} />
              {target}
              {status !== 'Sent' && lastError !== null && `: ${lastError} (attempt ${attempts})`}
            </span>
          )
        })}
        {deliveries.length === 0 && 'No recipients'}
      </span>
    ),
  },
]
