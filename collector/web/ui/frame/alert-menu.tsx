import { ActionIcon, Indicator, Popover, Stack, Text } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertsOptions } from '../../api/alerts.ts'
import { Failure } from '../states/failure.tsx'
import { Time } from '../time.tsx'
import classes from './alert-menu.module.css'

/** Everything that needs attention now, the API clients of the banner among it. */
export function AlertMenu() {
  const { data, error } = useQuery(alertsOptions)
  const total = data?.total ?? 0
  return (
    <Popover position="bottom-end" width={360}>
      <Indicator label={total} size={15} color="red" disabled={total === 0} offset={4}>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={total === 0 ? 'Alerts: none' : `Alerts: ${total}`}>
            <IconBell size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes['list'] ?? ''}>
        {error && !data ? (
          <Failure error={error} what="Alerts" />
        ) : total === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing needs attention.
          </Text>
        ) : (
          <Stack gap="md">
            {data?.items.map(({ id, kind, severity, title, detail, since }) => (
              <div key={id} className={classes['alert']} data-severity={severity}>
                {severity === 'error' ? (
                  <IconAlertOctagon size={18} aria-label="Error" />
                ) : (
                  <IconAlertTriangle size={18} aria-label="Warning" />
                )}
                <div className="told">
                  <Text size="sm" fw={600}>
                    {title}
                  </Text>
                  <Text size="sm">{detail}</Text>
                  {kind === 'device.collision' && (
                    <Text size="sm">
                      <Link to="/reviews">Settle it in Reviews</Link>
                    </Text>
                  )}
                  <Text size="xs" c="dimmed">
                    <Time value={since} />
                  </Text>
                </div>
              </div>
            ))}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
