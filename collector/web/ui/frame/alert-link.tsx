import type { Alert } from '@rollcall/shared/api/alert.ts'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'

const registrations = { to: '/settings/app-registrations', label: 'Change it in App registrations' }
/** Where a hand is lent to what an alert is about; those in Settings are for Administrators. */
const places: Partial<Record<Alert['kind'], { to: string; label: string }>> = {
  'registration.expired': registrations,
  'registration.expiring': registrations,
  'offload.failing': { to: '/settings/snapshot-storage', label: 'See to it in Snapshot storage' },
  'retention.held': { to: '/settings/retention', label: 'Retention settings' },
  'auditService.shared': { to: '/settings/audit-services', label: 'Audit Services' },
  'device.collision': { to: '/reviews', label: 'Settle it in Reviews' },
}

/** Nothing for those who could not do anything there. */
export function AlertLink({ kind, onGo }: Pick<Alert, 'kind'> & { onGo?: () => void }) {
  const mayAdminister = useMay('Administrator')
  const place = places[kind]
  if (!place || (!mayAdminister && place.to.startsWith('/settings'))) return null
  const { to, label } = place
  return (
    <Link to={to} {...(onGo ? { onClick: onGo } : {})}>
      {label}
    </Link>
  )
}
