import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { findingsOptions, readFindings } from '../../api/findings.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { ActionButton } from '../action-button.tsx'
import { counted } from '../amounts.ts'
import { DeviceLink } from '../device-link.tsx'
import { SeverityIcon } from '../finding-icon.tsx'
import { findingText } from '../finding-words.ts'
import { Time } from '../time.tsx'
import { useAction } from '../use-action.ts'
import classes from './alert-menu.module.css'

const shownMax = 5

export const unreadOptions = findingsOptions({ unread: true, limit: shownMax })

/** Findings that the user has not read, newest first. */
export function UnreadFindings({ onGo }: { onGo: () => void }) {
  const { data } = useQuery(unreadOptions)
  const refresh = useRefresh('findings')
  const newest = data?.items[0]?.raisedAt
  const read = useAction('The findings are still unread', async () => {
    if (newest !== undefined) await readFindings(newest)
    await refresh()
  })
  if (!data || data.total === 0) return null
  return (
    <section aria-label="Unread findings" className={classes['lately']}>
      <Group justify="space-between">
        <Text size="xs" c="dimmed" fw={500}>
          {counted(data.total, 'new finding')}
        </Text>
        <ActionButton label="Mark as read" action={read} variant="subtle" size="compact-xs" />
      </Group>
      {data.items.map(({ id, severity, device, raisedAt, ...finding }) => (
        <div key={id} className={classes['alert']} data-severity={severity}>
          <SeverityIcon severity={severity} />
          <Text size="sm" className="wrap">
            <DeviceLink id={device.id} name={device.name} onClick={onGo} /> {findingText(finding)}{' '}
            <Text span size="xs" c="dimmed">
              <Time value={raisedAt} />
            </Text>
          </Text>
        </div>
      ))}
      <Link to="/findings" search={{ state: 'open' }} onClick={onGo}>
        All open findings
      </Link>
    </section>
  )
}
