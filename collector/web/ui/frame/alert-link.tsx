import type { Alert } from '@rollcall/shared/api/alert.ts'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'

/** Pages where alerts are resolved, apart from those in the banner. Settings pages are for Administrators. */
const targets: Partial<Record<Alert['kind'], { to: string; label: string }>> = {
  'offload.failing': { to: '/settings/snapshot-storage', label: 'Open Snapshot storage' },
  'retention.held': { to: '/settings/retention', label: 'Open Retention' },
  'auditService.shared': { to: '/settings/audit-services', label: 'Open Audit Services' },
  'device.collision': { to: '/reviews', label: 'Open Reviews' },
}

/** Links to the page where an alert is resolved, if the user may act there. */
export function AlertLink({ kind, onGo }: Pick<Alert, 'kind'> & { onGo?: () => void }) {
  const mayAdminister = useMay('Administrator')
  const target = targets[kind]
  if (!target || (!mayAdminister && target.to.startsWith('/settings'))) return null
  const { to, label } = target
  return (
    <Link to={to} {...(onGo ? { onClick: onGo } : {})}>
      {label}
    </Link>
  )
}
