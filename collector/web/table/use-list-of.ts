import type { List } from '@rollcall/shared/api/common.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Query } from '../api/request.ts'
import type { SettingsListState } from './list-search.ts'
import { pagingOf } from './paging.ts'
import { useListAddress } from './use-list-address.ts'

type Listed<T, K extends readonly unknown[]> = {
  path: string
  listOptions: (query: Query) => UseQueryOptions<List<T>, Error, List<T>, K>
}
type Given = {
  /** The keys of the address that narrow the list. */
  filters?: readonly (keyof SettingsListState)[]
  refetchInterval?: number
}

/** Reads the list of a kind of items as the address of its page asks for it. */
export function useListOf<T, K extends readonly unknown[]>(
  { path, listOptions }: Listed<T, K>,
  { filters = [], ...options }: Given = {},
) {
  const address = useListAddress<SettingsListState>()
  const narrowed = Object.fromEntries(filters.map((key) => [key, address.state[key]]))
  const query = useQuery({ ...listOptions({ ...narrowed, ...pagingOf(address.state) }), ...options })
  return { address, query, exported: { path, query: narrowed } }
}
