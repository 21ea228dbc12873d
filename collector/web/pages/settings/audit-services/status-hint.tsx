import { Alert } from '@mantine/core'
import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import type { ReactNode } from 'react'

const hints: Record<AuditServiceStatus, ReactNode> = {
  Active: null,
  Inactive: (
    <>
      It has not connected for 30 seconds. On its machine, check{' '}
      <span className="mono">systemctl status rollcall-audit-service</span>. Unsent data is sent after it reconnects.
    </>
  ),
  Outdated: (
    <>
      Its version is older than the collector's. Put the packages of the release into the folder{' '}
      <span className="mono">packages</span> of the collector and run the install command again without its token, or
      install the new package yourself. It stays joined.
    </>
  ),
  Pending: <>It has joined but never connected. Check on its machine whether it runs.</>,
}

/** Advice for an Audit Service that is not active. */
export function StatusHint({ status }: { status: AuditServiceStatus }) {
  if (hints[status] === null) return null
  return (
    <Alert color="gray" mb="md" title={status}>
      {hints[status]}
    </Alert>
  )
}
