import { Group } from '@mantine/core'
import type { List } from '@rollcall/shared/api/common.ts'
import type { UserSession } from '@rollcall/shared/api/user.ts'
import { IconLogout } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOwnSession, ownSessionsOptions } from '../../api/me.ts'
import { ConfirmButton } from '../../forms/confirm-button.tsx'
import { LoadedTable } from '../../table/loaded-table.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { browserWords } from './browser-words.ts'

type Props<K extends readonly unknown[]> = {
  options: UseQueryOptions<List<UserSession>, Error, List<UserSession>, K>
  end: (sessionId: string) => Promise<unknown>
}

/** Sessions of a user. Each except the current one can be ended. */
export function Sessions<K extends readonly unknown[]>({ options, end }: Props<K>) {
  const query = useQuery(options)
  const queryClient = useQueryClient()
  const endOne = async (id: string) => {
    await end(id)
    await queryClient.invalidateQueries({ queryKey: options.queryKey })
  }
  return (
    <LoadedTable
      name="Sessions"
      label="The sessions"
      query={query}
      empty={<Dimmed>No sessions.</Dimmed>}
      keyOf={({ id }) => id}
      columns={[
        {
          header: 'Browser',
          render: ({ userAgent, ipAddress }) => (
            <span title={userAgent ?? undefined}>
              {browserWords(userAgent)} {ipAddress && <span className="mono">{ipAddress}</span>}
            </span>
          ),
        },
        { header: 'Last used', render: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
        { header: 'Sign out', align: 'right', render: (session) => <SignOut session={session} end={endOne} /> },
      ]}
    />
  )
}

function SignOut({ session, end }: { session: UserSession; end: (id: string) => Promise<unknown> }) {
  if (session.isCurrent) return 'Current session'
  return (
    <ConfirmButton
      asIcon
      icon={IconLogout}
      action="Sign out"
      title={`Sign out ${browserWords(session.userAgent)}`}
      failed="The session was not ended"
      run={() => end(session.id)}
    >
      This session must sign in again.
    </ConfirmButton>
  )
}

/** Signs the user out of all sessions but the current one. */
export function SignOutElsewhere() {
  const queryClient = useQueryClient()
  const { data } = useQuery(ownSessionsOptions)
  const others = data?.items.filter(({ isCurrent }) => !isCurrent) ?? []
  const end = useAction('Your other sessions were not ended', async () => {
    await Promise.all(others.map(({ id }) => endOwnSession(id)))
    await queryClient.invalidateQueries({ queryKey: ownSessionsOptions.queryKey })
  })
  if (others.length === 0) return null
  return (
    <Group>
      <ActionButton label="Sign out all other sessions" action={end} />
    </Group>
  )
}
