import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import classes from './part-status.module.css'

const icons = {
  Active: IconCircleCheck,
  Inactive: IconPlugConnectedX,
  Outdated: IconAlertTriangle,
  Pending: IconClock,
} as const

/** Of an Audit Service or an agent. */
export function PartStatus({ status }: { status: AuditServiceStatus }) {
  const Icon = icons[status]
  return (
    <span className={classes['status']} data-status={status}>
      <Icon size={15} aria-hidden />
      {status}
    </span>
  )
}
