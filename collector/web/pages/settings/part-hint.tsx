import { Alert } from '@mantine/core'
import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import type { ReactNode } from 'react'

type Props = { kind: 'audit-service' | 'agent'; status: AuditServiceStatus }

/** What to do where a part is not as it should be. */
export function PartHint({ kind, status }: Props) {
  const isAgent = kind === 'agent'
  const unit = isAgent ? 'rollcall-agent.timer' : 'rollcall-audit-service'
  const hints: Record<AuditServiceStatus, ReactNode> = {
    Active: null,
    Inactive: (
      <>
        It was not heard for {isAgent ? 'three hours' : '30 seconds'}. On its machine{' '}
        <span className="mono">systemctl status {unit}</span> says whether it runs, and{' '}
        <span className="mono">sudo ./rollcall {kind} status</span> what it has joined and what waits to be sent. What
        waits is sent once it reaches Rollcall again.
      </>
    ),
    Outdated: (
      <>
        It works, with another version than the collector. Bring its folder of Rollcall to the collector's version, run{' '}
        <span className="mono">npm ci --omit=dev</span> in it
        {!isAgent && (
          <>
            , then <span className="mono">sudo systemctl restart {unit}</span>
          </>
        )}
        .
      </>
    ),
    Pending: <>It has joined, and was never heard. On its machine see whether it runs.</>,
  }
  if (hints[status] === null) return null
  return (
    <Alert variant="outline" color="gray" mb="md" title={status}>
      {hints[status]}
    </Alert>
  )
}
