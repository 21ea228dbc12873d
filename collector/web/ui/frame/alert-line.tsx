import { Text } from '@mantine/core'
import type { Alert } from '@rollcall/shared/api/alert.ts'
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { Time } from '../time.tsx'
import { AlertConfirmation } from './alert-confirmation.tsx'
import { AlertLink } from './alert-link.tsx'
import classes from './alert-menu.module.css'

type Props = { alert: Alert; onGo: () => void }

export function AlertLine({ alert, onGo }: Props) {
  const { kind, severity, title, detail, since } = alert
  const Icon = severity === 'error' ? IconAlertOctagon : IconAlertTriangle
  return (
    <div className={classes['alert']} data-severity={severity}>
      <Icon size={18} aria-label={severity === 'error' ? 'Error' : 'Warning'} />
      <div className="wrap">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm">{detail}</Text>
        <Text size="sm">
          <AlertLink kind={kind} onGo={onGo} /> <AlertConfirmation alert={alert} />
        </Text>
        <Text size="xs" c="dimmed">
          <Time value={since} />
        </Text>
      </div>
    </div>
  )
}
