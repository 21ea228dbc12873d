import { Text } from '@mantine/core'
import type { Notification } from '@rollcall/shared/api/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentOptions } from '../../api/notifications.ts'
import { Time } from '../time.tsx'
import classes from './alert-menu.module.css'

const shownMax = 5

/** Recent mail and webhook notifications, failed ones first. */
export function RecentNotifications({ onGo }: { onGo: () => void }) {
  const failed = useQuery(sentOptions({ status: 'Failed', limit: shownMax }))
  const latest = useQuery(sentOptions({ limit: shownMax }))
  const all = [...(failed.data?.items ?? []), ...(latest.data?.items ?? [])]
  const shown = [...new Map(all.map((each) => [each.id, each])).values()].slice(0, shownMax)
  if (shown.length === 0) return null
  return (
    <section aria-label="Recent notifications" className={classes['lately']}>
      <Text size="xs" c="dimmed" fw={500}>
        Recent notifications
      </Text>
      {shown.map((each) => (
        <Text key={each.id} size="sm" className="wrap">
          {each.subject}{' '}
          <Text span size="xs" c="dimmed">
            {outcomeOf(each)}, <Time value={each.createdAt} />
          </Text>
        </Text>
      ))}
      <Link to="/settings/notifications" onClick={onGo}>
        All notifications
      </Link>
    </section>
  )
}

function outcomeOf({ deliveries }: Notification): string {
  const failed = deliveries.filter(({ status }) => status === 'Failed').map(({ target }) => target)
  if (failed.length > 0) return `failed for ${failed.join(', ')}`
  if (deliveries.some(({ status }) => status === 'Waiting')) return 'waiting'
  return deliveries.length === 0 ? 'no recipients' : 'sent'
}
