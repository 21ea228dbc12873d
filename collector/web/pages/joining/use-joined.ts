import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { useQuery } from '@tanstack/react-query'
import { joinTokens, partsOptions } from '../../api/parts.ts'
import { useNow } from '../../ui/now.tsx'

const lookMs = 2_000

export type Joining = {
  made: JoinTokenMade
  /** Returns whether a part can have joined with this token: a new one, or the one that rejoins. */
  mayBe: (id: string) => boolean
}
export type JoinedPart = { id: string; name: string; isHeard: boolean }

/**
 * Polls for the parts that joined with a token since it was created, until all uses are spent and all parts are
 * connected.
 */
export function useJoined({ made, mayBe }: Joining) {
  const isOver = useNow() > Date.parse(made.expiresAt)
  const known = useQuery({
    ...joinTokens.oneOptions(made.id),
    enabled: !isOver,
    refetchInterval: ({ state }) => (state.data?.value.usesLeft === 0 ? false : lookMs),
  })
  const usesLeft = known.data?.value.usesLeft ?? made.uses
  const count = made.uses - usesLeft
  const all = useQuery({ ...partsOptions(made.for), enabled: count > 0, refetchInterval: lookMs })
  const parts = (all.data ?? [])
    .filter(({ id }) => mayBe(id))
    .map(({ id, name, status }): JoinedPart => ({ id, name, isHeard: status !== 'Pending' }))
  return { count, parts, isOver: isOver && usesLeft > 0 }
}
