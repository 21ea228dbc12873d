import { Text } from '@mantine/core'
import type { Alert } from '@rollcall/shared/api/alert.ts'
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Time } from '../time.tsx'
import classes from './alert-menu.module.css'

const registrations = { to: '/settings/app-registrations', label: 'Change it in App registrations' }
/** Where a hand is lent to what an alert is about; those in Settings are for Administrators. */
const places: Record<Alert['kind'], { to: string; label: string }> = {
  'registration.expired': registrations,
  'registration.expiring': registrations,
  'offload.failing': { to: '/settings/snapshot-storage', label: 'See to it in Snapshot storage' },
  'device.collision': { to: '/reviews', label: 'Settle it in Reviews' },
}

type Props = { alert: Alert; mayAdminister: boolean; onGo: () => void }

export function AlertLine({ alert: { kind, severity, title, detail, since }, mayAdminister, onGo }: Props) {
  const Icon = severity === 'error' ? IconAlertOctagon : IconAlertTriangle
  const { to, label } = places[kind]
  return (
    <div className={classes['alert']} data-severity={severity}>
      <Icon size={18} aria-label={severity === 'error' ? 'Error' : 'Warning'} />
      <div className="told">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm">{detail}</Text>
        {(mayAdminister || !to.startsWith('/settings')) && (
          <Text size="sm">
            <Link to={to} onClick={onGo}>
              {label}
            </Link>
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <Time value={since} />
        </Text>
      </div>
    </div>
  )
}
