import { ActionIcon, Indicator, Popover, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { alertsOptions } from '../../api/alerts.ts'
import { useMay } from '../../api/use-may.ts'
import { counted } from '../amounts.ts'
import { Dimmed } from '../dimmed.tsx'
import { Failure } from '../states/failure.tsx'
import { isOfApiClient } from './alert-banner.tsx'
import { AlertLine } from './alert-line.tsx'
import classes from './alert-menu.module.css'
import { RecentNotifications } from './recent-notifications.tsx'
import { UnreadFindings, unreadOptions } from './unread-findings.tsx'

const countMax = 99

/** Menu of current alerts, unread findings and recent notifications. */
export function AlertMenu() {
  const { data, error } = useQuery(alertsOptions)
  const [opened, { toggle, close }] = useDisclosure(false)
  const mayAdminister = useMay('Administrator')
  const { data: unread } = useQuery(unreadOptions)
  // The banner above every page shows those of API clients.
  const alerts = data?.items.filter(({ kind }) => !isOfApiClient(kind)) ?? []
  const total = alerts.length + (unread?.total ?? 0)
  const unreadLabel = unread && unread.total > 0 ? [counted(unread.total, 'new finding')] : []
  return (
    <Popover position="bottom-end" width={360} trapFocus returnFocus opened={opened} onDismiss={close}>
      <Indicator
        label={total > countMax ? `${countMax}+` : total}
        size={15}
        color="red"
        disabled={total === 0}
        offset={4}
      >
        <Popover.Target>
          <ActionIcon
            size="lg"
            aria-label={[`Alerts: ${alerts.length === 0 ? 'none' : alerts.length}`, ...unreadLabel].join(', ')}
            onClick={toggle}
          >
            <IconBell size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes['list'] ?? ''}>
        {error && !data ? (
          <Failure error={error} label="Alerts" />
        ) : total === 0 ? (
          <Dimmed>Nothing needs attention.</Dimmed>
        ) : (
          alerts.length > 0 && (
            <Stack gap="md">
              {alerts.map((alert) => (
                <AlertLine key={alert.id} alert={alert} onGo={close} />
              ))}
            </Stack>
          )
        )}
        <UnreadFindings onGo={close} />
        {mayAdminister && <RecentNotifications onGo={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}
