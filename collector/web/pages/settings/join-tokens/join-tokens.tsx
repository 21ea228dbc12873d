import type { JoinTokenListItem } from '@rollcall/shared/api/join-token.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { auditServices, joinTokens } from '../../../api/parts.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'

const lookMs = 15_000

export function JoinTokens() {
  const address = useListAddress()
  const query = useQuery({ ...joinTokens.listOptions(pagingOf(address.state)), refetchInterval: lookMs })
  return (
    <ListPage
      name="Join tokens"
      about="Who holds the line of an open one can join this site. What it says is not shown again."
      address={address}
      columns={columns}
      query={query}
      nameOf={whatFor}
      sort=""
      empty={
        <Empty title="No open join token">
          One is made with each line by which <Link to="/settings/audit-services">Audit Services</Link> and{' '}
          <Link to="/settings/agents">agents</Link> join, and is gone once it has expired.
        </Empty>
      }
    />
  )
}

const whatFor = ({ for: kind, auditServiceId }: JoinTokenListItem): string =>
  kind === 'agent' ? 'Agents' : auditServiceId === null ? 'An Audit Service' : 'An Audit Service, anew'

const columns: Column<JoinTokenListItem>[] = [
  { id: 'for', header: 'For', render: (token) => <ForWhom token={token} /> },
  {
    id: 'usesLeft',
    header: 'Uses left',
    width: 90,
    align: 'right',
    render: ({ usesLeft }) => (usesLeft === 0 ? 'spent' : usesLeft),
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    width: 90,
    align: 'right',
    render: ({ expiresAt }) => <Time value={expiresAt} />,
  },
  { id: 'tag', header: 'Tag', width: 120, from: 'sm', render: ({ tag }) => tag },
  { id: 'createdBy', header: 'Made by', width: 120, from: 'sm', render: ({ createdBy }) => createdBy },
  {
    id: 'createdAt',
    header: 'Made',
    width: 90,
    from: 'sm',
    align: 'right',
    render: ({ createdAt }) => <Time value={createdAt} />,
  },
  { id: 'withdraw', header: 'Withdraw', width: 84, align: 'right', render: (token) => <Withdraw token={token} /> },
]

function ForWhom({ token }: { token: JoinTokenListItem }) {
  const { data } = useQuery(auditServices.allOptions)
  const service = data?.items.find(({ id }) => id === token.auditServiceId)
  return (
    <span className="told">
      {whatFor(token)}
      {service && ` as ${service.name}`}
    </span>
  )
}

function Withdraw({ token }: { token: JoinTokenListItem }) {
  const queryClient = useQueryClient()
  const withdraw = async () => {
    await joinTokens.remove(token.id)
    await queryClient.invalidateQueries({ queryKey: [joinTokens.name] })
  }
  const name = `join token of ${token.createdAt.slice(0, 16).replace('T', ' ')} UTC`
  return (
    <RemoveButton asIcon name={name} action="Withdraw" run={withdraw}>
      Nobody joins with it from now on. Whoever has joined stays.
    </RemoveButton>
  )
}
