import { Alert } from '@mantine/core'
import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import type { ReactNode } from 'react'

type Props = { kind: 'audit-service' | 'agent'; status: AuditServiceStatus }

/** Advice for an Audit Service or agent that is not active. */
export function PartHint({ kind, status }: Props) {
  const isAgent = kind === 'agent'
  const unit = isAgent ? 'rollcall-agent.timer' : 'rollcall-audit-service'
  const hints: Record<AuditServiceStatus, ReactNode> = {
    Active: null,
    Inactive: (
      <>
        It has not connected for {isAgent ? 'three hours' : '30 seconds'}. On its machine, check{' '}
        <span className="mono">systemctl status {unit}</span> and{' '}
        <span className="mono">sudo ./rollcall {kind} status</span>. Unsent data is sent after it reconnects.
      </>
    ),
    Outdated: (
      <>
        Its version differs from the collector's. Update its Rollcall folder to the collector's version, run{' '}
        <span className="mono">npm ci --omit=dev</span> in it
        {!isAgent && (
          <>
            , then <span className="mono">sudo systemctl restart {unit}</span>
          </>
        )}
        .
      </>
    ),
    Pending: <>It has joined but never connected. Check on its machine whether it runs.</>,
  }
  if (hints[status] === null) return null
  return (
    <Alert variant="outline" color="gray" mb="md" title={status}>
      {hints[status]}
    </Alert>
  )
}
