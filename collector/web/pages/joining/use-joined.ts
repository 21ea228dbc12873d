import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { useQuery } from '@tanstack/react-query'
import { joinTokens, partsOptions } from '../../api/parts.ts'
import { useNow } from '../../ui/now.tsx'

const pollMs = 2_000

export type Joining = {
  token: JoinTokenMade
  /** Returns whether a part can have joined with this token: a new one, or the one that rejoins. */
  accepts: (id: string) => boolean
}
type JoinedPart = { id: string; name: string; isConnected: boolean }

/**
 * Polls for the parts that joined with a token since it was created, until all uses are spent and all parts are
 * connected.
 */
export function useJoined({ token, accepts }: Joining) {
  const isOver = useNow() > Date.parse(token.expiresAt)
  const tokenState = useQuery({
    ...joinTokens.oneOptions(token.id),
    enabled: !isOver,
    refetchInterval: ({ state }) => (state.data?.value.usesLeft === 0 ? false : pollMs),
  })
  const usesLeft = tokenState.data?.value.usesLeft ?? token.uses
  const count = token.uses - usesLeft
  const all = useQuery({ ...partsOptions(token.for), enabled: count > 0, refetchInterval: pollMs })
  const parts = (all.data ?? [])
    .filter(({ id }) => accepts(id))
    .map(({ id, name, status }): JoinedPart => ({ id, name, isConnected: status !== 'Pending' }))
  return { count, parts, isOver: isOver && usesLeft > 0 }
}
