import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import { StateWord } from './state-word.tsx'

const kinds = { Active: 'good', Inactive: 'bad', Outdated: 'warn', Pending: 'off' } as const

/** Status of an Audit Service or an agent. */
export const PartStatus = ({ status }: { status: AuditServiceStatus }) => (
  <StateWord kind={kinds[status]}>{status}</StateWord>
)
