import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { useQuery } from '@tanstack/react-query'
import { joinTokens, partsOptions } from '../../api/parts.ts'
import { useNow } from '../../ui/now.tsx'

const lookMs = 2_000

export type Joining = {
  made: JoinTokenMade
  /** Whether a part can have joined by it: one that was not there before, or the very one that joins anew. */
  mayBe: (id: string) => boolean
}
export type JoinedPart = { id: string; name: string; isHeard: boolean }

/** Who has joined with a token since it was made, looked at again and again until it is spent and all are heard. */
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
