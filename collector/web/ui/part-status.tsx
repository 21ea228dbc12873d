import type { AgentStatus } from '@rollcall/shared/api/agent.ts'
import { StateWord } from './state-word.tsx'

const kinds = { Active: 'good', Inactive: 'bad', Outdated: 'warn', Pending: 'off', Replaced: 'off' } as const

/** Status of an Audit Service or an agent. Audit Services are never Replaced. */
export const PartStatus = ({ status }: { status: AgentStatus }) => <StateWord kind={kinds[status]}>{status}</StateWord>
