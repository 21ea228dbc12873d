import { ActionIcon, Indicator, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { alertsOptions } from '../../api/alerts.ts'
import { useMay } from '../../api/use-may.ts'
import { Failure } from '../states/failure.tsx'
import { AlertLine } from './alert-line.tsx'
import classes from './alert-menu.module.css'
import { RecentNotifications } from './recent-notifications.tsx'

/** Menu of all current alerts and recent notifications. */
export function AlertMenu() {
  const { data, error } = useQuery(alertsOptions)
  const [opened, { toggle, close }] = useDisclosure(false)
  const mayAdminister = useMay('Administrator')
  const total = data?.total ?? 0
  return (
    <Popover position="bottom-end" width={360} trapFocus returnFocus opened={opened} onDismiss={close}>
      <Indicator label={total} size={15} color="red" disabled={total === 0} offset={4}>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={total === 0 ? 'Alerts: none' : `Alerts: ${total}`} onClick={toggle}>
            <IconBell size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes['list'] ?? ''}>
        {error && !data ? (
          <Failure error={error} label="Alerts" />
        ) : total === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing needs attention.
          </Text>
        ) : (
          <Stack gap="md">
            {data?.items.map((alert) => (
              <AlertLine key={alert.id} alert={alert} onGo={close} />
            ))}
          </Stack>
        )}
        {mayAdminister && <RecentNotifications onGo={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}
