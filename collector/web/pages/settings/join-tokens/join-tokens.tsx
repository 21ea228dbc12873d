import type { JoinTokenListItem } from '@rollcall/shared/api/join-token.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinTokens, partsOptions } from '../../../api/parts.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { timeColumn } from '../../../table/time-column.tsx'
import type { Column } from '../../../table/types.ts'
import { useListOf } from '../../../table/use-list-of.ts'
import { Empty } from '../../../ui/states/empty.tsx'

const pollMs = 15_000

export function JoinTokens() {
  const list = useListOf(joinTokens, { refetchInterval: pollMs })
  return (
    <ListPage
      name="Join tokens"
      {...list}
      about="Anyone with an open join token can join this site. Tokens are not shown again."
      columns={columns}
      empty={
        <Empty title="No open join tokens">
          Each install command for <Link to="/settings/audit-services">Audit Services</Link> and{' '}
          <Link to="/settings/agents">agents</Link> contains one. Expired tokens are removed.
        </Empty>
      }
    />
  )
}

function purposeOf({ for: kind, auditServiceId, agentId }: JoinTokenListItem): string {
  if (kind === 'agent') return agentId === null ? 'Agents' : 'Agent (rejoin)'
  return auditServiceId === null ? 'Audit Service' : 'Audit Service (rejoin)'
}

const columns: Column<JoinTokenListItem>[] = [
  { id: 'for', header: 'For', render: (token) => <ForWhom token={token} /> },
  {
    id: 'usesLeft',
    header: 'Uses left',
    width: 90,
    align: 'right',
    render: ({ usesLeft }) => (usesLeft === 0 ? 'spent' : usesLeft),
  },
  timeColumn('expiresAt', 'Expires', { width: 90, align: 'right' }),
  { id: 'tag', header: 'Tag', width: 120, from: 'sm', render: ({ tag }) => tag },
  { id: 'createdBy', header: 'Created by', width: 120, from: 'sm', render: ({ createdBy }) => createdBy },
  timeColumn('createdAt', 'Created', { width: 90, from: 'sm', align: 'right' }),
  { id: 'withdraw', header: 'Revoke', width: 84, align: 'right', render: (token) => <Withdraw token={token} /> },
]

function ForWhom({ token }: { token: JoinTokenListItem }) {
  const parts = useQuery(partsOptions(token.for))
  const id = token.agentId ?? token.auditServiceId
  const part = id && parts.data?.find((each) => each.id === id)
  return (
    <span className="wrap">
      {purposeOf(token)}
      {part && ` as ${part.name}`}
    </span>
  )
}

function Withdraw({ token }: { token: JoinTokenListItem }) {
  const name = `join token of ${token.createdAt.slice(0, 16).replace('T', ' ')} UTC`
  return (
    <RemoveItem asIcon action="Revoke" of={joinTokens} item={{ id: token.id, name }}>
      Nothing can join with it any more. Machines that have joined stay.
    </RemoveItem>
  )
}
